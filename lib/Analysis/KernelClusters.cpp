//===- KernelClusters.cpp - What can share a launch by structure ----------===//
//
// One walk over each block in program order. Each operation joins the units of
// what it reads where that is legal; a unit is a kernel to be. UnitOrder keeps
// them free of cycles. Views and what is Free are no nodes: they are looked
// through, and a kernel gets its own.
//
//===----------------------------------------------------------------------===//

#include "npuprof/Analysis/KernelClusters.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "npuprof/Analysis/KernelParts.h"
#include "npuprof/Analysis/KernelWork.h"
#include "npuprof/Analysis/OperationKind.h"
#include "npuprof/Analysis/UnitOrder.h"
#include "npuprof/Device/Thresholds.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace npuprof;
using namespace mlir;

namespace {

/// A value behind all views of it.
struct Root {
  Value value;
  bool isTransposed = false;
};

/// A kernel to be: a set of nodes.
struct Unit {
  /// In program order, which node numbers follow.
  SmallVector<unsigned, 2> nodes;
  /// Values from outside that are read, constants of one number left out.
  llvm::SmallSetVector<Value, 4> inputs;
  /// Of the largest part; of a head, elements of its result.
  int64_t points = 1;
  /// In how many shares that need nothing of each other the work can be cut.
  int64_t shares = 1;
  /// The contraction or convolution that leads a tail.
  Operation *head = nullptr;
  /// Transposes of the head's operands, which it reads in the other order.
  SmallVector<Operation *, 2> transposes;
  /// Whether others may join.
  bool isOpen = false;
  bool hasReduction = false;
  unsigned segment = 0;
};

class BlockClusters {
public:
  BlockClusters(Block &block, const Device &device,
                std::vector<KernelCandidate> &candidates,
                llvm::DenseMap<Operation *, Verdict> &lone)
      : block(block), device(device), candidates(candidates), lone(lone) {}
  void run();

private:
  // The graph.
  void addView(Operation *op, const PartInfo &info);
  unsigned addNode(Operation *op, PartInfo info);
  Root getRoot(Value value) const;
  std::optional<unsigned> getNode(Value root) const;
  std::optional<unsigned> getUnit(Value root) const;

  // Growth.
  void join(unsigned node);
  bool joinTail(unsigned unit, unsigned node);
  void joinVectors(unsigned node);
  bool mergeVectors(unsigned a, unsigned b);
  void addWeightWork(unsigned node);
  void addHeadTransposes(unsigned node);
  void absorbSmallUnits();

  // Limits.
  Unit combine(const Unit &a, const Unit &b) const;
  bool commit(unsigned a, unsigned b, Unit merged);
  int64_t getShareBytes(const Unit &unit) const;
  double getTimeUs(const Unit &unit) const;
  std::optional<Verdict> checkLimits(const Unit &unit) const;
  void refuse(unsigned a, unsigned b, Verdict verdict);

  // Results.
  bool isUsedOutside(Value value, unsigned unit,
                     ArrayRef<Operation *> inside = {}) const;
  std::optional<unsigned> getOnlyUser(unsigned unit) const;
  void addLayoutResults(unsigned unit, KernelCandidate &candidate) const;
  KernelCandidate makeCandidate(unsigned unit) const;
  bool isLaunch(unsigned node) const;
  void finish();

  Block &block;
  const Device &device;
  std::vector<KernelCandidate> &candidates;
  /// Launches that stay, and why.
  llvm::DenseMap<Operation *, Verdict> &lone;

  UnitOrder order;
  std::vector<Operation *> nodes;
  std::vector<PartInfo> infos;
  /// What spoke first against sharing a launch.
  std::vector<std::optional<Verdict>> refusals;
  /// Of the node that names the unit.
  std::vector<Unit> units;
  llvm::DenseMap<Operation *, unsigned> numbers;
  /// Of results of views.
  llvm::DenseMap<Value, Root> roots;
  /// The last unit that reads all of a value.
  llvm::DenseMap<Value, unsigned> lastReaders;
  /// Grows with each effect: no operation moves past one.
  unsigned segment = 0;
};

} // namespace

static int64_t getElements(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return 0;
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    elements *=
        ShapedType::isDynamic(size) ? getThresholds().dynamicSize : size;
  return elements;
}

/// A number that the kernel holds, rather than a tensor that it reads.
static bool isNumber(Value value) {
  DenseElementsAttr elements;
  return !isa<RankedTensorType>(value.getType()) || getElements(value) == 1 ||
         (matchPattern(value, m_Constant(&elements)) && elements.isSplat());
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

Root BlockClusters::getRoot(Value value) const {
  auto it = roots.find(value);
  return it == roots.end() ? Root{value} : it->second;
}

std::optional<unsigned> BlockClusters::getNode(Value root) const {
  auto it = numbers.find(root.getDefiningOp());
  if (it == numbers.end())
    return std::nullopt;
  return it->second;
}

std::optional<unsigned> BlockClusters::getUnit(Value root) const {
  std::optional<unsigned> node = getNode(root);
  return node ? std::optional(order.find(*node)) : std::nullopt;
}

/// What is there before the model runs, as far as a function tells: activations
/// that come as arguments look the same.
static bool isWeight(Value root) {
  if (matchPattern(root, m_Constant()))
    return true;
  // One argument may hold the weights of all layers.
  if (auto slice = root.getDefiningOp<tensor::ExtractSliceOp>())
    return isWeight(slice.getSource());
  auto argument = dyn_cast<BlockArgument>(root);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

void BlockClusters::addView(Operation *op, const PartInfo &info) {
  Root root = getRoot(getViewedValue(op));
  root.isTransposed |= info.kind == PartKind::Transpose;
  roots[op->getResult(0)] = root;
}

unsigned BlockClusters::addNode(Operation *op, PartInfo info) {
  llvm::SmallSetVector<Value, 8> used;
  used.insert_range(op->getOperands());
  if (op->getNumRegions() != 0) {
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    used.insert_range(captured);
  }
  SmallVector<unsigned> needed;
  for (Value value : used)
    if (std::optional<unsigned> node = getNode(getRoot(value).value))
      needed.push_back(*node);
  unsigned node = order.addNode(needed);
  numbers[op] = node;
  nodes.push_back(op);
  refusals.emplace_back();

  Unit unit;
  unit.nodes.push_back(node);
  unit.points = info.points;
  unit.shares = info.shares;
  unit.hasReduction = info.isReduction;
  unit.segment = segment;
  unit.isOpen = info.isVector() || info.kind == PartKind::Head;
  if (info.kind == PartKind::Head) {
    unit.head = op;
    unit.points = getElements(op->getResult(0));
  }
  for (PartAccess &access : info.accesses)
    if (Value root = getRoot(access.value).value; !isNumber(root))
      unit.inputs.insert(root);
  units.push_back(std::move(unit));
  infos.push_back(std::move(info));
  return node;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The union, without a check.
Unit BlockClusters::combine(const Unit &a, const Unit &b) const {
  Unit whole = a;
  whole.nodes.clear();
  std::merge(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
             std::back_inserter(whole.nodes));
  whole.inputs.insert_range(b.inputs);
  whole.inputs.remove_if([&](Value input) {
    std::optional<unsigned> node = getNode(input);
    return node && llvm::binary_search(whole.nodes, *node);
  });
  whole.hasReduction |= b.hasReduction;
  llvm::append_range(whole.transposes, b.transposes);
  return whole;
}

/// What on-chip memory holds at once, at most, while one share is worked on.
int64_t BlockClusters::getShareBytes(const Unit &unit) const {
  llvm::SmallDenseMap<Value, unsigned> lastUses;
  llvm::SmallDenseMap<Value, int64_t> sizes;
  for (unsigned node : unit.nodes) {
    for (const PartAccess &access : infos[node].accesses) {
      Value root = getRoot(access.value).value;
      if (isNumber(root))
        continue;
      int64_t bytes = getTensorBytes(root.getType());
      // What is not cut like the work is needed whole, but never more of it
      // than one element for each point.
      if (access.shares % unit.shares == 0)
        bytes = llvm::divideCeil(bytes, unit.shares);
      else
        bytes = std::min<int64_t>(
            bytes, llvm::divideCeil(bytes, getElements(root)) *
                       llvm::divideCeil(infos[node].points, unit.shares));
      lastUses[root] = node;
      sizes[root] = std::max(sizes[root], bytes);
    }
    for (Value result : nodes[node]->getResults()) {
      lastUses[result] = node;
      sizes[result] =
          llvm::divideCeil(getTensorBytes(result.getType()), unit.shares);
    }
  }
  int64_t live = 0, most = 0;
  llvm::SmallDenseSet<Value> loaded;
  llvm::SmallVector<Value> ending;
  for (unsigned node : unit.nodes) {
    ending.clear();
    auto touch = [&](Value value) {
      auto it = lastUses.find(value);
      if (it == lastUses.end() || !loaded.insert(value).second) {
        if (it != lastUses.end() && it->second == node &&
            !llvm::is_contained(ending, value))
          ending.push_back(value);
        return;
      }
      live += sizes[value];
      if (it->second == node)
        ending.push_back(value);
    };
    for (const PartAccess &access : infos[node].accesses)
      touch(getRoot(access.value).value);
    for (Value result : nodes[node]->getResults())
      touch(result);
    most = std::max(most, live);
    for (Value value : ending)
      live -= sizes[value];
  }
  return most;
}

/// Device time of a unit as its traffic with GM tells it; fewer shares than
/// cores leave some idle.
double BlockClusters::getTimeUs(const Unit &unit) const {
  double bytes = 0;
  for (Value input : unit.inputs)
    bytes += getTensorBytes(input.getType());
  for (unsigned node : unit.nodes)
    if (infos[node].points == unit.points) {
      bytes += getTensorBytes(nodes[node]->getResult(0).getType());
      break;
    }
  double busy = std::min(1.0, static_cast<double>(unit.shares) /
                                  static_cast<double>(device.vectorCores));
  return bytes / busy / device.gmBandwidth * 1e6;
}

std::optional<Verdict> BlockClusters::checkLimits(const Unit &unit) const {
  auto exceeds = [](Reason reason, int64_t is, int64_t most) {
    return Verdict::refuse(reason,
                           llvm::formatv("{0}, at most {1}", is, most).str());
  };
  if (static_cast<int64_t>(unit.nodes.size()) > device.kernelNodes)
    return exceeds(Reason::TooManyNodes, unit.nodes.size(), device.kernelNodes);
  if (static_cast<int64_t>(unit.inputs.size()) > device.kernelInputs)
    return exceeds(Reason::TooManyInputs, unit.inputs.size(),
                   device.kernelInputs);
  if (unit.head || device.ubBytes == 0)
    return std::nullopt;
  // Two buffers for each: one is worked on while the other is filled.
  int64_t bytes = 2 * getShareBytes(unit);
  if (bytes > device.ubBytes && unit.shares < unit.points)
    return Verdict::refuse(Reason::ExceedsUb,
                           llvm::formatv("{0} B a row in two buffers, UB has "
                                         "{1} B",
                                         bytes, device.ubBytes)
                               .str());
  return std::nullopt;
}

void BlockClusters::refuse(unsigned a, unsigned b, Verdict verdict) {
  for (unsigned unit : {a, b})
    for (unsigned node : units[unit].nodes)
      if (!refusals[node])
        refusals[node] = verdict;
}

bool BlockClusters::commit(unsigned a, unsigned b, Unit merged) {
  if (units[a].segment != units[b].segment) {
    refuse(a, b, Verdict::refuse(Reason::SideEffects));
    return false;
  }
  if (std::optional<Verdict> refusal = checkLimits(merged)) {
    refuse(a, b, *refusal);
    return false;
  }
  if (!order.merge(a, b)) {
    refuse(a, b, Verdict::refuse(Reason::Cycle));
    return false;
  }
  units[a] = std::move(merged);
  units[b] = Unit();
  return true;
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

bool BlockClusters::mergeVectors(unsigned a, unsigned b) {
  Unit merged = combine(units[a], units[b]);
  merged.points = std::max(units[a].points, units[b].points);
  merged.shares = std::gcd(units[a].shares, units[b].shares);
  for (auto [readers, writers] : {std::pair(a, b), std::pair(b, a)})
    for (unsigned node : units[readers].nodes)
      for (const PartAccess &access : infos[node].accesses) {
        Root root = getRoot(access.value);
        if (getUnit(root.value) != writers)
          continue;
        if (root.isTransposed) {
          refuse(a, b, Verdict::refuse(Reason::RowsDiffer, "a transpose"));
          return false;
        }
        merged.shares = std::gcd(merged.shares, access.shares);
      }
  double mergedUs = getTimeUs(merged);
  double apartUs = getTimeUs(units[a]) + getTimeUs(units[b]) + device.launchUs +
                   device.kernelFloorUs;
  if (mergedUs > apartUs) {
    refuse(a, b,
           Verdict::refuse(Reason::RowsDiffer,
                           llvm::formatv("{0} rows in common for {1} cores",
                                         merged.shares, device.vectorCores)
                               .str()));
    return false;
  }
  return commit(a, b, std::move(merged));
}

void BlockClusters::joinVectors(unsigned node) {
  const PartInfo &info = infos[node];
  llvm::SmallSetVector<unsigned, 4> partners;
  for (const PartAccess &access : info.accesses)
    if (std::optional<unsigned> unit = getUnit(getRoot(access.value).value);
        unit && units[*unit].isOpen && !units[*unit].head)
      partners.insert(*unit);
  // Independent work over the same elements: what both read is read once.
  for (const PartAccess &access : info.accesses) {
    Root root = getRoot(access.value);
    if (!access.isBijective || root.isTransposed || isNumber(root.value))
      continue;
    auto it = lastReaders.find(root.value);
    if (it == lastReaders.end())
      continue;
    unsigned unit = order.find(it->second);
    if (units[unit].points == info.points)
      partners.insert(unit);
  }
  for (unsigned partner : partners) {
    unsigned a = order.find(partner), b = order.find(node);
    if (a != b)
      mergeVectors(a, b);
  }
  for (const PartAccess &access : info.accesses)
    if (Root root = getRoot(access.value);
        access.isBijective && !root.isTransposed)
      lastReaders[root.value] = node;
}

/// Elementwise work on the output tile of a contraction.
bool BlockClusters::joinTail(unsigned unit, unsigned node) {
  const PartInfo &info = infos[node];
  auto refuseRows = [&](const char *detail) {
    if (!refusals[node])
      refusals[node] = Verdict::refuse(Reason::RowsDiffer, detail);
    return false;
  };
  if (info.isReduction)
    return refuseRows("a reduction needs more than the contraction's tile");
  if (info.points != units[unit].points)
    return refuseRows("more elements than the contraction's result");
  for (const PartAccess &access : info.accesses)
    if (getUnit(getRoot(access.value).value) == unit && !access.isBijective)
      return refuseRows("a broadcast of the contraction's result");
  for (Value result : nodes[node]->getResults())
    if (getElements(result) != info.points)
      return refuseRows("a result of another size");
  return commit(unit, node, combine(units[unit], units[node]));
}

/// Weights that are made of integers, and all that makes floats of them.
static bool dequantises(Operation *op) {
  auto hasIntegers = [](Value value) {
    return getElementTypeOrSelf(value).isInteger();
  };
  return isa<FloatType>(getElementTypeOrSelf(op->getResult(0))) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return hasIntegers(operand) &&
                  isa<RankedTensorType>(operand.getType()) &&
                  !isNumber(operand);
         });
}

void BlockClusters::addWeightWork(unsigned node) {
  Value weight = getRoot(getWeightOperand(nodes[node]).get()).value;
  std::optional<unsigned> unit = getUnit(weight);
  if (!unit || *unit == node)
    return;
  const Unit &work = units[*unit];
  bool isDequantisation = work.isOpen && !work.head && !work.hasReduction &&
                          llvm::all_of(work.inputs, isWeight) &&
                          llvm::any_of(work.nodes, [&](unsigned part) {
                            return dequantises(nodes[part]);
                          });
  if (!isDequantisation || getOnlyUser(*unit) != node)
    return;
  // Where the integers are transposed first, the kernel does that too.
  Unit merged = combine(units[node], work);
  for (unsigned part : work.nodes)
    for (const PartAccess &access : infos[part].accesses)
      for (Operation *def = access.value.getDefiningOp();
           def && roots.contains(def->getResult(0));
           def = getViewedValue(def).getDefiningOp())
        if (getPartInfo(def).kind == PartKind::Transpose)
          merged.transposes.push_back(def);
  commit(node, *unit, std::move(merged));
}

/// Transposes that a contraction does while it reads: of weights, and of the
/// last two dims of a matrix that nothing else reads.
void BlockClusters::addHeadTransposes(unsigned node) {
  Operation *head = nodes[node];
  OpOperand &weight = getWeightOperand(head);
  bool isMatmul = isa<linalg::MatmulOp, linalg::BatchMatmulOp>(head);
  for (OpOperand &operand : head->getOpOperands()) {
    bool onlyMatrix = isMatmul && operand.getOperandNumber() < 2;
    if (&operand != &weight && !onlyMatrix)
      continue;
    bool isWeightPath =
        &operand == &weight && isWeight(getRoot(operand.get()).value);
    SmallVector<Operation *> path;
    for (Operation *def = operand.get().getDefiningOp();
         def &&
         llvm::any_of(def->getResults(),
                      [&](Value result) { return roots.contains(result); });
         def = getViewedValue(def).getDefiningOp())
      if (getPartInfo(def).kind == PartKind::Transpose)
        path.push_back(def);
    if (path.empty())
      continue;
    SmallVector<int64_t> swap = llvm::to_vector(llvm::seq<int64_t>(
        0, cast<ShapedType>(operand.get().getType()).getRank()));
    if (swap.size() >= 2)
      std::swap(swap[swap.size() - 1], swap[swap.size() - 2]);
    bool isSwap =
        path.size() == 1 && operand.get().getDefiningOp() == path.front() &&
        path.front()->hasOneUse() && getPermutation(path.front()) == swap;
    if (isWeightPath || (onlyMatrix && isSwap))
      llvm::append_range(units[node].transposes, path);
  }
}

void BlockClusters::join(unsigned node) {
  const PartInfo &info = infos[node];
  if (info.kind == PartKind::Head) {
    addWeightWork(node);
    addHeadTransposes(node);
    return;
  }
  // The tail whose head comes last: it can take what the others make.
  SmallVector<unsigned> heads;
  for (const PartAccess &access : info.accesses)
    if (std::optional<unsigned> unit = getUnit(getRoot(access.value).value);
        unit && units[*unit].head && !llvm::is_contained(heads, *unit))
      heads.push_back(*unit);
  llvm::sort(heads, [&](unsigned a, unsigned b) {
    return order.getPlace(a) > order.getPlace(b);
  });
  for (unsigned head : heads)
    if (joinTail(head, node))
      return;
  if (info.isVector())
    joinVectors(node);
}

/// Work on a few numbers (a variance of each channel) that only one kernel
/// needs: doing it again for each tile costs less than a launch.
void BlockClusters::absorbSmallUnits() {
  for (unsigned node = nodes.size(); node-- > 0;) {
    if (order.find(node) != node || !units[node].isOpen || units[node].head ||
        units[node].hasReduction)
      continue;
    std::optional<unsigned> user = getOnlyUser(node);
    if (!user || !units[*user].isOpen)
      continue;
    double share = static_cast<double>(units[node].points) /
                   static_cast<double>(units[*user].points);
    if (share > getThresholds().recomputeShare)
      continue;
    Unit merged = combine(units[*user], units[node]);
    commit(*user, node, std::move(merged));
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Whether an operation that is not in the unit needs the value, or a view of
/// it; `inside` are views that belong to the unit.
bool BlockClusters::isUsedOutside(Value value, unsigned unit,
                                  ArrayRef<Operation *> inside) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (llvm::is_contained(inside, user))
      return false;
    Operation *inBlock = block.findAncestorOpInBlock(*user);
    auto it = numbers.find(inBlock);
    if (it != numbers.end())
      return order.find(it->second) != unit;
    return llvm::any_of(inBlock->getResults(), [&](Value result) {
      return isUsedOutside(result, unit, inside);
    });
  });
}

/// The unit that all users of a unit's results are in.
std::optional<unsigned> BlockClusters::getOnlyUser(unsigned unit) const {
  std::optional<unsigned> only;
  // The users that are nodes, through views.
  SmallVector<Value> worklist;
  for (unsigned node : units[unit].nodes)
    llvm::append_range(worklist, nodes[node]->getResults());
  while (!worklist.empty()) {
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      Operation *inBlock = block.findAncestorOpInBlock(*user);
      auto it = numbers.find(inBlock);
      if (it == numbers.end()) {
        // Not reached yet, or a view.
        if (inBlock->getNumResults() != 1 ||
            !roots.contains(inBlock->getResult(0)))
          return std::nullopt;
        llvm::append_range(worklist, inBlock->getResults());
        continue;
      }
      unsigned other = order.find(it->second);
      if (other == unit)
        continue;
      if (only && *only != other)
        return std::nullopt;
      only = other;
    }
  }
  return only;
}

/// A convolution of channels-last data between transposes: work behind is on
/// the other layout, and what is transposed back is another result of the
/// kernel.
void BlockClusters::addLayoutResults(unsigned unit,
                                     KernelCandidate &candidate) const {
  // Which dim of the head's result each dim of a value is.
  llvm::SmallDenseMap<Value, SmallVector<int64_t>> layouts;
  auto rank =
      cast<ShapedType>(candidate.head->getResult(0).getType()).getRank();
  auto identity = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  layouts[candidate.head->getResult(0)] = identity;
  auto getLayout = [&](Value value) -> SmallVector<int64_t> {
    SmallVector<Operation *> path;
    while (!layouts.contains(value)) {
      Operation *def = value.getDefiningOp();
      if (!def || !roots.contains(value) ||
          getPartInfo(def).kind != PartKind::Transpose)
        return {};
      path.push_back(def);
      value = getViewedValue(def);
    }
    SmallVector<int64_t> layout = layouts.lookup(value);
    for (Operation *transpose : llvm::reverse(path)) {
      SmallVector<int64_t> from = std::move(layout);
      layout.clear();
      for (int64_t dim : getPermutation(transpose))
        layout.push_back(from[dim]);
    }
    return layout;
  };
  for (unsigned node : units[unit].nodes) {
    if (nodes[node] == candidate.head)
      continue;
    for (const PartAccess &access : infos[node].accesses) {
      if (getUnit(getRoot(access.value).value) != unit)
        continue;
      SmallVector<int64_t> layout = getLayout(access.value);
      for (Value result : nodes[node]->getResults())
        if (static_cast<int64_t>(layout.size()) ==
            cast<ShapedType>(result.getType()).getRank())
          layouts[result] = layout;
    }
  }
  for (unsigned node : units[unit].nodes)
    for (Value value : nodes[node]->getResults()) {
      if (!layouts.contains(value) || layouts.lookup(value) == identity)
        continue;
      for (Operation *user : value.getUsers())
        if (user->getBlock() == &block && user->getNumResults() == 1 &&
            roots.contains(user->getResult(0)) &&
            getPartInfo(user).kind == PartKind::Transpose &&
            getLayout(user->getResult(0)) == identity) {
          candidate.transposes.push_back(user);
          candidate.results.push_back(user->getResult(0));
        }
    }
}

bool BlockClusters::isLaunch(unsigned node) const {
  return getOperationKind(nodes[node]).role == OperationRole::Kernel;
}

KernelCandidate BlockClusters::makeCandidate(unsigned number) const {
  const Unit &unit = units[number];
  KernelCandidate candidate;
  candidate.head = unit.head;
  candidate.transposes.assign(unit.transposes.begin(), unit.transposes.end());
  for (unsigned node : unit.nodes)
    candidate.ops.push_back(nodes[node]);
  if (unit.head)
    addLayoutResults(number, candidate);
  for (Operation *op : candidate.ops)
    for (Value result : op->getResults())
      if (isUsedOutside(result, number, candidate.transposes))
        candidate.results.push_back(result);

  for (Value input : unit.inputs)
    candidate.work.bytes +=
        static_cast<double>(getTensorBytes(input.getType()));
  for (Value result : candidate.results)
    candidate.work.bytes +=
        static_cast<double>(getTensorBytes(result.getType()));
  for (Operation *op : candidate.ops) {
    KernelWork work = getKernelWork(op);
    candidate.work.cubeFlops += work.cubeFlops;
    candidate.work.vectorFlops += work.vectorFlops;
  }
  if (!unit.head) {
    // With fewer shares than cores some cores have nothing to do.
    double busy = std::min(1.0, static_cast<double>(unit.shares) /
                                    static_cast<double>(device.vectorCores));
    candidate.work.bytes /= busy;
    candidate.work.vectorFlops /= busy;
  }

  constexpr unsigned maxNames = 5;
  unsigned names = 0;
  for (unsigned node : unit.nodes)
    if (isLaunch(node) && names++ < maxNames)
      candidate.name +=
          (candidate.name.empty() ? "" : "_") + getPartName(nodes[node]);
  if (names > maxNames)
    candidate.name += llvm::formatv("_and_{0}", names - maxNames);
  return candidate;
}

void BlockClusters::finish() {
  for (unsigned number = 0; number < nodes.size(); ++number) {
    if (order.find(number) != number)
      continue;
    const Unit &unit = units[number];
    unsigned launches = llvm::count_if(
        unit.nodes, [&](unsigned node) { return isLaunch(node); });
    if (launches > 1 || !unit.transposes.empty()) {
      candidates.push_back(makeCandidate(number));
      continue;
    }
    for (unsigned node : unit.nodes) {
      if (!isLaunch(node))
        continue;
      Verdict verdict = Verdict::refuse(infos[node].reason);
      if (unit.head)
        verdict = Verdict::refuse(Reason::Contraction);
      else if (infos[node].kind == PartKind::NamedElementwise)
        verdict = Verdict::refuse(Reason::AlreadyFused);
      else if (infos[node].isVector())
        verdict = refusals[node].value_or(Verdict::refuse(Reason::SingleOp));
      lone.try_emplace(nodes[node], std::move(verdict));
    }
  }
}

void BlockClusters::run() {
  for (Operation &op : block) {
    PartInfo info = getPartInfo(&op);
    if (lone.contains(&op))
      info.kind = PartKind::Alone;
    if (info.kind == PartKind::Free)
      continue;
    if (info.isView()) {
      addView(&op, info);
      continue;
    }
    if (!isMemoryEffectFree(&op))
      ++segment;
    unsigned node = addNode(&op, std::move(info));
    if (units[node].isOpen || infos[node].kind == PartKind::NamedElementwise)
      join(node);
  }
  absorbSmallUnits();
  finish();
}

KernelClusters::KernelClusters(
    Operation *module, const Device &device,
    const llvm::DenseMap<Operation *, Verdict> &settled) {
  llvm::DenseMap<Operation *, Verdict> reasons = settled;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // What is in these runs as a part of them.
    if (isa<linalg::LinalgOp>(op) ||
        (op != module && getOperationKind(op).role == OperationRole::Kernel))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (op != module)
          BlockClusters(block, device, candidates, reasons).run();
    return WalkResult::advance();
  });
  llvm::DenseSet<Operation *> inKernel;
  for (const KernelCandidate &candidate : candidates)
    inKernel.insert(candidate.ops.begin(), candidate.ops.end());
  forEachLaunch(module, [&](Operation *op) {
    if (inKernel.contains(op))
      return;
    auto it = reasons.find(op);
    lone.push_back({op, it == reasons.end() ? Verdict::refuse(Reason::Opaque)
                                            : it->second});
  });
}
