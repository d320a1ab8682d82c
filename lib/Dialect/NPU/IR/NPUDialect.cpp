//===- NPUDialect.cpp - The npu dialect -----------------------------------===//

#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace npuprof::npu;

#include "npuprof/Dialect/NPU/IR/NPUDialect.cpp.inc"

void NPUDialect::initialize() {
  registerAttributes();
  registerOperations();
}

/// An error unless `attribute` is the one that its name promises.
template <typename AttrT>
static LogicalResult verifyAttrKind(Operation *op, NamedAttribute attribute) {
  if (isa<AttrT>(attribute.getValue()))
    return success();
  return op->emitOpError() << "expects '" << attribute.getName().getValue()
                           << "' to be a #" << AttrT::name << ", got "
                           << attribute.getValue();
}

LogicalResult NPUDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  if (name == getProfileAttrName())
    return verifyAttrKind<ProfileAttr>(op, attribute);
  if (name == getTilingAttrName())
    return verifyAttrKind<TilingAttr>(op, attribute);
  if (name == getProfileSummaryAttrName()) {
    if (!isa<ModuleOp>(op))
      return op->emitOpError()
             << "has '" << name << "', which belongs on a module";
    return verifyAttrKind<ProfileSummaryAttr>(op, attribute);
  }
  return op->emitOpError() << "has the unknown attribute '" << name
                           << "'; the npu dialect knows '"
                           << getProfileAttrName() << "', '"
                           << getTilingAttrName() << "' and '"
                           << getProfileSummaryAttrName() << "'";
}

/// What was measured belongs to operations.
static LogicalResult rejectValueAttribute(Operation *op,
                                          NamedAttribute attribute) {
  return op->emitOpError() << "has '" << attribute.getName().getValue()
                           << "' on an argument or result; it belongs on an "
                              "operation";
}

static LogicalResult verifyPairs(Operation *op, NamedAttribute attribute) {
  auto mode = dyn_cast<StringAttr>(attribute.getValue());
  if (mode && (mode == "half" || mode == "interleaved"))
    return success();
  return op->emitOpError() << "expects '" << attribute.getName().getValue()
                           << "' to be \"half\" or \"interleaved\", got "
                           << attribute.getValue();
}

LogicalResult NPUDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned regionIndex,
                                                   unsigned argIndex,
                                                   NamedAttribute attribute) {
  // The attributes that say something of an argument: of a pattern's.
  if (attribute.getName() == getPairsAttrName())
    return verifyPairs(op, attribute);
  if (attribute.getName() == getBroadcastAttrName()) {
    if (isa<UnitAttr>(attribute.getValue()))
      return success();
    return op->emitOpError()
           << "expects '" << getBroadcastAttrName()
           << "' to have no value, got " << attribute.getValue();
  }
  if (attribute.getName() == getGroupedAttrName()) {
    if (isa<IntegerAttr>(attribute.getValue()))
      return success();
    return op->emitOpError()
           << "expects '" << getGroupedAttrName()
           << "' to be the number of a dim, got " << attribute.getValue();
  }
  if (attribute.getName() == getIdentityAttrName()) {
    if (isa<FloatAttr>(attribute.getValue()))
      return success();
    return op->emitOpError() << "expects '" << getIdentityAttrName()
                             << "' to be a float, got " << attribute.getValue();
  }
  return rejectValueAttribute(op, attribute);
}

LogicalResult
NPUDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                        unsigned resultIndex,
                                        NamedAttribute attribute) {
  if (attribute.getName() == getPairsAttrName())
    return verifyPairs(op, attribute);
  return rejectValueAttribute(op, attribute);
}

ProfileAttr npuprof::npu::getProfile(Operation *op) {
  return op->getAttrOfType<ProfileAttr>(NPUDialect::getProfileAttrName());
}

void npuprof::npu::setProfile(Operation *op, ProfileAttr profile) {
  if (profile)
    op->setDiscardableAttr(NPUDialect::getProfileAttrName(), profile);
  else
    op->removeDiscardableAttr(NPUDialect::getProfileAttrName());
}
