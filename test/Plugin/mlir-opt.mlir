// The dialect and its passes in stock mlir-opt, which knows the passes of a
// plugin in --pass-pipeline only.
// UNSUPPORTED: asan
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s | FileCheck %s --check-prefix=PARSED
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(npuprof-lower-to-linalg,canonicalize)' \
// RUN:   | mlir-opt | FileCheck %s --check-prefix=LOWERED

// PARSED: npu.rms_norm
// PARSED-SAME: npu.profile = #npu.profile<calls = 2, time_us = 3.5, match = name, confidence = 1.0>
// LOWERED-NOT: npu
// LOWERED: linalg.generic
// LOWERED: math.rsqrt
func.func @rms_norm(%x: tensor<4x8xf32>, %eps: f32) -> tensor<4x8xf32> {
  %0 = npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%eps : f32)
         {npu.profile = #npu.profile<calls = 2, time_us = 3.5, match = name, confidence = 1.0>}
         outs(%x : tensor<4x8xf32>)
  return %0 : tensor<4x8xf32>
}
