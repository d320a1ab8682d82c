// RUN: npuprof-opt %s --npuprof-fuse="target=ascend910b3 quiet" | FileCheck %s
// RUN: %run_both %s

// The norm without scale may become an operator; what multiplies it varies
// along the rows, and is no gamma.

#id1 = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#keep2 = affine_map<(d0, d1) -> (d0, 0)>
#row2 = affine_map<(d0, d1) -> (d0)>
#unit2 = affine_map<(d0, d1) -> (0, d1)>
#unit_row2 = affine_map<(d0, d1) -> (0)>

// The scale has the shape of x.
// REFERENCE @scale_of_whole_shape: rms_norm(a0, eps=1e-5) * a1
// CHECK-LABEL: func.func @scale_of_whole_shape(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @scale_of_whole_shape(%x: tensor<5x16xf32>, %scale: tensor<5x16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %scaled = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %scale : tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.mulf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The same in one body.
// REFERENCE @scale_of_whole_shape_in_one_body: rms_norm(a0, eps=1e-5) * a1
// CHECK-LABEL: func.func @scale_of_whole_shape_in_one_body(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @scale_of_whole_shape_in_one_body(%x: tensor<5x16xf32>,
                                            %scale: tensor<5x16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %scale : tensor<5x16xf32>, tensor<5xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// One factor for each row.
// REFERENCE @scale_of_each_row: rms_norm(a0, eps=1e-5) * a1
// CHECK-LABEL: func.func @scale_of_each_row(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @scale_of_each_row(%x: tensor<5x16xf32>, %scale: tensor<5x1xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %scaled = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #keep2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %scale : tensor<5x16xf32>, tensor<5x1xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.mulf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// One factor for each row, as many rows as columns.
// REFERENCE @scale_of_each_row_square: rms_norm(a0, eps=1e-5) * reshape(a1, 16, 1)
// CHECK-LABEL: func.func @scale_of_each_row_square(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @scale_of_each_row_square(%x: tensor<16x16xf32>,
                                    %scale: tensor<16xf32>)
    -> tensor<16x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e16 = tensor.empty() : tensor<16xf32>
  %e16x16 = tensor.empty() : tensor<16x16xf32>
  %f16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<16xf32>) -> tensor<16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%f16 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %scale : tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e16x16 : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}

// One row is normalised, and the scale makes five of it.
// REFERENCE @scale_makes_it_larger: rms_norm(a0, eps=1e-5) * a1
// CHECK-LABEL: func.func @scale_makes_it_larger(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @scale_makes_it_larger(%x: tensor<1x16xf32>, %scale: tensor<5x16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e1x16 = tensor.empty() : tensor<1x16xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x16xf32>) outs(%f1 : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %scaled = linalg.generic {indexing_maps = [#unit2, #unit_row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum : tensor<1x16xf32>, tensor<1xf32>) outs(%e1x16 : tensor<1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    linalg.yield %h : f32
  } -> tensor<1x16xf32>
  %y = linalg.generic {indexing_maps = [#unit2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %scale : tensor<1x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.mulf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The same in one body.
// REFERENCE @scale_makes_it_larger_in_one_body: rms_norm(a0, eps=1e-5) * a1
// CHECK-LABEL: func.func @scale_makes_it_larger_in_one_body(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @scale_makes_it_larger_in_one_body(%x: tensor<1x16xf32>,
                                             %scale: tensor<5x16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e1 = tensor.empty() : tensor<1xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1xf32>) -> tensor<1xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<1x16xf32>) outs(%f1 : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %y = linalg.generic {indexing_maps = [#unit2, #unit_row2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sq_sum, %scale : tensor<1x16xf32>, tensor<1xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %v = arith.addf %m, %eps : f32
    %r = math.rsqrt %v : f32
    %h = arith.mulf %a, %r : f32
    %y = arith.mulf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// Modulation: scale and offset differ from row to row.
// REFERENCE @layer_norm_scale_and_offset_of_whole_shape: layer_norm(a0, eps=1e-5) * a1 + a2
// CHECK-LABEL: func.func @layer_norm_scale_and_offset_of_whole_shape(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @layer_norm_scale_and_offset_of_whole_shape(%x: tensor<5x16xf32>,
                                                      %scale: tensor<5x16xf32>,
                                                      %shift: tensor<5x16xf32>)
    -> tensor<5x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %e5x16 = tensor.empty() : tensor<5x16xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<5x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<5x16xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<5xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %scaled = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd : tensor<5x16xf32>, tensor<5xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    linalg.yield %h : f32
  } -> tensor<5x16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %scale, %shift : tensor<5x16xf32>, tensor<5x16xf32>, tensor<5x16xf32>) outs(%e5x16 : tensor<5x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.addf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x16xf32>
  return %y : tensor<5x16xf32>
}

// The offset is given by row.
// REFERENCE @layer_norm_offset_of_each_row_square: layer_norm(a0, eps=1e-5) + reshape(a1, 16, 1)
// CHECK-LABEL: func.func @layer_norm_offset_of_each_row_square(
// CHECK-NOT: {{gamma\(|beta\(}}
func.func @layer_norm_offset_of_each_row_square(%x: tensor<16x16xf32>,
                                                %shift: tensor<16xf32>)
    -> tensor<16x16xf32> {
  %n = arith.constant 1.600000e+01 : f32
  %eps = arith.constant 1.000000e-05 : f32
  %zero = arith.constant 0.000000e+00 : f32
  %e16 = tensor.empty() : tensor<16xf32>
  %e16x16 = tensor.empty() : tensor<16x16xf32>
  %f16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<16xf32>) -> tensor<16xf32>
  %sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x16xf32>) outs(%f16 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %mean = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sum : tensor<16xf32>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.divf %a, %n : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %centred = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<16x16xf32>, tensor<16xf32>) outs(%e16x16 : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.subf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<16x16xf32>
  %sq_sum = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<16x16xf32>) outs(%f16 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %o : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %var = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%sq_sum : tensor<16xf32>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.divf %a, %n : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %rstd = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%var : tensor<16xf32>) outs(%e16 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %eps : f32
    %r = math.rsqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#id2, #row2, #row2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %rstd, %shift : tensor<16x16xf32>, tensor<16xf32>, tensor<16xf32>) outs(%e16x16 : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %h = arith.mulf %a, %b : f32
    %y = arith.addf %h, %c : f32
    linalg.yield %y : f32
  } -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}
