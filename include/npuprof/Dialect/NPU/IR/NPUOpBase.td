//===- NPUOpBase.td - What operations of the dialect share -*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUOPBASE_TD
#define NPUPROF_DIALECT_NPU_IR_NPUOPBASE_TD

include "npuprof/Dialect/NPU/IR/NPUAttributes.td"
include "npuprof/Dialect/NPU/IR/NPUInterfaces.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"
include "mlir/IR/OpBase.td"

class NPU_Op<string opMnemonic, list<Trait> traits = []>
    : Op<NPU_Dialect, opMnemonic, traits>;

// A named operator: destination style, tiled by itself, and equal to its
// decomposition into linalg.
class NPU_FusedOp<string opMnemonic, list<Trait> traits = []>
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
  // For extraClassDeclaration: methods of interfaces that ODS does not declare.
  code fusedDeclarations = [{
    ::mlir::MutableOperandRange getDpsInitsMutable();
    ::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>
    decomposeOperation(::mlir::OpBuilder &b);
  }];
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUOPBASE_TD
