// The four summaries that the project started from, on a transformer block with
// their operators: attention and the router's top-k of dialects that nobody
// registered, the LayerNorms spelled out.

// REQUIRES: shared-data

// RUN: npuprof-opt %s --allow-unregistered-dialect --fuse-from-profile=%shared_data/seed --explain --disable=kernel -o %t.mlir 2>%t.report
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// A list of the files in another order says the same, but for the order.
// RUN: npuprof-opt %s --allow-unregistered-dialect --disable=kernel -o %t.list.mlir \
// RUN:   --fuse-from-profile=%shared_data/seed/op_summary.csv,%shared_data/seed/hbm_summary.csv,%shared_data/seed/acl_summary.csv,%shared_data/seed/hardware_summary.csv 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIST
// RUN: FileCheck %s < %t.list.mlir
// RUN: npuprof-opt %s --allow-unregistered-dialect --disable=kernel -o %t.repeated.mlir --quiet --fuse-from-profile=%shared_data/seed/op_summary.csv \
// RUN:   --fuse-from-profile=%shared_data/seed/hbm_summary.csv,%shared_data/seed/acl_summary.csv --fuse-from-profile=%shared_data/seed/hardware_summary.csv
// RUN: cmp %t.list.mlir %t.repeated.mlir

// Device time: 37.5 + 19.2 + 26.7 + 5.4 + 2.7 ms; 210 calls are listed, the total
// of 360 launches counts operators that are not. A launch: 5000 us / 360. The
// total of 14.2 GB is a total, not an operator's.
// REPORT: 5 rows, 210 launches, 91500.0 us of device time
// REPORT-NEXT: time by operator type: Attention 41.0 %, GEMM 29.2 %, LayerNorm 21.0 %, Routing 5.9 %, Activation 3.0 %
// REPORT-NEXT: coverage 100.0 %: type alone 100.0 %
// REPORT: symptoms: 360 launches a run, more than 100
// REPORT: symptoms: 5.00 ms of launch cost a run, more than 2.00 ms
// An aclnnLayerNorm reads and writes 2048x3584xf16, and two vectors: 29374464 B at
// the 910 GB/s of the HBM take 32.3 us, and 1.1 us that any kernel takes. With the
// add there are twice as many large tensors: 58734592 B, 64.5 us.
// REPORT: npu.layer_norm #1 30 320.0 33.4 286.6 applied measured-gain
// REPORT-NEXT: npu.add_layer_norm #1 30 320.0 65.7 254.3 applied measured-gain
// LIST: coverage 100.0 %: type alone 100.0 %
// LIST: fused 1 layer_norm, 1 add_layer_norm

// CHECK: npu.profile_summary<files = [
// CHECK-SAME: device_us = 91500.0, attributed_us = 91500.0, launches = 360, launch_us = 13.889,
// CHECK-SAME: bandwidth_gbs = 910.0
// Of 60 calls half go to each norm; 0.8 GB / 60 a call, 900 us / 60 a launch.
// CHECK: npu.layer_norm
// CHECK-SAME: #npu.profile<calls = 30, time_us = 320.0, launch_us = 15.0, read_bytes = 13333333, written_bytes = 13333333, match = parts
// 2.1 and 1.2 GB / 30, 450 us / 30.
// CHECK: "torch.aten.scaled_dot_product_attention"
// CHECK-SAME: #npu.profile<calls = 30, time_us = 1250.0, launch_us = 15.0, read_bytes = 70000000, written_bytes = 40000000, type = "Attention", match = type
// CHECK: npu.add_layer_norm
// CHECK-SAME: #npu.profile<calls = 30, time_us = 320.0, launch_us = 15.0, read_bytes = 13333333
// No file has bytes or launches of the softmax.
// CHECK: linalg.softmax
// CHECK-SAME: #npu.profile<calls = 60, time_us = 45.0, type = "Activation", match = type
// CHECK: "foreign.topk"
// CHECK-SAME: #npu.profile<calls = 30, time_us = 180.0, launch_us = 6.667, read_bytes = 10000000, written_bytes = 6666667, type = "Routing"
// CHECK: linalg.matmul
// CHECK-SAME: #npu.profile<calls = 30, time_us = 890.0, launch_us = 11.667, read_bytes = 50000000, written_bytes = 30000000, type = "GEMM"

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#last = affine_map<(d0, d1) -> (d1)>
func.func @block(%x: tensor<2048x3584xf16>, %g1: tensor<3584xf16>, %b1: tensor<3584xf16>, %g2: tensor<3584xf16>, %b2: tensor<3584xf16>,
    %w: tensor<3584x3584xf16>, %wr: tensor<3584x64xf16>) -> (tensor<2048x3584xf16>, tensor<2048x8xf16>) {
  %n = arith.constant 3584.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %z = arith.constant 0.0 : f32
  %zh = arith.constant 0.0 : f16
  %er = tensor.empty() : tensor<2048xf32>
  %fr = linalg.fill ins(%z : f32) outs(%er : tensor<2048xf32>) -> tensor<2048xf32>
  %e = tensor.empty() : tensor<2048x3584xf16>
  %s1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2048x3584xf16>) outs(%fr : tensor<2048xf32>) {
  ^bb0(%a: f16, %o: f32):
    %wide = arith.extf %a : f16 to f32
    %r = arith.addf %wide, %o : f32
    linalg.yield %r : f32
  } -> tensor<2048xf32>
  %v1 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %s1 : tensor<2048x3584xf16>, tensor<2048xf32>) outs(%fr : tensor<2048xf32>) {
  ^bb0(%a: f16, %s: f32, %o: f32):
    %wide = arith.extf %a : f16 to f32
    %m = arith.divf %s, %n : f32
    %c = arith.subf %wide, %m : f32
    %q = arith.mulf %c, %c : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<2048xf32>
  %y1 = linalg.generic {indexing_maps = [#id, #row, #row, #last, #last, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s1, %v1, %g1, %b1 : tensor<2048x3584xf16>, tensor<2048xf32>, tensor<2048xf32>, tensor<3584xf16>, tensor<3584xf16>) outs(%e : tensor<2048x3584xf16>) {
  ^bb0(%a: f16, %s: f32, %v: f32, %g: f16, %b: f16, %o: f16):
    %wide = arith.extf %a : f16 to f32
    %m = arith.divf %s, %n : f32
    %c = arith.subf %wide, %m : f32
    %var = arith.divf %v, %n : f32
    %sum = arith.addf %var, %eps : f32
    %inv = math.rsqrt %sum : f32
    %h = arith.mulf %c, %inv : f32
    %gw = arith.extf %g : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %k = arith.mulf %h, %gw : f32
    %r = arith.addf %k, %bw : f32
    %t = arith.truncf %r : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2048x3584xf16>
  %attended = "torch.aten.scaled_dot_product_attention"(%y1, %y1, %y1) : (tensor<2048x3584xf16>, tensor<2048x3584xf16>, tensor<2048x3584xf16>) -> tensor<2048x3584xf16>
  %res = linalg.add ins(%x, %attended : tensor<2048x3584xf16>, tensor<2048x3584xf16>) outs(%e : tensor<2048x3584xf16>) -> tensor<2048x3584xf16>
  %s2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%res : tensor<2048x3584xf16>) outs(%fr : tensor<2048xf32>) {
  ^bb0(%a: f16, %o: f32):
    %wide = arith.extf %a : f16 to f32
    %r = arith.addf %wide, %o : f32
    linalg.yield %r : f32
  } -> tensor<2048xf32>
  %v2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%res, %s2 : tensor<2048x3584xf16>, tensor<2048xf32>) outs(%fr : tensor<2048xf32>) {
  ^bb0(%a: f16, %s: f32, %o: f32):
    %wide = arith.extf %a : f16 to f32
    %m = arith.divf %s, %n : f32
    %c = arith.subf %wide, %m : f32
    %q = arith.mulf %c, %c : f32
    %r = arith.addf %q, %o : f32
    linalg.yield %r : f32
  } -> tensor<2048xf32>
  %y2 = linalg.generic {indexing_maps = [#id, #row, #row, #last, #last, #id], iterator_types = ["parallel", "parallel"]} ins(%res, %s2, %v2, %g2, %b2 : tensor<2048x3584xf16>, tensor<2048xf32>, tensor<2048xf32>, tensor<3584xf16>, tensor<3584xf16>) outs(%e : tensor<2048x3584xf16>) {
  ^bb0(%a: f16, %s: f32, %v: f32, %g: f16, %b: f16, %o: f16):
    %wide = arith.extf %a : f16 to f32
    %m = arith.divf %s, %n : f32
    %c = arith.subf %wide, %m : f32
    %var = arith.divf %v, %n : f32
    %sum = arith.addf %var, %eps : f32
    %inv = math.rsqrt %sum : f32
    %h = arith.mulf %c, %inv : f32
    %gw = arith.extf %g : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %k = arith.mulf %h, %gw : f32
    %r = arith.addf %k, %bw : f32
    %t = arith.truncf %r : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2048x3584xf16>
  %el = tensor.empty() : tensor<2048x64xf16>
  %logits = "foreign.router_scores"(%y2, %wr) : (tensor<2048x3584xf16>, tensor<3584x64xf16>) -> tensor<2048x64xf16>
  %scores = linalg.softmax dimension(1) ins(%logits : tensor<2048x64xf16>) outs(%el : tensor<2048x64xf16>) -> tensor<2048x64xf16>
  %top = "foreign.topk"(%scores) : (tensor<2048x64xf16>) -> tensor<2048x8xf16>
  %f = linalg.fill ins(%zh : f16) outs(%e : tensor<2048x3584xf16>) -> tensor<2048x3584xf16>
  %ffn = linalg.matmul ins(%y2, %w : tensor<2048x3584xf16>, tensor<3584x3584xf16>) outs(%f : tensor<2048x3584xf16>) -> tensor<2048x3584xf16>
  %out = linalg.add ins(%res, %ffn : tensor<2048x3584xf16>, tensor<2048x3584xf16>) outs(%e : tensor<2048x3584xf16>) -> tensor<2048x3584xf16>
  return %out, %top : tensor<2048x3584xf16>, tensor<2048x8xf16>
}
