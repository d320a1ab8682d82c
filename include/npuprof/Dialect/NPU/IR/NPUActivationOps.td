//===- NPUActivationOps.td - Activations of the npu dialect --*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUACTIVATIONOPS_TD
#define NPUPROF_DIALECT_NPU_IR_NPUACTIVATIONOPS_TD

include "npuprof/Dialect/NPU/IR/NPURolesOp.td"

// A function of each element, and for the gated ones a product with a second
// tensor (lib/Dialect/NPU/IR/NPUActivation.h).
class NPU_ActivationOp<string opMnemonic>
    : NPU_RolesOp<opMnemonic, "Activation", 1, []> {
  let results = (outs AnyRankedTensor:$result);
  // Not where one operand holds both halves along its last axis.
  let extraClassDeclaration = fusedDeclarations # [{
    bool isElementwise() {
      return ::llvm::all_of(getOperation()->getOperands().drop_back(),
                            [&](::mlir::Value operand) {
        return ::llvm::cast<::mlir::ShapedType>(operand.getType()).getShape() ==
               getResult().getType().getShape();
      });
    }
  }];
}

def NPU_GeluOp : NPU_ActivationOp<"gelu"> {
  let summary = "Gaussian error linear unit (aclnnGeluV2)";
  let description = [{
    For each element of `x`, exact or with the tanh approximation:

    ```
    none: result = x / 2 * (1 + erf(x / sqrt(2)))
    tanh: result = x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))
    ```

    All arithmetic is in f32 (f64 if an input is f64), whatever the element types, and
    rounded once into the result. `init` gives the shape and type of the result;
    its contents are not read.

    ```mlir
    %y = npu.gelu ins(%x : tensor<4x3072xf16>) approximate(tanh) outs(%init : tensor<4x3072xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, AnyRankedTensor:$init,
                       DefaultValuedAttr<NPU_GeluApproximation,
                         "::npuprof::npu::GeluApproximation::None">:$approximate);
  let assemblyFormat = [{
    `ins` `(` $x `:` type($x) `)` (`approximate` `(` $approximate^ `)`)? attr-dict
    `outs` `(` $init `:` type($init) `)`
  }];
}

def NPU_SiluOp : NPU_ActivationOp<"silu"> {
  let summary = "sigmoid linear unit (aclnnSilu)";
  let description = [{
    For each element of `x`:

    ```
    result = x / (1 + exp(-x))
    ```

    Types and precision as in `npu.gelu`.

    ```mlir
    %y = npu.silu ins(%x : tensor<4x11008xbf16>) outs(%init : tensor<4x11008xbf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, AnyRankedTensor:$init);
  let assemblyFormat = [{
    `ins` `(` $x `:` type($x) `)` attr-dict `outs` `(` $init `:` type($init) `)`
  }];
}

def NPU_SwigluOp : NPU_ActivationOp<"swiglu"> {
  let summary = "SiLU of the gate times the other projection (aclnnSwiGlu)";
  let description = [{
    For each element of `gate` and `up`:

    ```
    result = gate / (1 + exp(-gate)) * up
    ```

    Types and precision as in `npu.gelu`; the product is not rounded in between.

    `gate` and `up` are the results of two projections. Where one projection
    computes both, `up` is absent and the last axis of the operand, twice that of
    the result, holds the gate and then `up`. This is the form that aclnnSwiGlu
    takes as it is. For the other one, the weights of the two projections have
    to stand side by side, once, so that one matmul writes both halves.

    ```mlir
    %y = npu.swiglu ins(%gate, %up : tensor<4x11008xf16>, tensor<4x11008xf16>)
           outs(%init : tensor<4x11008xf16>)
    %z = npu.swiglu ins(%both : tensor<4x22016xf16>) outs(%init : tensor<4x11008xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$gate, Optional<AnyRankedTensor>:$up,
                       AnyRankedTensor:$init);
  let assemblyFormat = [{
    `ins` `(` $gate (`,` $up^)? `:` type($gate) (`,` type($up)^)? `)` attr-dict
    `outs` `(` $init `:` type($init) `)`
  }];
}

def NPU_GegluOp : NPU_ActivationOp<"geglu"> {
  let summary = "GELU of the gate times the other projection (aclnnGeGluV3)";
  let description = [{
    For each element of `gate` and `up`:

    ```
    result = gelu(gate) * up
    ```

    with the approximations, types and precision of `npu.gelu`; the product is
    not rounded in between.

    As in `npu.swiglu`, one operand may hold both along its last axis; with
    `gate_last` the gate is the second half. This is the form that aclnnGeGluV3
    takes as it is (its `activateLeft` is the opposite of `gate_last`).

    ```mlir
    %y = npu.geglu ins(%gate, %up : tensor<4x8192xf16>, tensor<4x8192xf16>)
           approximate(tanh) outs(%init : tensor<4x8192xf16>)
    %z = npu.geglu ins(%both : tensor<4x16384xf16>) {gate_last} outs(%init : tensor<4x8192xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$gate, Optional<AnyRankedTensor>:$up,
                       AnyRankedTensor:$init,
                       DefaultValuedAttr<NPU_GeluApproximation,
                         "::npuprof::npu::GeluApproximation::None">:$approximate,
                       UnitAttr:$gate_last);
  let assemblyFormat = [{
    `ins` `(` $gate (`,` $up^)? `:` type($gate) (`,` type($up)^)? `)`
    (`approximate` `(` $approximate^ `)`)? attr-dict
    `outs` `(` $init `:` type($init) `)`
  }];
}

//===----------------------------------------------------------------------===//
// Rotary position embedding
//===----------------------------------------------------------------------===//

def NPU_RotaryMulOp : NPU_RolesOp<"rotary_mul", "Rotary", 1, []> {
  let summary = "rotary position embedding (aclnnRotaryPositionEmbedding)";
  let description = [{
    Along the last axis, of even size D, each pair of elements of `x` is rotated:

    ```
    first  = x_first  * cos_first  - x_second * sin_first
    second = x_second * cos_second + x_first  * sin_second
    ```

    | mode | pairs | CANN's `mode` |
    |---|---|---|
    | `half` | elements d and d + D / 2 | 0 |
    | `interleaved` | elements 2 d and 2 d + 1 | 1 |

    `cos` and `sin` have the rank of `x` and size 1 along axes where they are the
    same for all: for batch x heads x positions x D that is `1 x 1 x S x D`, for
    batch x positions x heads x D it is `1 x S x 1 x D`. Their last axis has size
    D, or D / 2 where the two of a pair share theirs. aclnnRotaryPositionEmbedding
    takes tables of D as they are; those of D / 2 have to be written twice, side
    by side (`half`) or each element twice (`interleaved`), once for a model.

    All arithmetic is in f32 (f64 if an input is f64), whatever the element types,
    and rounded once into the result. Pairs are independent of each other: the
    operation is tiled along all axes but the last.

    ```mlir
    %y = npu.rotary_mul ins(%q, %cos, %sin : tensor<1x32x40x128xf16>, tensor<1x1x40x128xf16>, tensor<1x1x40x128xf16>)
           mode(half) outs(%init : tensor<1x32x40x128xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, AnyRankedTensor:$cos, AnyRankedTensor:$sin,
                       AnyRankedTensor:$init, NPU_RotaryMode:$mode);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    `ins` `(` $x `,` $cos `,` $sin `:` type($x) `,` type($cos) `,` type($sin) `)`
    `mode` `(` $mode `)` attr-dict `outs` `(` $init `:` type($init) `)`
  }];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUACTIVATIONOPS_TD
