#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0)>
#last2 = affine_map<(d0, d1) -> (d1)>

func.func @rms_norm(%x: tensor<?x16xf32>, %gamma: tensor<16xf32>) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.000000e+00 : f32
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-04 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%rows) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x16xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %init = tensor.empty(%rows) : tensor<?x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #last2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %gamma : tensor<?x16xf32>, tensor<?xf32>, tensor<16xf32>) outs(%init : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %k = arith.mulf %h, %c : f32
    linalg.yield %k : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

func.func @other_types(%a: tensor<3x2xi32>, %b: tensor<2xi1>, %i: index, %c: tensor<4xbf16>, %s: f16)
    -> (tensor<3x2xi32>, tensor<2xi1>, index, tensor<4xbf16>, f16) {
  %0 = arith.addi %a, %a : tensor<3x2xi32>
  %1 = arith.addf %c, %c : tensor<4xbf16>
  return %0, %b, %i, %1, %s : tensor<3x2xi32>, tensor<2xi1>, index, tensor<4xbf16>, f16
}
