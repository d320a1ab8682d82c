//===- NPUDecomposition.cpp - What decompositions share -------------------===//

#include "NPUDecomposition.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace npuprof;
using namespace npuprof::npu;
using namespace npuprof::npu::detail;

Value npu::detail::convertFloat(OpBuilder &b, Location loc, Value value,
                                Type type) {
  return convertScalarToDtype(b, loc, value, type, /*isUnsignedCast=*/false);
}

Value npu::detail::createGeneric(OpBuilder &b, Location loc, FloatType accType,
                                 ArrayRef<GenericInput> inputs, Value init,
                                 AffineMap initMap,
                                 ArrayRef<utils::IteratorType> iterators,
                                 GenericBody body) {
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const GenericInput &input : inputs) {
    values.push_back(input.value);
    maps.push_back(input.map);
  }
  maps.push_back(initMap);
  auto generic = linalg::GenericOp::create(
      b, loc, init.getType(), values, init, maps, iterators,
      [&](OpBuilder &builder, Location, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, builder);
        SmallVector<Value> scalars =
            llvm::map_to_vector(args.drop_back(), [&](Value arg) {
              return isa<FloatType>(arg.getType())
                         ? convertFloat(inner, loc, arg, accType)
                         : arg;
            });
        Value result = body(inner, scalars, args.back());
        linalg::YieldOp::create(
            inner, convertFloat(inner, loc, result, args.back().getType()));
      });
  return generic.getResult(0);
}
