//===- Passes.td - Conversions of npuprof ------------------*- tablegen -*-===//

#ifndef NPUPROF_CONVERSION_PASSES_TD
#define NPUPROF_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLinalgPass : Pass<"npuprof-lower-to-linalg", "::mlir::ModuleOp"> {
  let summary = "turn the npu dialect into upstream dialects";
  let description = [{
    Replaces each named operator by its decomposition into linalg and each
    `npu.kernel` by its body, and drops the attributes of the dialect, so that
    stock tools read and run the result.

    ```mlir
    %y = npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%e : f32) outs(%i : tensor<4x8xf32>)
    ==>
    %ss = linalg.generic ... // sum of squares
    %y = linalg.generic ...  // x * rsqrt(ss / 8 + eps)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // NPUPROF_CONVERSION_PASSES_TD
