//===- NPUOps.td - Operations of the npu dialect -----------*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUOPS_TD
#define NPUPROF_DIALECT_NPU_IR_NPUOPS_TD

include "npuprof/Dialect/NPU/IR/NPUActivationOps.td"
include "npuprof/Dialect/NPU/IR/NPUAttentionOps.td"
include "npuprof/Dialect/NPU/IR/NPURolesOp.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

//===----------------------------------------------------------------------===//
// npu.kernel
//===----------------------------------------------------------------------===//

def NPU_KernelOp : NPU_Op<"kernel", [
    DeclareOpInterfaceMethods<RegionBranchOpInterface>, RecursiveMemoryEffects,
    SingleBlockImplicitTerminator<"::npuprof::npu::YieldOp">]> {
  let summary = "operations that run as one launch";
  let description = [{
    The region's operations run as one kernel on the device. It takes what it
    reads from the values around it; its results are what it yields. What it
    yields from outside, or to nobody, is simplified away.

    ```mlir
    %y = npu.kernel "mul_add" -> tensor<4x8xf32> {
      %m = linalg.mul ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>)
                      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
      %s = linalg.add ins(%m, %c : tensor<4x8xf32>, tensor<4x8xf32>)
                      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
      npu.yield %s : tensor<4x8xf32>
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    ($name^)? (`->` type($results)^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def NPU_YieldOp : NPU_Op<"yield", [
    HasParent<"KernelOp">, Pure, ReturnLike, Terminator]> {
  let summary = "the results of an npu.kernel";
  let arguments = (ins Variadic<AnyType>:$operands);
  let builders = [OpBuilder<(ins), "build($_builder, $_state, ::mlir::ValueRange());">];
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

// Operations on rows: `norm_rank` trailing dims are the row, all dims before
// them are independent rows.
class NPU_SingleNormOp<string opMnemonic, list<Trait> traits = []>
    : NPU_RolesOp<opMnemonic, "Norm", 1, traits> {
  let results = (outs AnyRankedTensor:$result);
}

class NPU_AddNormOp<string opMnemonic, list<Trait> traits = []>
    : NPU_RolesOp<opMnemonic, "Norm", 2, traits> {
  let results = (outs AnyRankedTensor:$result, AnyRankedTensor:$sum);
}

def NPU_LayerNormOp : NPU_SingleNormOp<"layer_norm", [AttrSizedOperandSegments]> {
  let summary = "layer normalisation (aclnnLayerNorm)";
  let description = [{
    Over the last `norm_rank` axes, for each row of `x`:

    ```
    mean   = sum(x) / N
    var    = sum((x - mean)^2) / N
    result = (x - mean) * rsqrt(var + eps) * gamma + beta
    ```

    `gamma` and `beta` have the shape of the normalised axes; absent they are 1
    and 0. Operands may differ in their floating-point type. All arithmetic is
    in f32 (f64 if `x` is f64), whatever the element types, and rounded once
    into the result. `init` gives the shape and type of the result; its contents
    are not read.

    Rows are independent: the operation is tiled along the axes before the
    normalised ones, never within a row.

    ```mlir
    %y = npu.layer_norm ins(%x : tensor<4x768xf16>) gamma(%g : tensor<768xf16>)
           beta(%b : tensor<768xf16>) eps(%eps : f32) outs(%init : tensor<4x768xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, Optional<AnyRankedTensor>:$gamma,
                       Optional<AnyRankedTensor>:$beta, AnyFloat:$eps,
                       AnyRankedTensor:$init,
                       ConfinedAttr<DefaultValuedAttr<I64Attr, "1">, [IntPositive]>:$norm_rank);
  let assemblyFormat = [{
    `ins` `(` $x `:` type($x) `)` (`gamma` `(` $gamma^ `:` type($gamma) `)`)?
    (`beta` `(` $beta^ `:` type($beta) `)`)? `eps` `(` $eps `:` type($eps) `)`
    attr-dict `outs` `(` $init `:` type($init) `)`
  }];
}

def NPU_RmsNormOp : NPU_SingleNormOp<"rms_norm"> {
  let summary = "root-mean-square normalisation (aclnnRmsNorm)";
  let description = [{
    Over the last `norm_rank` axes, for each row of `x`:

    ```
    result = x * rsqrt(sum(x^2) / N + eps) * gamma
    ```

    Types and precision as in `npu.layer_norm`.

    ```mlir
    %y = npu.rms_norm ins(%x : tensor<4x4096xbf16>) gamma(%g : tensor<4096xbf16>)
           eps(%eps : f32) outs(%init : tensor<4x4096xbf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x, Optional<AnyRankedTensor>:$gamma,
                       AnyFloat:$eps, AnyRankedTensor:$init,
                       ConfinedAttr<DefaultValuedAttr<I64Attr, "1">, [IntPositive]>:$norm_rank);
  let assemblyFormat = [{
    `ins` `(` $x `:` type($x) `)` (`gamma` `(` $gamma^ `:` type($gamma) `)`)?
    `eps` `(` $eps `:` type($eps) `)` attr-dict `outs` `(` $init `:` type($init) `)`
  }];
}

def NPU_AddLayerNormOp : NPU_AddNormOp<"add_layer_norm", [AttrSizedOperandSegments]> {
  let summary = "residual add and layer normalisation (aclnnAddLayerNorm)";
  let description = [{
    ```
    sum    = x1 + x2 + bias
    result = layer_norm(sum, gamma, beta, eps)
    ```

    `sum` goes on as the residual stream. It is rounded to its element type,
    once, and what is normalised is the rounded sum: as if the addition were an
    operation of its own. `bias` has the shape of the normalised axes. Types and
    precision are those of `npu.layer_norm`.

    ```mlir
    %y, %s = npu.add_layer_norm ins(%a, %b : tensor<4x768xf16>, tensor<4x768xf16>)
               gamma(%g : tensor<768xf16>) beta(%c : tensor<768xf16>) eps(%eps : f32)
               outs(%i, %j : tensor<4x768xf16>, tensor<4x768xf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x1, AnyRankedTensor:$x2,
                       Optional<AnyRankedTensor>:$bias,
                       Optional<AnyRankedTensor>:$gamma,
                       Optional<AnyRankedTensor>:$beta, AnyFloat:$eps,
                       AnyRankedTensor:$init, AnyRankedTensor:$sum_init,
                       ConfinedAttr<DefaultValuedAttr<I64Attr, "1">, [IntPositive]>:$norm_rank);
  let assemblyFormat = [{
    `ins` `(` $x1 `,` $x2 `:` type($x1) `,` type($x2) `)`
    (`bias` `(` $bias^ `:` type($bias) `)`)?
    (`gamma` `(` $gamma^ `:` type($gamma) `)`)?
    (`beta` `(` $beta^ `:` type($beta) `)`)? `eps` `(` $eps `:` type($eps) `)`
    attr-dict `outs` `(` $init `,` $sum_init `:` type($init) `,` type($sum_init) `)`
  }];
}

def NPU_AddRmsNormOp : NPU_AddNormOp<"add_rms_norm"> {
  let summary = "residual add and root-mean-square normalisation (aclnnAddRmsNorm)";
  let description = [{
    ```
    sum    = x1 + x2
    result = rms_norm(sum, gamma, eps)
    ```

    `sum` goes on as the residual stream, rounded as in `npu.add_layer_norm`.

    ```mlir
    %y, %s = npu.add_rms_norm ins(%a, %b : tensor<4x4096xbf16>, tensor<4x4096xbf16>)
               gamma(%g : tensor<4096xbf16>) eps(%eps : f32)
               outs(%i, %j : tensor<4x4096xbf16>, tensor<4x4096xbf16>)
    ```
  }];
  let arguments = (ins AnyRankedTensor:$x1, AnyRankedTensor:$x2,
                       Optional<AnyRankedTensor>:$gamma, AnyFloat:$eps,
                       AnyRankedTensor:$init, AnyRankedTensor:$sum_init,
                       ConfinedAttr<DefaultValuedAttr<I64Attr, "1">, [IntPositive]>:$norm_rank);
  let assemblyFormat = [{
    `ins` `(` $x1 `,` $x2 `:` type($x1) `,` type($x2) `)`
    (`gamma` `(` $gamma^ `:` type($gamma) `)`)? `eps` `(` $eps `:` type($eps) `)`
    attr-dict `outs` `(` $init `,` $sum_init `:` type($init) `,` type($sum_init) `)`
  }];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUOPS_TD
