//===- Passes.td - Conversions of npuprof ------------------*- tablegen -*-===//

#ifndef NPUPROF_CONVERSION_PASSES_TD
#define NPUPROF_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLinalgPass : Pass<"npuprof-lower-to-linalg", "::mlir::ModuleOp"> {
  let summary = "turn the npu dialect into upstream dialects";
  let description = [{
    Replaces each named operator by its decomposition into linalg and each
    `npu.kernel` by its body, and drops the `npu.` attributes of every
    operation and argument, so that stock tools read and run the result without
    the dialect.
    Operations of other dialects, unregistered ones included, pass through.

    The decomposition is the meaning of an operator: arithmetic in f32 (f64 for
    f64), rounded once into the result. So the result runs anywhere and serves
    as the reference for what an NPU computes, but it is no fast code: each
    reduction is a loop of its own.

    ```mlir
    %y = npu.rms_norm ins(%x : tensor<4x8xf32>) eps(%e : f32) outs(%i : tensor<4x8xf32>)
    ==>
    %squares = linalg.generic ... ins(%x) outs(%zeros)   // sum of x * x over each row
    %scale = linalg.generic ... ins(%squares)            // rsqrt(squares / 8 + e)
    %y = linalg.generic ... ins(%x, %scale) outs(%i)     // x * scale
    ```

    Limits: profiles and tilings are lost. Profile fields used: none.

    (* example: test/Docs/lower-to-linalg.mlir *)
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // NPUPROF_CONVERSION_PASSES_TD
