//===- NPUNormDecomposition.cpp - The norm operations in linalg -----------===//
//
// The decomposition is the meaning of the operations: what npuprof-fuse may
// replace by them, and what runs where there is no NPU.
//
//===----------------------------------------------------------------------===//

#include "NPUDecomposition.h"
#include "NPUNorm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

namespace {

class NormDecomposer {
public:
  NormDecomposer(const Norm &norm, OpBuilder &b)
      : norm(norm), b(b), loc(norm.op->getLoc()),
        accType(norm.getAccumulatorType()), rank(norm.getXType().getRank()),
        rowRank(norm.getRowRank()),
        sizes(tensor::getMixedSizes(b, loc, norm.getX())),
        wholeMap(b.getMultiDimIdentityMap(rank)),
        rowMap(wholeMap.getSliceMap(0, rowRank)),
        parameterMap(wholeMap.getSliceMap(rowRank, norm.normRank)) {}

  SmallVector<Value> run();

private:
  /// Of the inputs' scalars in the accumulator type; yields in that type.
  using Body = function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

  /// `body` at each element, rounded into `init`.
  Value mapElements(ArrayRef<GenericInput> inputs, Value init, Body body);
  /// The sum over each row of `body`.
  Value sumRows(ArrayRef<GenericInput> inputs, Body body);
  /// `body` of the one value that `rows` has for each row.
  Value mapRows(Value rows, Body body);

  /// The number of elements of a row, in the accumulator type.
  Value createRowSize();

  const Norm &norm;
  OpBuilder &b;
  Location loc;
  FloatType accType;
  int64_t rank, rowRank;
  SmallVector<OpFoldResult> sizes;
  /// One value in the accumulator type for each row: not initialised, and 0.
  Value emptyRows, zeroRows;
  AffineMap wholeMap, rowMap, parameterMap;
};

} // namespace

Value NormDecomposer::createRowSize() {
  if (std::optional<int64_t> size = norm.getRowSize())
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(accType, static_cast<double>(*size)));
  Value size = getValueOrCreateConstantIndexOp(b, loc, sizes[rowRank]);
  for (int64_t dim = rowRank + 1; dim < rank; ++dim)
    size = arith::MulIOp::create(
        b, loc, size, getValueOrCreateConstantIndexOp(b, loc, sizes[dim]));
  size = arith::IndexCastOp::create(b, loc, b.getI64Type(), size);
  return arith::SIToFPOp::create(b, loc, accType, size);
}

Value NormDecomposer::mapElements(ArrayRef<GenericInput> inputs, Value init,
                                  Body body) {
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return createGeneric(b, loc, accType, inputs, init, wholeMap, iterators,
                       [&](ImplicitLocOpBuilder &inner, ValueRange scalars,
                           Value) { return body(inner, scalars); });
}

Value NormDecomposer::sumRows(ArrayRef<GenericInput> inputs, Body body) {
  return createGeneric(
      b, loc, accType, inputs, zeroRows, rowMap, getIteratorTypes(norm),
      [&](ImplicitLocOpBuilder &inner, ValueRange scalars, Value sum) {
        return arith::AddFOp::create(inner, sum, body(inner, scalars));
      });
}

Value NormDecomposer::mapRows(Value rows, Body body) {
  AffineMap map = b.getMultiDimIdentityMap(rowRank);
  SmallVector<utils::IteratorType> iterators(rowRank,
                                             utils::IteratorType::parallel);
  return createGeneric(b, loc, accType, {{rows, map}}, emptyRows, map,
                       iterators,
                       [&](ImplicitLocOpBuilder &inner, ValueRange scalars,
                           Value) { return body(inner, scalars); });
}

SmallVector<Value> NormDecomposer::run() {
  using arith::AddFOp, arith::DivFOp, arith::MulFOp, arith::SubFOp;

  // The sum is rounded to its element type; the rest reads it from there, as it
  // would if the addition were an operation of its own.
  Value x = norm.getX();
  if (norm.hasSum()) {
    SmallVector<GenericInput> inputs;
    for (Value addend : norm.addends)
      inputs.push_back({addend, wholeMap});
    if (norm.bias)
      inputs.push_back({norm.bias, parameterMap});
    x = mapElements(inputs, norm.getInits().back(),
                    [](ImplicitLocOpBuilder &inner, ValueRange scalars) {
                      Value sum = scalars.front();
                      for (Value scalar : scalars.drop_front())
                        sum = AddFOp::create(inner, sum, scalar);
                      return sum;
                    });
  }

  emptyRows = tensor::EmptyOp::create(
      b, loc, ArrayRef<OpFoldResult>(sizes).take_front(rowRank), accType);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(accType));
  zeroRows = linalg::FillOp::create(b, loc, zero, emptyRows).getResult(0);
  Value rowSize = createRowSize();
  SmallVector<GenericInput> deviationInputs = {{x, wholeMap}};
  if (norm.isCentered) {
    Value sum =
        sumRows({{x, wholeMap}}, [](ImplicitLocOpBuilder &,
                                    ValueRange scalars) { return scalars[0]; });
    Value mean =
        mapRows(sum, [&](ImplicitLocOpBuilder &inner, ValueRange scalars) {
          return DivFOp::create(inner, scalars[0], rowSize);
        });
    deviationInputs.push_back({mean, rowMap});
  }
  // x - mean, or x itself. The mean follows x among the inputs.
  auto createDeviation = [&](ImplicitLocOpBuilder &inner,
                             ValueRange scalars) -> Value {
    if (!norm.isCentered)
      return scalars[0];
    return SubFOp::create(inner, scalars[0], scalars[1]);
  };

  Value squares = sumRows(deviationInputs,
                          [&](ImplicitLocOpBuilder &inner, ValueRange scalars) {
                            Value deviation = createDeviation(inner, scalars);
                            return MulFOp::create(inner, deviation, deviation);
                          });
  Value eps = convertFloat(b, loc, norm.eps, accType);
  Value scale =
      mapRows(squares, [&](ImplicitLocOpBuilder &inner, ValueRange scalars) {
        Value mean = DivFOp::create(inner, scalars[0], rowSize);
        return math::RsqrtOp::create(inner, AddFOp::create(inner, mean, eps));
      });

  SmallVector<GenericInput> inputs = deviationInputs;
  inputs.push_back({scale, rowMap});
  if (norm.gamma)
    inputs.push_back({norm.gamma, parameterMap});
  if (norm.beta)
    inputs.push_back({norm.beta, parameterMap});
  Value result = mapElements(
      inputs, norm.getInits().front(),
      [&](ImplicitLocOpBuilder &inner, ValueRange scalars) {
        ValueRange rest = scalars.drop_front(deviationInputs.size());
        Value value = MulFOp::create(inner, createDeviation(inner, scalars),
                                     rest.front());
        rest = rest.drop_front();
        if (norm.gamma) {
          value = MulFOp::create(inner, value, rest.front());
          rest = rest.drop_front();
        }
        if (norm.beta)
          value = AddFOp::create(inner, value, rest.front());
        return value;
      });

  if (norm.hasSum())
    return {result, x};
  return {result};
}

SmallVector<Value> npu::detail::decompose(const Norm &norm, OpBuilder &b) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(norm.op);
  return NormDecomposer(norm, b).run();
}
