//===- NPUOps.td - Operations of the npu dialect -----------*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUOPS_TD
#define NPUPROF_DIALECT_NPU_IR_NPUOPS_TD

include "npuprof/Dialect/NPU/IR/NPUAttributes.td"
include "npuprof/Dialect/NPU/IR/NPUInterfaces.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"
include "mlir/IR/OpBase.td"

class NPU_Op<string opMnemonic, list<Trait> traits = []>
    : Op<NPU_Dialect, opMnemonic, traits>;

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
class NPU_NormOp<string opMnemonic, int numInits, list<Trait> traits>
    : NPU_Op<opMnemonic, !listconcat([
        DestinationStyleOpInterface, Pure, AggregatedOpInterface,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, ["reifyResultShapes"]>,
        DeclareOpInterfaceMethods<TilingInterface, [
          "getIterationDomain", "getLoopIteratorTypes", "getResultTilePosition",
          "getTiledImplementation", "generateResultTileValue",
          "getIterationDomainTileFromResultTile"]>,
        DeclareOpInterfaceMethods<NPU_FusedOpInterface>], traits)> {
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();
    ::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>
    decomposeOperation(::mlir::OpBuilder &b);
  }];
  // The operations differ in operands only: one implementation over the roles
  // of the operands (lib/Dialect/NPU/IR/NPUNorm.h) serves all of them.
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() {
      return detail::verifyNorm(detail::getNorm(*this));
    }
    ::mlir::MutableOperandRange $cppClass::getDpsInitsMutable() {
      return detail::getInitsMutable(detail::getNorm(*this));
    }
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr,
        ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      // The inits are the last operands; with them come the result types.
      ::llvm::append_range(types, operands.take_back(}] # numInits # [{).getTypes());
      return ::llvm::success();
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &b,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return detail::reifyShapes(detail::getNorm(*this), b, shapes);
    }
    ::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>
    $cppClass::decomposeOperation(::mlir::OpBuilder &b) {
      return detail::decompose(detail::getNorm(*this), b);
    }

    ::llvm::SmallVector<::mlir::utils::IteratorType>
    $cppClass::getLoopIteratorTypes() {
      return detail::getIteratorTypes(detail::getNorm(*this));
    }
    ::llvm::SmallVector<::mlir::Range>
    $cppClass::getIterationDomain(::mlir::OpBuilder &b) {
      return detail::getIterationDomain(detail::getNorm(*this), b);
    }
    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::getTiledImplementation(
        ::mlir::OpBuilder &b, ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return detail::tile(detail::getNorm(*this), b, offsets, sizes);
    }
    ::llvm::LogicalResult $cppClass::getResultTilePosition(
        ::mlir::OpBuilder &, unsigned,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes,
        ::llvm::SmallVector<::mlir::OpFoldResult> &resultOffsets,
        ::llvm::SmallVector<::mlir::OpFoldResult> &resultSizes) {
      // Results have the shape of the iteration domain.
      resultOffsets.assign(offsets.begin(), offsets.end());
      resultSizes.assign(sizes.begin(), sizes.end());
      return ::llvm::success();
    }
    ::llvm::LogicalResult $cppClass::getIterationDomainTileFromResultTile(
        ::mlir::OpBuilder &, unsigned,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes,
        ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &domainOffsets,
        ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &domainSizes) {
      domainOffsets.assign(offsets.begin(), offsets.end());
      domainSizes.assign(sizes.begin(), sizes.end());
      return ::llvm::success();
    }
    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::generateResultTileValue(
        ::mlir::OpBuilder &b, unsigned resultNumber,
        ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return detail::tileResult(detail::getNorm(*this), b, resultNumber, offsets, sizes);
    }

    ::llvm::StringRef $cppClass::getAclnnName() {
      return detail::getNorm(*this).aclnnName;
    }
    std::optional<int64_t> $cppClass::getTrafficBytes() {
      return detail::getTrafficBytes(detail::getNorm(*this));
    }
    std::optional<int64_t> $cppClass::getFlops() {
      return detail::getFlops(detail::getNorm(*this));
    }
    ::mlir::FloatType $cppClass::getAccumulatorType() {
      return detail::getNorm(*this).getAccumulatorType();
    }
    void $cppClass::expandDims(::llvm::ArrayRef<int64_t> groups) {
      setNormRank(::llvm::sum_of(groups.take_back(getNormRank())));
    }
    std::optional<::npuprof::Verdict> $cppClass::checkConstraints(
        const ::npuprof::Device &device) {
      return detail::checkConstraints(detail::getNorm(*this), device);
    }
  }];
}

class NPU_SingleNormOp<string opMnemonic, list<Trait> traits = []>
    : NPU_NormOp<opMnemonic, 1, traits> {
  let results = (outs AnyRankedTensor:$result);
}

class NPU_AddNormOp<string opMnemonic, list<Trait> traits = []>
    : NPU_NormOp<opMnemonic, 2, traits> {
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
