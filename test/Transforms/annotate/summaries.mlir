// The four summaries: operators by name and class, without shapes or launches.
// Their totals are totals of the run, not rows.

// RUN: split-file %s %t
// RUN: npuprof-opt %t/model.mlir --allow-unregistered-dialect \
// RUN:   --npuprof-annotate=profile=%t/op_summary.csv,%t/hbm_summary.csv,%t/hardware_summary.csv,%t/acl_summary.csv 2>%t/report \
// RUN:   | FileCheck %t/model.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t/report

// REPORT-DAG: read {{.*}}op_summary.csv
// REPORT-DAG: read {{.*}}hbm_summary.csv
// REPORT-DAG: read {{.*}}hardware_summary.csv
// REPORT-DAG: read {{.*}}acl_summary.csv
// REPORT: coverage 100.0 %: type alone 100.0 %

//--- model.mlir
// CHECK: npu.profile_summary
// CHECK-SAME: device_us = 2600.0
// CHECK-SAME: launches = 150
// CHECK-SAME: launch_us = 16.0
// CHECK-SAME: bandwidth_gbs = 700.0
func.func @main(%x: tensor<8x64xf16>, %gamma: tensor<64xf16>, %wq: tensor<64x64xf16>,
                %wr: tensor<64x4xf16>) -> (tensor<8x64xf16>, tensor<8x2xf16>) {
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<8x64xf16>
  // CHECK: npu.layer_norm
  // CHECK-SAME: calls = 20, time_us = 30.0{{0*}},
  // CHECK-SAME: type = "LayerNorm", match = type
  %n = npu.layer_norm ins(%x : tensor<8x64xf16>) gamma(%gamma : tensor<64xf16>) eps(%eps : f32) outs(%e : tensor<8x64xf16>)
  // CHECK: linalg.matmul
  // CHECK-SAME: calls = 10, time_us = 40.0{{0*}},
  // CHECK-SAME: type = "GEMM", match = type
  %q = linalg.matmul ins(%n, %wq : tensor<8x64xf16>, tensor<64x64xf16>) outs(%e : tensor<8x64xf16>) -> tensor<8x64xf16>
  // CHECK: "tm_tensor.attention"
  // CHECK-SAME: calls = 20, time_us = 50.0{{0*}},
  // CHECK-SAME: read_bytes = 4000, written_bytes = 2000, type = "Attention", match = type
  %a = "tm_tensor.attention"(%q, %q, %q) : (tensor<8x64xf16>, tensor<8x64xf16>, tensor<8x64xf16>) -> tensor<8x64xf16>
  %er = tensor.empty() : tensor<8x4xf16>
  // CHECK: linalg.matmul
  // CHECK-SAME: calls = 10, time_us = 40.0{{0*}},
  // CHECK-SAME: type = "GEMM", match = type
  %l = linalg.matmul ins(%a, %wr : tensor<8x64xf16>, tensor<64x4xf16>) outs(%er : tensor<8x4xf16>) -> tensor<8x4xf16>
  // CHECK: linalg.softmax
  // CHECK-SAME: calls = 20, time_us = 5.0{{0*}}, type = "Activation", match = type
  %s = linalg.softmax dimension(1) ins(%l : tensor<8x4xf16>) outs(%er : tensor<8x4xf16>) -> tensor<8x4xf16>
  // CHECK: "foreign.topk"
  // CHECK-SAME: calls = 20, time_us = 5.0{{0*}},
  // CHECK-SAME: type = "Routing", match = type
  %t = "foreign.topk"(%s) : (tensor<8x4xf16>) -> tensor<8x2xf16>
  return %a, %t : tensor<8x64xf16>, tensor<8x2xf16>
}

//--- op_summary.csv
op_name,op_type,avg_time(us),call_count,total_time(us)
FlashAttention,Attention,50,20,1000
LayerNorm,LayerNorm,30,20,600
FFN,GEMM,40,20,800
MoERouter,Routing,5,20,100
Softmax,Activation,5,20,100

//--- hbm_summary.csv
op_name,op_type,hbm_read(GB),hbm_write(GB),total_hbm(GB)
FlashAttention,Attention,0.00008,0.00004,0.00012
LayerNorm,LayerNorm,0.00002,0.00002,0.00004
FFN,GEMM,0.00004,0.00002,0.00006
MoERouter,Routing,0.00001,0.00001,0.00002
Total,,,0.0003

//--- hardware_summary.csv
unit,utilization(%),bandwidth(GB/s)
Cube,60,500
Vector,40,300
HBM,70,700

//--- acl_summary.csv
op_name,op_type,acl_call_count,acl_total_time(us)
FlashAttention,Attention,20,300
LayerNorm,LayerNorm,20,320
FFN,GEMM,20,340
MoERouter,Routing,20,300
Total,,,150,2400
