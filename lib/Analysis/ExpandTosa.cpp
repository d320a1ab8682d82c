//===- ExpandTosa.cpp - TOSA to expressions -------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "npuprof/Analysis/ExprExpander.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace npuprof;
using namespace mlir;

/// The scalar operation that an elementwise float operation does.
static std::optional<Opcode> getOpcode(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Opcode>>(op)
      .Case([](tosa::AddOp) { return Opcode::Add; })
      .Case([](tosa::SubOp) { return Opcode::Sub; })
      .Case([](tosa::MulOp) { return Opcode::Mul; })
      .Case([](tosa::MaximumOp) { return Opcode::Max; })
      .Case([](tosa::MinimumOp) { return Opcode::Min; })
      .Case([](tosa::PowOp) { return Opcode::Pow; })
      .Case([](tosa::ReciprocalOp) { return Opcode::Recip; })
      .Case([](tosa::RsqrtOp) { return Opcode::Rsqrt; })
      .Case([](tosa::ExpOp) { return Opcode::Exp; })
      .Case([](tosa::LogOp) { return Opcode::Log; })
      .Case([](tosa::TanhOp) { return Opcode::Tanh; })
      .Case([](tosa::ErfOp) { return Opcode::Erf; })
      .Case([](tosa::SigmoidOp) { return Opcode::Sigmoid; })
      .Case([](tosa::NegateOp) { return Opcode::Neg; })
      .Case([](tosa::AbsOp) { return Opcode::Abs; })
      .Default([](Operation *) { return std::nullopt; });
}

static std::optional<ReduceKind> getReduceKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<ReduceKind>>(op)
      .Case([](tosa::ReduceSumOp) { return ReduceKind::Sum; })
      .Case([](tosa::ReduceMaxOp) { return ReduceKind::Max; })
      .Case([](tosa::ReduceMinOp) { return ReduceKind::Min; })
      .Case([](tosa::ReduceProductOp) { return ReduceKind::Prod; })
      .Default([](Operation *) { return std::nullopt; });
}

const Expr *ExprExpander::expandTosa(Operation *op, ArrayRef<Coord> coords) {
  Value result = op->getResult(0);
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (op->getNumResults() != 1 || !type || op->getNumOperands() == 0 ||
      !llvm::all_of(op->getOperandTypes(), [](Type operand) {
        return isa<RankedTensorType, tosa::shapeType>(operand);
      }))
    return nullptr;
  Value input = op->getOperand(0);
  auto inputType = dyn_cast<RankedTensorType>(input.getType());
  if (!inputType)
    return nullptr;

  if (isa<tosa::IdentityOp>(op))
    return makeRef(input, coords);
  if (isa<tosa::CastOp>(op))
    return isa<FloatType>(inputType.getElementType()) &&
                   isa<FloatType>(type.getElementType())
               ? makeRef(input, coords)
               : nullptr;
  if (isa<tosa::ReshapeOp>(op))
    return reshaped(input, result, coords);
  if (auto concat = dyn_cast<tosa::ConcatOp>(op))
    return expandConcat(concat->getOperands(), concat.getAxis(), coords);
  if (auto transpose = dyn_cast<tosa::TransposeOp>(op)) {
    SmallVector<Coord> source(coords.size());
    for (auto [dim, from] : llvm::enumerate(transpose.getPerms()))
      source[from] = coords[dim];
    return makeRef(input, source);
  }
  if (auto slice = dyn_cast<tosa::SliceOp>(op)) {
    DenseIntElementsAttr start;
    if (!matchPattern(slice.getStart(), m_Constant(&start)))
      return nullptr;
    SmallVector<Coord> source;
    for (auto [coord, offset] :
         llvm::zip_equal(coords, start.getValues<APInt>()))
      source.push_back(coord + Coord(offset.getSExtValue()));
    return makeRef(input, source);
  }
  if (std::optional<ReduceKind> kind = getReduceKind(op)) {
    if (!isa<FloatType>(type.getElementType()))
      return nullptr;
    int64_t axis = op->getAttrOfType<IntegerAttr>("axis").getInt();
    SmallVector<Coord> source(coords);
    Extent extent = sizes.getExtent(input, axis);
    if (extent.isOne())
      return makeRef(input, coords);
    VarId var = context.makeVar(extent);
    source[axis] = context.makeCoord(var);
    return reduce(*kind, var, makeRef(input, source));
  }
  if (auto matmul = dyn_cast<tosa::MatMulOp>(op)) {
    if (!isa<FloatType>(type.getElementType()))
      return nullptr;
    SmallVector<VarId, 1> vars;
    Coord inner;
    if (Extent extent = sizes.getExtent(input, 2); !extent.isOne()) {
      vars.push_back(context.makeVar(extent));
      inner = context.makeCoord(vars.front());
    }
    const Expr *product = apply(
        Opcode::Mul, {makeRef(matmul.getA(), {coords[0], coords[1], inner}),
                      makeRef(matmul.getB(), {coords[0], inner, coords[2]})});
    return reduce(ReduceKind::Sum, vars, product);
  }

  std::optional<Opcode> opcode = getOpcode(op);
  bool isElementwise =
      opcode || op->hasTrait<OpTrait::tosa::TosaElementwiseOperator>();
  if (!isElementwise)
    return nullptr;
  // Shift and zero points come after the data.
  unsigned numData = isa<tosa::MulOp>(op)      ? 2
                     : isa<tosa::NegateOp>(op) ? 1
                                               : op->getNumOperands();
  SmallVector<const Expr *, 3> operands;
  for (Value operand : op->getOperands().take_front(numData)) {
    auto operandType = cast<RankedTensorType>(operand.getType());
    if (operandType.getRank() != type.getRank())
      return nullptr;
    // Two dynamic dims that are not known to be equal: one may be a 1 that is
    // broadcast.
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (operandType.getDimSize(dim) != 1 &&
          sizes.getExtent(operand, dim) != sizes.getExtent(result, dim))
        return nullptr;
    operands.push_back(makeRef(operand, coords));
  }
  if (opcode && isa<FloatType>(type.getElementType()) &&
      isa<FloatType>(inputType.getElementType()))
    return apply(*opcode, operands);
  // The one operation of these that patterns have in arith.
  if (isa<tosa::SelectOp>(op))
    return context.other(
        StringAttr::get(op->getContext(), arith::SelectOp::getOperationName()),
        DictionaryAttr::get(op->getContext()), operands);
  return context.other(op->getName().getIdentifier(), op->getAttrDictionary(),
                       operands);
}
