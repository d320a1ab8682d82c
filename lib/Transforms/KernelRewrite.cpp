//===- KernelRewrite.cpp - Put operations into kernels --------------------===//

#include "KernelRewrite.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "npuprof/Analysis/KernelParts.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include <queue>

using namespace npuprof;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Transposed operands
//===----------------------------------------------------------------------===//

/// Lets a matmul read what `transpose` shows it, by its maps. These allow the
/// two dims of the matrix to be swapped, and nothing else.
static bool foldTranspose(Operation *head, OpOperand &operand,
                          Operation *transpose) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(head);
  if (!isa<linalg::MatmulOp, linalg::BatchMatmulOp>(head))
    return false;
  SmallVector<int64_t> permutation = getPermutation(transpose);
  auto swap = llvm::to_vector(llvm::seq<int64_t>(0, permutation.size()));
  std::swap(swap.rbegin()[0], swap.rbegin()[1]);
  if (permutation != swap)
    return false;
  AffineMap map = linalgOp.getMatchingIndexingMap(&operand);
  SmallVector<AffineExpr> results(map.getNumResults());
  for (auto [dim, from] : llvm::enumerate(permutation))
    results[from] = map.getResult(dim);
  SmallVector<AffineMap> maps = linalgOp.getIndexingMapsArray();
  maps[operand.getOperandNumber()] = AffineMap::get(
      map.getNumDims(), map.getNumSymbols(), results, head->getContext());
  ArrayAttr attribute = Builder(head->getContext()).getAffineMapArrayAttr(maps);
  if (auto matmul = dyn_cast<linalg::MatmulOp>(head))
    matmul.setIndexingMapsAttr(attribute);
  else
    cast<linalg::BatchMatmulOp>(head).setIndexingMapsAttr(attribute);
  operand.set(getViewedValue(transpose));
  return true;
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

namespace {

/// Copies operations into a kernel, with what they need in front of them.
class BodyBuilder {
public:
  BodyBuilder(RewriterBase &rewriter, const KernelCandidate &candidate)
      : rewriter(rewriter), inside(candidate.ops.begin(), candidate.ops.end()),
        transposes(candidate.transposes.begin(), candidate.transposes.end()) {}

  void addOp(Operation *op) { clone(op); }
  Value getInside(Value value);
  /// The copy of an operation.
  Operation *lookup(Operation *op) {
    return mapping.lookup(op->getResult(0)).getDefiningOp();
  }

private:
  bool needsCopy(Operation *op);
  void clone(Operation *op);

  RewriterBase &rewriter;
  llvm::SmallPtrSet<Operation *, 16> inside, transposes;
  llvm::SmallDenseMap<Operation *, bool> copied;
  IRMapping mapping;
};

} // namespace

/// A view of something in the kernel, or where something of it goes.
bool BodyBuilder::needsCopy(Operation *op) {
  if (!op || inside.contains(op))
    return false;
  auto it = copied.find(op);
  if (it != copied.end())
    return it->second;
  PartInfo info = getPartInfo(op);
  bool needs = false;
  if (info.isView()) {
    Operation *source = getViewedValue(op).getDefiningOp();
    needs =
        transposes.contains(op) || inside.contains(source) || needsCopy(source);
  } else if (info.kind == PartKind::Free) {
    // A constant is the same wherever it stands.
    needs = !op->hasTrait<OpTrait::ConstantLike>();
  }
  copied[op] = needs;
  return needs;
}

void BodyBuilder::clone(Operation *op) {
  for (Value operand : op->getOperands())
    getInside(operand);
  Operation *copy = rewriter.clone(*op, mapping);
  // The kernel has the figures of all of them.
  copy->removeDiscardableAttr(npu::NPUDialect::getProfileAttrName());
}

Value BodyBuilder::getInside(Value value) {
  if (!mapping.contains(value) && needsCopy(value.getDefiningOp()))
    clone(value.getDefiningOp());
  return mapping.lookupOrDefault(value);
}

/// Erases operations that nothing needs any more, and what only they needed.
static void eraseDead(RewriterBase &rewriter,
                      SmallVector<Operation *> worklist) {
  llvm::SmallPtrSet<Operation *, 16> erased;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (erased.contains(op) || !isOpTriviallyDead(op))
      continue;
    llvm::SetVector<Value> used;
    used.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    erased.insert(op);
    rewriter.eraseOp(op);
    for (Value value : used)
      if (Operation *def = value.getDefiningOp())
        worklist.push_back(def);
  }
}

Operation *npuprof::rewriteKernel(RewriterBase &rewriter,
                                  const KernelCandidate &candidate) {
  SmallVector<Location> locs;
  for (Operation *op : candidate.ops)
    locs.push_back(op->getLoc());
  for (Operation *op : candidate.transposes)
    locs.push_back(op->getLoc());
  Location loc = rewriter.getFusedLoc(locs);

  // Behind the last of what computes; transposes of weights may stand
  // anywhere in front of their user.
  rewriter.setInsertionPointAfter(candidate.ops.back());
  SmallVector<Type> types =
      llvm::to_vector(ValueRange(candidate.results).getTypes());
  auto kernel = npu::KernelOp::create(rewriter, loc, types,
                                      rewriter.getStringAttr(candidate.name));
  Block &body = kernel.getBody().emplaceBlock();
  rewriter.setInsertionPointToStart(&body);
  BodyBuilder builder(rewriter, candidate);
  for (Operation *op : candidate.ops)
    builder.addOp(op);
  SmallVector<Value> yielded;
  for (Value result : candidate.results)
    yielded.push_back(builder.getInside(result));
  npu::YieldOp::create(rewriter, loc, yielded);

  if (candidate.head) {
    Operation *head = builder.lookup(candidate.head);
    for (OpOperand &operand : head->getOpOperands()) {
      Operation *def = operand.get().getDefiningOp();
      if (def && def->getBlock() == &body &&
          getPartInfo(def).kind == PartKind::Transpose &&
          foldTranspose(head, operand, def) && isOpTriviallyDead(def))
        rewriter.eraseOp(def);
    }
  }

  for (auto [result, value] :
       llvm::zip_equal(kernel.getResults(), candidate.results))
    rewriter.replaceUsesWithIf(value, result, [&](OpOperand &use) {
      return !kernel->isAncestor(use.getOwner());
    });
  // Views of a result stay where they are; those that only the parts needed
  // go along.
  SmallVector<Operation *> dead(candidate.transposes.begin(),
                                candidate.transposes.end());
  for (Operation *op : candidate.ops) {
    dead.push_back(op);
    llvm::append_range(dead, op->getUsers());
  }
  eraseDead(rewriter, std::move(dead));

  // A contraction that reads its operands transposed needs no kernel.
  Operation *only = builder.lookup(candidate.ops.front());
  bool isAlone =
      candidate.ops.size() == 1 &&
      llvm::all_of(body.without_terminator(), [&](Operation &op) {
        return &op == only || getPartInfo(&op).kind == PartKind::Free;
      });
  if (isAlone) {
    Operation *yield = body.getTerminator();
    rewriter.inlineBlockBefore(&body, kernel);
    rewriter.replaceOp(kernel, yield->getOperands());
    rewriter.eraseOp(yield);
    only->setLoc(loc);
    return only;
  }
  return kernel;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void npuprof::sortBlock(Block &block) {
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (Operation &op : block) {
    numbers[&op] = ops.size();
    ops.push_back(&op);
  }
  std::vector<SmallVector<unsigned, 2>> users(ops.size());
  std::vector<unsigned> missing(ops.size());
  bool isSorted = true;
  std::optional<unsigned> lastEffect;
  for (auto [number, op] : llvm::enumerate(ops)) {
    llvm::SetVector<Value> used;
    used.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    for (Value value : used) {
      auto it = numbers.find(value.getDefiningOp());
      if (it == numbers.end())
        continue;
      users[it->second].push_back(number);
      ++missing[number];
      isSorted &= it->second < number;
    }
    if (isMemoryEffectFree(op) && !op->hasTrait<OpTrait::IsTerminator>())
      continue;
    if (lastEffect) {
      users[*lastEffect].push_back(number);
      ++missing[number];
    }
    lastEffect = number;
  }
  if (isSorted)
    return;

  // Of all that has what it needs, the first comes first.
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (auto [number, count] : llvm::enumerate(missing))
    if (count == 0)
      ready.push(number);
  while (!ready.empty()) {
    unsigned number = ready.top();
    ready.pop();
    Operation *op = ops[number];
    op->moveBefore(&block, block.end());
    for (unsigned user : users[number])
      if (--missing[user] == 0)
        ready.push(user);
  }
}
