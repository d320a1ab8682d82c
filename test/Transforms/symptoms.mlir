// Users' rules of thumb, as remarks and as a summary.

// RUN: npuprof-opt %s --npuprof-symptoms='quiet=true' --remarks-filter=npuprof-symptoms 2>&1 >/dev/null | FileCheck %s
// RUN: npuprof-opt %s --npuprof-symptoms='quiet=true' 2>&1 >/dev/null | FileCheck %s --allow-empty --check-prefix=SILENT
// RUN: npuprof-opt %s --npuprof-symptoms 2>&1 >/dev/null | FileCheck %s --check-prefix=SUMMARY

// SILENT-NOT: remark
// SUMMARY: symptoms: of 4 profiled operations 1 with Cube below 70 %, 1 with Vector below 50 %
// SUMMARY-NEXT: symptoms: 180 launches a run, more than 100
// SUMMARY-NEXT: symptoms: 2.16 ms of launch cost a run, more than 2.00 ms

module attributes {npu.profile_summary = #npu.profile_summary<files = ["a.csv"], device_us = 200.0, attributed_us = 180.0, launches = 360, steps = 2, launch_us = 12.0>} {
  func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x8xf32>) -> tensor<4x8xf32> {
    %e = tensor.empty() : tensor<4x8xf32>
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: [Analysis] low-cube-utilization | Category:npuprof-symptoms | {{.*}}Reason="Cube is busy 30.0 % of the time, less than 70 %"
    %0 = linalg.matmul {npu.profile = #npu.profile<calls = 2, time_us = 20.0, mac = 0.3, vec = 0.0, match = name, confidence = 1.0>}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = linalg.matmul {npu.profile = #npu.profile<calls = 2, time_us = 20.0, mac = 0.8, vec = 0.0, match = name, confidence = 1.0>}
      ins(%0, %b : tensor<4x8xf32>, tensor<8x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: [Analysis] low-vector-utilization | Category:npuprof-symptoms | {{.*}}Reason="Vector is busy 4.0 % of the time, less than 50 %"
    %2 = linalg.add {npu.profile = #npu.profile<calls = 2, time_us = 20.0, mac = 0.0, vec = 0.04, match = name, confidence = 1.0>}
      ins(%0, %1 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    // What the profile did not count is no symptom.
    %3 = linalg.add {npu.profile = #npu.profile<calls = 2, time_us = 20.0, match = name, confidence = 1.0>}
      ins(%0, %2 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %3 : tensor<4x8xf32>
  }
}
// CHECK: remark: [Analysis] many-launches | Category:npuprof-symptoms | {{.*}}Reason="180 launches a run, more than 100"
// CHECK: remark: [Analysis] high-launch-cost | Category:npuprof-symptoms | {{.*}}Reason="2.16 ms of launch cost a run, more than 2.00 ms"
