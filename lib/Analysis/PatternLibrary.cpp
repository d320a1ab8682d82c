//===- PatternLibrary.cpp - Fusions written in MLIR -----------------------===//

#include "npuprof/Analysis/PatternLibrary.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/CSE.h"
#include "npuprof/Device/EmbeddedFile.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Support/ErrorHandling.h"

#include "Patterns.h.inc"

using namespace npuprof;
using namespace mlir;

//===----------------------------------------------------------------------===//
// FusionPattern
//===----------------------------------------------------------------------===//

/// Calls `fn` on every expression that `root` holds, expanded to the arguments,
/// with the number of reductions on the shortest way to it.
static void walkExpanded(ExprExpander &expander, const Expr *root,
                         llvm::function_ref<void(const Expr *, unsigned)> fn) {
  llvm::SmallPtrSet<const Expr *, 32> seen;
  // What is behind as many reductions is walked before what is behind more.
  SmallVector<const Expr *> worklist{root}, deeper;
  for (unsigned depth = 0; !worklist.empty(); ++depth) {
    while (!worklist.empty()) {
      const Expr *expr = expander.getHead(worklist.pop_back_val());
      if (!seen.insert(expr).second)
        continue;
      fn(expr, depth);
      llvm::append_range(expr->isReduce() ? deeper : worklist,
                         expr->getOperands());
    }
    std::swap(worklist, deeper);
  }
}

BlockArgument FusionForm::getArgument(Value operand) {
  if (auto transpose = operand.getDefiningOp<linalg::TransposeOp>())
    operand = transpose.getInput();
  return dyn_cast<BlockArgument>(operand);
}

static FusionForm makeForm(func::FuncOp after) {
  FusionForm form;
  for (Operation &op : after.front())
    if (isa<npu::NPUFusedOpInterface>(op))
      form.op = &op;
  form.inputPerms.resize(after.getNumArguments());
  for (Value operand : form.op->getOperands())
    if (auto transpose = operand.getDefiningOp<linalg::TransposeOp>())
      form.inputPerms[FusionForm::getArgument(operand).getArgNumber()] =
          llvm::to_vector(transpose.getPermutation());
  Operation *user = *form.op->getResult(0).user_begin();
  if (auto transpose = dyn_cast<linalg::TransposeOp>(user))
    // Of the operator's dims in terms of the pattern's.
    form.resultPerm = invertPermutationVector(transpose.getPermutation());
  return form;
}

static std::optional<PairMode> getPairMode(StringAttr attribute) {
  if (!attribute)
    return std::nullopt;
  return attribute == "half" ? PairMode::Half : PairMode::Interleaved;
}

FusionPattern::FusionPattern(StringRef fusion, func::FuncOp before,
                             ArrayRef<func::FuncOp> after)
    : fusion(fusion), before(before),
      expander(std::make_unique<ExprExpander>(before)) {
  for (BlockArgument argument : before.getArguments()) {
    PatternHole hole;
    hole.argument = argument;
    hole.isScalar = !isa<RankedTensorType>(argument.getType());
    hole.isUsed = !argument.use_empty();
    if (auto identity = before.getArgAttrOfType<FloatAttr>(
            argument.getArgNumber(), npu::NPUDialect::getIdentityAttrName()))
      hole.identity = identity.getValueAsDouble();
    hole.isBroadcast = static_cast<bool>(before.getArgAttr(
        argument.getArgNumber(), npu::NPUDialect::getBroadcastAttrName()));
    if (auto dim = before.getArgAttrOfType<IntegerAttr>(
            argument.getArgNumber(), npu::NPUDialect::getGroupedAttrName()))
      hole.groupedDim = dim.getInt();
    hole.pairs = getPairMode(before.getArgAttrOfType<StringAttr>(
        argument.getArgNumber(), npu::NPUDialect::getPairsAttrName()));
    holes.push_back(hole);
  }
  for (func::FuncOp form : after)
    forms.push_back(makeForm(form));
  fixedRank = cast<npu::NPUFusedOpInterface>(forms.front().op).hasFixedRank();
  Value root = getResults().front();
  rootPairs = getPairMode(before.getResultAttrOfType<StringAttr>(
      0, npu::NPUDialect::getPairsAttrName()));
  if (rootPairs)
    for (int64_t member : {0, 1})
      roots.push_back(
          expander->getPairElement(root, *rootPairs, Coord(member)));
  else
    roots.push_back(expander->getElement(root));
  for (const Coord &coord : roots.front()->getCoords())
    rootVars.push_back(coord.getDigits().front().var);
  findAxes();
}

ValueRange FusionPattern::getResults() const {
  return before->getRegion(0).front().getTerminator()->getOperands();
}

void FusionPattern::findAxes() {
  llvm::EquivalenceClasses<VarId> classes;
  llvm::DenseMap<Value, const Expr *> first;
  for (VarId var : rootVars)
    classes.insert(var);
  // The rarest operation that a norm, a softmax or an activation has.
  constexpr Opcode anchors[] = {Opcode::Rsqrt,   Opcode::Erf, Opcode::Tanh,
                                Opcode::Sigmoid, Opcode::Exp, Opcode::Exp2};
  auto visit = [&](const Expr *expr, unsigned depth) {
    ++size;
    for (VarId var : expr->getReduceVars())
      classes.insert(var);
    if (expr->isApply() && llvm::is_contained(anchors, expr->getOpcode()) &&
        (anchor == Opcode::Other || expr->getOpcode() < anchor)) {
      anchor = expr->getOpcode();
      anchorDepth = depth;
    }
    if (!expr->isRef())
      return;
    auto [it, inserted] = first.try_emplace(expr->getValue(), expr);
    for (auto [a, b] :
         llvm::zip_equal(it->second->getCoords(), expr->getCoords()))
      classes.unionSets(a.getDigits().front().var, b.getDigits().front().var);
  };
  for (const Expr *root : roots)
    walkExpanded(*expander, root, visit);
  for (const auto *entry : classes)
    axes[entry->getData()] = classes.getLeaderValue(entry->getData());
}

bool FusionPattern::isRootAxis(unsigned axis) const {
  return llvm::any_of(rootVars,
                      [&](VarId var) { return getAxis(var) == axis; });
}

//===----------------------------------------------------------------------===//
// PatternLibrary
//===----------------------------------------------------------------------===//

/// Puts the body of `callee` in place of `call`.
static void inlineBody(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  mapping.map(callee.getArguments(), call.getOperands());
  for (Operation &op : callee.front().without_terminator())
    builder.clone(op, mapping);
  Operation *end = callee.front().getTerminator();
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), end->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

/// Functions whose name starts with `prefix`, in order.
static SmallVector<func::FuncOp> getFunctions(ModuleOp module,
                                              StringRef prefix) {
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp function : module.getOps<func::FuncOp>())
    if (function.getName().starts_with(prefix))
      functions.push_back(function);
  return functions;
}

/// `function` without calls: a copy for each choice of spellings.
static void inlineCalls(func::FuncOp function, ModuleOp module,
                        SmallVectorImpl<func::FuncOp> &complete) {
  SmallVector<func::FuncOp> worklist{function.clone()};
  while (!worklist.empty()) {
    func::FuncOp next = worklist.pop_back_val();
    auto calls = next.getOps<func::CallOp>();
    if (calls.empty()) {
      module.push_back(next);
      complete.push_back(next);
      continue;
    }
    func::CallOp call = *calls.begin();
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee.isDeclaration()) {
      inlineBody(call, callee);
      worklist.push_back(next);
      continue;
    }
    SmallVector<func::FuncOp> spellings =
        getFunctions(module, (call.getCallee() + ".before").str());
    for (func::FuncOp spelling : llvm::reverse(spellings)) {
      func::FuncOp copy = next.clone();
      inlineBody(*copy.getOps<func::CallOp>().begin(), spelling);
      worklist.push_back(copy);
    }
    next->destroy();
  }
}

/// The operator that the spelling @<fusion>.before_a_b is for: that of
/// after_a_b, after_a or after.
static func::FuncOp findAfter(ModuleOp module, StringRef fusion,
                              StringRef part) {
  StringRef suffix = part.drop_front(strlen("before"));
  while (true) {
    auto after =
        module.lookupSymbol<func::FuncOp>((fusion + ".after" + suffix).str());
    if (after || suffix.empty())
      return after;
    suffix = suffix.take_front(suffix.rfind('_'));
  }
}

PatternLibrary::PatternLibrary(MLIRContext *context) {
  context->loadDialect<arith::ArithDialect, func::FuncDialect,
                       linalg::LinalgDialect, math::MathDialect,
                       tensor::TensorDialect, npu::NPUDialect>();
  std::string text;
  for (const EmbeddedFile &file : patternFiles)
    text += file.text;
  module = parseSourceString<ModuleOp>(text, context, "npuprof patterns");
  if (!module)
    llvm::report_fatal_error("a pattern file that is compiled in is wrong");

  SmallVector<func::FuncOp> functions(module->getOps<func::FuncOp>());
  for (func::FuncOp function : functions) {
    auto [fusion, part] = function.getName().split('.');
    if (!part.starts_with("before"))
      continue;
    SmallVector<func::FuncOp> after{findAfter(*module, fusion, part)};
    if (!after.front())
      continue; // A spelling of something that patterns share.
    llvm::append_range(after, getFunctions(*module, (fusion + ".also").str()));
    SmallVector<func::FuncOp> complete;
    inlineCalls(function, *module, complete);
    for (func::FuncOp before : complete) {
      // What two calls compute alike is one value: the matcher gives each
      // reduction of the model one place in the pattern.
      IRRewriter rewriter(context);
      DominanceInfo dominance(before);
      eliminateCommonSubExpressions(rewriter, dominance, before);
      patterns.push_back(
          std::make_unique<FusionPattern>(fusion, before, after));
    }
  }
}

ArrayRef<StringRef> PatternLibrary::getFusionNames() {
  static const SmallVector<StringRef> names = [] {
    SmallVector<StringRef> names;
    for (const EmbeddedFile &file : patternFiles)
      if (file.text.contains(".after"))
        names.push_back(StringRef(file.name).drop_back(strlen(".mlir")));
    return names;
  }();
  return names;
}
