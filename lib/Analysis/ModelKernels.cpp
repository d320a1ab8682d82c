//===- ModelKernels.cpp - A module as a sequence of kernels ---------------===//

#include "npuprof/Analysis/ModelKernels.h"
#include "npuprof/Analysis/OperationKind.h"
#include "npuprof/Analysis/OperatorTypeTable.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace npuprof;

llvm::SmallVector<llvm::StringRef, 1> npuprof::getLocationNames(Location loc) {
  llvm::SmallVector<llvm::StringRef, 1> names;
  loc->walk([&](Location nested) {
    if (auto name = dyn_cast<NameLoc>(nested))
      if (!llvm::is_contained(names, name.getName().getValue()))
        names.push_back(name.getName().getValue());
    return WalkResult::advance();
  });
  return names;
}

namespace npuprof {

/// Walks the module and fills ModelKernels.
class ModelKernelsBuilder {
public:
  ModelKernelsBuilder(ModelKernels &model, ArrayRef<OpGroup> groups);
  void addModule(Operation *module);

private:
  /// Calls that call each other twice, and so on, would never end.
  static constexpr size_t maxKernels = 1 << 18;

  void addEntry(FunctionOpInterface function);
  void addBlocks(Region &region);
  void addOperation(Operation *op);
  void addCall(CallOpInterface call);
  void addFunctionName(Operation *op, FunctionOpInterface function,
                       size_t firstKernel);
  void addGroup(const OpGroup &group);
  ModelKernel &addKernel(Operation *op);

  const OperatorTypes *getTypes(ArrayRef<std::string> keys,
                                ArrayRef<std::string> bodyKeys);
  TensorDesc describe(Type type);
  StringRef getElementTypeName(Type type);
  void addTensors(TypeRange types, std::vector<TensorDesc> &tensors);

  ModelKernels &model;
  SymbolTableCollection symbolTables;
  llvm::DenseMap<Operation *, SmallVector<const OpGroup *, 1>> groupsByRoot;
  llvm::DenseSet<Operation *> groupParts;
  /// Values that are known without running anything.
  llvm::DenseSet<Value> constants;
  llvm::DenseMap<Type, StringRef> elementTypeNames;
  llvm::SetVector<Operation *> callStack;
  bool atSegmentStart = true;
};

} // namespace npuprof

ModelKernelsBuilder::ModelKernelsBuilder(ModelKernels &model,
                                         ArrayRef<OpGroup> groups)
    : model(model) {
  for (const OpGroup &group : groups) {
    groupsByRoot[group.root].push_back(&group);
    groupParts.insert(group.ops.begin(), group.ops.end());
  }
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

ModelKernel &ModelKernelsBuilder::addKernel(Operation *op) {
  ModelKernel &kernel = model.kernels.emplace_back();
  model.operations.push_back(op);
  kernel.startsSegment = atSegmentStart;
  atSegmentStart = false;
  return kernel;
}

/// Types of what the keys name, with those that the body's steps are the
/// telling part of.
const OperatorTypes *
ModelKernelsBuilder::getTypes(ArrayRef<std::string> keys,
                              ArrayRef<std::string> bodyKeys) {
  if (keys.empty() && bodyKeys.empty())
    return nullptr;
  std::string id = llvm::join(keys, " ") + "|" + llvm::join(bodyKeys, " ");
  auto [it, inserted] = model.typesByKey.try_emplace(id);
  OperatorTypes &types = it->second;
  if (!inserted)
    return &types;
  const OperatorTypeTable &table = OperatorTypeTable::get();
  for (StringRef key : keys) {
    if (const auto *entry = table.lookup(key)) {
      types.whole.append(entry->types.whole);
      types.partOf.append(entry->types.partOf);
      types.classes.append(entry->types.classes);
    }
    // An operation's own name is a type too: ttir.rms_norm is RmsNorm.
    types.whole.push_back(getNameInDialect(key).str());
  }
  for (StringRef key : bodyKeys) {
    if (const auto *entry = table.lookup(key)) {
      types.partOf.append(entry->types.partOf);
      // A region that runs as one launch has no type of its own.
      if (keys.empty())
        types.partOf.append(entry->types.whole);
    }
  }
  return &types;
}

/// MLIR's spelling of an element type, kept once.
StringRef ModelKernelsBuilder::getElementTypeName(Type type) {
  auto [it, inserted] = elementTypeNames.try_emplace(type);
  if (inserted) {
    std::string &name = model.strings.emplace_back();
    llvm::raw_string_ostream(name) << type;
    it->second = name;
  }
  return it->second;
}

TensorDesc ModelKernelsBuilder::describe(Type type) {
  TensorDesc desc;
  auto shaped = cast<ShapedType>(type);
  desc.dtype = getElementTypeName(shaped.getElementType());
  if (!shaped.hasRank())
    desc.dims.push_back(-1);
  else
    for (int64_t dim : shaped.getShape())
      desc.dims.push_back(ShapedType::isDynamic(dim) ? -1 : dim);
  return desc;
}

void ModelKernelsBuilder::addTensors(TypeRange types,
                                     std::vector<TensorDesc> &tensors) {
  for (Type type : types)
    if (isa<TensorType, BaseMemRefType>(type))
      tensors.push_back(describe(type));
}

void ModelKernelsBuilder::addGroup(const OpGroup &group) {
  ModelKernel &kernel = addKernel(group.root);
  kernel.names = getLocationNames(group.root->getLoc());
  kernel.types = getTypes({"fusion:" + group.fusion}, {});
  llvm::SmallPtrSet<Operation *, 16> inside(group.ops.begin(), group.ops.end());
  llvm::SetVector<Value> inputs;
  for (Operation *op : group.ops)
    for (Value operand : op->getOperands())
      if (!inside.contains(operand.getDefiningOp()) &&
          !isa_and_present<tensor::EmptyOp>(operand.getDefiningOp()))
        inputs.insert(operand);
  addTensors(ValueRange(inputs.getArrayRef()).getTypes(),
             kernel.signature.inputs);
  addTensors(group.root->getResultTypes(), kernel.signature.outputs);
}

//===----------------------------------------------------------------------===//
// The sequence
//===----------------------------------------------------------------------===//

void ModelKernelsBuilder::addOperation(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op))
    return addCall(call);

  OperationKind kind = getOperationKind(op);
  if (kind.role == OperationRole::Nested) {
    for (Region &region : op->getRegions())
      addBlocks(region);
    return;
  }

  bool constant = op->hasTrait<OpTrait::ConstantLike>() ||
                  isa<tensor::EmptyOp>(op) ||
                  (isPure(op) && op->getNumOperands() > 0 &&
                   llvm::all_of(op->getOperands(), [&](Value operand) {
                     return constants.contains(operand);
                   }));
  if (constant)
    constants.insert(op->result_begin(), op->result_end());

  if (kind.role != OperationRole::None) {
    ModelKernel &kernel = addKernel(op);
    kernel.names = getLocationNames(op->getLoc());
    if (auto npuKernel = dyn_cast<npu::KernelOp>(op))
      if (std::optional<StringRef> name = npuKernel.getName())
        kernel.names.push_back(*name);
    kernel.types = getTypes(kind.keys, kind.bodyKeys);
    kernel.optional =
        kind.role == OperationRole::View || constant || kernel.types == nullptr;
    kernel.groupPart = groupParts.contains(op);
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
      for (OpOperand *operand : dps.getDpsInputOperands())
        addTensors(operand->get().getType(), kernel.signature.inputs);
      addTensors(dps.getDpsInits().getTypes(), kernel.signature.outputs);
    } else {
      addTensors(op->getOperandTypes(), kernel.signature.inputs);
      addTensors(op->getResultTypes(), kernel.signature.outputs);
    }
  }
  if (auto it = groupsByRoot.find(op); it != groupsByRoot.end())
    for (const OpGroup *group : it->second)
      addGroup(*group);
}

void ModelKernelsBuilder::addBlocks(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      addOperation(&op);
}

/// A row may carry the name of a whole function. It goes to the function's only
/// kernel, or to the call (or the function) itself.
void ModelKernelsBuilder::addFunctionName(Operation *op,
                                          FunctionOpInterface function,
                                          size_t firstKernel) {
  SmallVector<StringRef, 1> names = getLocationNames(op->getLoc());
  names.push_back(function.getName());
  ModelKernel *only = nullptr;
  size_t firm = 0;
  for (size_t i = firstKernel; i < model.kernels.size(); ++i) {
    ModelKernel &kernel = model.kernels[i];
    if (!kernel.optional && !kernel.groupPart) {
      only = &kernel;
      ++firm;
    }
  }
  if (firm == 0)
    return;
  if (firm > 1) {
    only = &addKernel(op);
    only->optional = true;
  }
  only->names.append(names);
}

void ModelKernelsBuilder::addCall(CallOpInterface call) {
  auto function = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  bool follow = function && !function.isExternal() &&
                model.kernels.size() < maxKernels && callStack.insert(function);
  if (!follow) {
    if (!llvm::any_of(call->getResultTypes(), llvm::IsaPred<TensorType>))
      return;
    // A function that is not here, or not once more: one kernel by its name.
    ModelKernel &kernel = addKernel(call);
    kernel.names = getLocationNames(call->getLoc());
    if (auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee())) {
      kernel.names.push_back(callee.getLeafReference().getValue());
      kernel.types = getTypes(callee.getLeafReference().str(), {});
    }
    addTensors(call.getArgOperands().getTypes(), kernel.signature.inputs);
    addTensors(call->getResultTypes(), kernel.signature.outputs);
    return;
  }
  size_t firstKernel = model.kernels.size();
  addBlocks(function.getFunctionBody());
  callStack.remove(function);
  addFunctionName(call, function, firstKernel);
}

void ModelKernelsBuilder::addEntry(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  atSegmentStart = true;
  callStack.insert(function);
  size_t firstKernel = model.kernels.size();
  addBlocks(function.getFunctionBody());
  addFunctionName(function, function, firstKernel);
  callStack.clear();
}

void ModelKernelsBuilder::addModule(Operation *module) {
  llvm::DenseSet<Operation *> called;
  SmallVector<FunctionOpInterface> functions;
  SmallVector<Operation *> foreign;
  module->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op))
      called.insert(call.resolveCallableInTable(&symbolTables));
    else if (auto function = dyn_cast<FunctionOpInterface>(op))
      functions.push_back(function);
    else if (!op->isRegistered() && op->getNumRegions() > 0 &&
             isa_and_present<ModuleOp>(op->getParentOp()))
      foreign.push_back(op);
  });
  bool anyEntry = llvm::any_of(functions, [&](FunctionOpInterface function) {
    return !called.contains(function);
  });
  for (FunctionOpInterface function : functions)
    if (!anyEntry || !called.contains(function))
      addEntry(function);
  // Functions of dialects that are not loaded.
  for (Operation *op : foreign) {
    atSegmentStart = true;
    for (Region &region : op->getRegions())
      addBlocks(region);
  }
}

ModelKernels::ModelKernels(ModuleOp module, ArrayRef<OpGroup> groups) {
  ModelKernelsBuilder(*this, groups).addModule(module);
}
