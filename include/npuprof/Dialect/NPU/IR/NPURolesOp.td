//===- NPURolesOp.td - Families of fused operators ---------*- tablegen -*-===//

#ifndef NPUPROF_DIALECT_NPU_IR_NPUROLESOP_TD
#define NPUPROF_DIALECT_NPU_IR_NPUROLESOP_TD

include "npuprof/Dialect/NPU/IR/NPUOpBase.td"

// Operations that differ in their operands only share one implementation, over
// the roles of the operands: functions named alike, of what `detail::get<roles>`
// says of the operation (lib/Dialect/NPU/IR/NPU<roles>.h). The inits are the
// last operands, one for each result, and of the results' types; the loops are
// the dims of the first result.
class NPU_RolesOp<string opMnemonic, string roles, int numInits, list<Trait> traits>
    : NPU_FusedOp<opMnemonic, traits> {
  let extraClassDeclaration = fusedDeclarations;
  let extraClassDefinition = !subst("$roles", "detail::get" # roles # "(*this)", [{
    ::llvm::LogicalResult $cppClass::verify() {
      return detail::verify($roles);
    }
    ::mlir::MutableOperandRange $cppClass::getDpsInitsMutable() {
      return detail::getInitsMutable($roles);
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
      return detail::reifyShapes($roles, b, shapes);
    }
    ::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>
    $cppClass::decomposeOperation(::mlir::OpBuilder &b) {
      return detail::decompose($roles, b);
    }

    ::llvm::SmallVector<::mlir::utils::IteratorType>
    $cppClass::getLoopIteratorTypes() {
      return detail::getIteratorTypes($roles);
    }
    ::llvm::SmallVector<::mlir::Range>
    $cppClass::getIterationDomain(::mlir::OpBuilder &b) {
      return detail::getIterationDomain($roles, b);
    }
    ::mlir::FailureOr<::mlir::TilingResult> $cppClass::getTiledImplementation(
        ::mlir::OpBuilder &b, ::llvm::ArrayRef<::mlir::OpFoldResult> offsets,
        ::llvm::ArrayRef<::mlir::OpFoldResult> sizes) {
      return detail::tile($roles, b, offsets, sizes);
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
      return detail::tileResult($roles, b, resultNumber, offsets, sizes);
    }

    ::llvm::StringRef $cppClass::getAclnnName() {
      return $roles.aclnnName;
    }
    std::optional<int64_t> $cppClass::getTrafficBytes() {
      return detail::getTrafficBytes(*this);
    }
    std::optional<int64_t> $cppClass::getFlops() {
      return detail::getFlops($roles);
    }
    std::optional<int64_t> $cppClass::getCubeFlops() { return 0; }
    ::mlir::FloatType $cppClass::getAccumulatorType() {
      return $roles.getAccumulatorType();
    }
    bool $cppClass::hasFixedRank() { return false; }
    void $cppClass::expandDims(::llvm::ArrayRef<int64_t> groups) {
      detail::expandDims($roles, groups);
    }
    std::optional<::npuprof::Verdict> $cppClass::checkConstraints(
        const ::npuprof::Device &device) {
      return detail::checkConstraints($roles, device);
    }
  }]);
}

#endif // NPUPROF_DIALECT_NPU_IR_NPUROLESOP_TD
