//===- DimSizes.cpp - Which dynamic dimensions are equal ------------------===//

#include "npuprof/Analysis/DimSizes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace npuprof;
using namespace mlir;

/// Dynamic sizes that are followed into a product. Models have batch, sequence
/// and heads; more of them are no shape that anybody means.
static constexpr size_t maxFactors = 16;

static bool isDynamic(Value tensor, int64_t dim) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && type.isDynamicDim(dim);
}

DimSizes::DimSizes(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  // A dim must not become a factor of itself, as it would where dims that a
  // reshape joins are equal to the joined one (the others being 1 at run time).
  for (auto &[key, product] : reshapes)
    if (unsigned id = getClass(key); !hasFactor(product, id))
      products.try_emplace(id, product);
}

bool DimSizes::hasFactor(const Product &product, unsigned id) const {
  SmallVector<const Product *> worklist{&product};
  llvm::SmallDenseSet<unsigned> seen;
  while (!worklist.empty()) {
    const Product *next = worklist.pop_back_val();
    for (int64_t dim : next->dims) {
      if (!isDynamic(next->wide, dim))
        continue;
      unsigned factor = getClass({next->wide, dim});
      if (factor == id)
        return true;
      auto it = products.find(factor);
      if (it != products.end() && seen.insert(factor).second)
        worklist.push_back(&it->second);
    }
    // Deeper than any model reshapes: not worth finding out.
    if (seen.size() > maxFactors)
      return true;
  }
  return false;
}

unsigned DimSizes::getClass(Key key) const {
  auto [it, inserted] = ids.try_emplace(key, parents.size());
  if (inserted)
    parents.push_back(parents.size());
  unsigned id = it->second;
  while (parents[id] != id)
    id = parents[id] = parents[parents[id]];
  return id;
}

void DimSizes::join(Key a, Key b) {
  unsigned classA = getClass(a), classB = getClass(b);
  if (classA != classB)
    parents[std::max(classA, classB)] = std::min(classA, classB);
}

void DimSizes::joinDims(Value a, int64_t dimA, Value b, int64_t dimB) {
  if (isDynamic(a, dimA) && isDynamic(b, dimB))
    join({a, dimA}, {b, dimB});
}

/// Joins each dynamic dim of `result` with the size operand that gives it.
template <typename JoinFn>
static void joinSizes(Value result, ArrayRef<OpFoldResult> sizes,
                      JoinFn &&join) {
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (auto value = dyn_cast<Value>(size))
      if (isDynamic(result, dim))
        join(std::make_pair(result, int64_t(dim)), std::make_pair(value, -1));
}

void DimSizes::visit(Operation *op) {
  if (llvm::none_of(op->getResultTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return (tensor && !tensor.hasStaticShape()) || type.isIndex();
      }))
    return;
  auto joinKeys = [&](Key a, Key b) { join(a, b); };

  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tensor::DimOp dim) {
        if (std::optional<int64_t> index = dim.getConstantIndex())
          if (isDynamic(dim.getSource(), *index))
            join({dim.getResult(), -1}, {dim.getSource(), *index});
      })
      .Case([&](tensor::EmptyOp empty) {
        joinSizes(empty, empty.getMixedSizes(), joinKeys);
      })
      .Case([&](tensor::SplatOp splat) {
        unsigned next = 0;
        for (int64_t dim = 0; dim < splat.getType().getRank(); ++dim)
          if (isDynamic(splat, dim))
            join({splat, dim}, {splat.getDynamicSizes()[next++], -1});
      })
      .Case([&](tensor::CastOp cast) {
        auto type = dyn_cast<RankedTensorType>(cast.getType());
        if (type && isa<RankedTensorType>(cast.getSource().getType()))
          for (int64_t dim = 0; dim < type.getRank(); ++dim)
            joinDims(cast, dim, cast.getSource(), dim);
      })
      .Case([&](tensor::ExtractSliceOp slice) {
        llvm::SmallBitVector dropped = slice.getDroppedDims();
        int64_t dim = 0;
        for (auto [i, size] : llvm::enumerate(slice.getMixedSizes())) {
          if (dropped.test(i))
            continue;
          if (auto value = dyn_cast<Value>(size))
            if (isDynamic(slice, dim))
              join({slice.getResult(), dim}, {value, -1});
          ++dim;
        }
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([&](auto reshape) {
        bool expands = isa<tensor::ExpandShapeOp>(op);
        Value wide = expands ? reshape.getResult() : reshape.getSrc();
        Value narrow = expands ? reshape.getSrc() : reshape.getResult();
        ArrayRef<int64_t> shape =
            cast<RankedTensorType>(wide.getType()).getShape();
        for (auto [dim, group] :
             llvm::enumerate(reshape.getReassociationIndices())) {
          // A dynamic dim among ones is the whole group.
          SmallVector<int64_t, 2> others;
          for (int64_t i : group)
            if (shape[i] != 1)
              others.push_back(i);
          if (others.size() == 1)
            joinDims(wide, others.front(), narrow, dim);
          else if (isDynamic(narrow, dim))
            reshapes.push_back({{narrow, dim}, {wide, others}});
        }
        if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
          joinSizes(expand, expand.getMixedOutputShape(), joinKeys);
      })
      .Case([&](linalg::LinalgOp linalgOp) {
        // Dims that one loop runs over are equal, or the op is undefined.
        DenseMap<unsigned, Key> loopDims;
        for (OpOperand &operand : linalgOp->getOpOperands()) {
          if (!isa<RankedTensorType>(operand.get().getType()))
            continue;
          AffineMap map = linalgOp.getMatchingIndexingMap(&operand);
          for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
            auto loop = dyn_cast<AffineDimExpr>(expr);
            if (!loop || !isDynamic(operand.get(), dim))
              continue;
            Key key(operand.get(), dim);
            auto [it, inserted] = loopDims.try_emplace(loop.getPosition(), key);
            if (!inserted)
              join(it->second, key);
          }
        }
        for (auto [result, init] :
             llvm::zip_equal(linalgOp->getResults(), linalgOp.getDpsInits()))
          for (int64_t dim = 0,
                       e = cast<RankedTensorType>(result.getType()).getRank();
               dim < e; ++dim)
            joinDims(result, dim, init, dim);
      })
      .Case([&](DestinationStyleOpInterface dps) {
        for (auto [result, init] :
             llvm::zip(dps->getResults(), dps.getDpsInits()))
          if (auto type = dyn_cast<RankedTensorType>(result.getType()))
            for (int64_t dim = 0; dim < type.getRank(); ++dim)
              joinDims(result, dim, init, dim);
      })
      .Case<tosa::ReduceSumOp, tosa::ReduceMaxOp, tosa::ReduceMinOp,
            tosa::ReduceProductOp>([&](auto reduce) {
        for (int64_t dim = 0, e = cast<ShapedType>(reduce.getType()).getRank();
             dim < e; ++dim)
          if (dim != static_cast<int64_t>(reduce.getAxis()))
            joinDims(reduce, dim, reduce.getInput(), dim);
      })
      .Case([&](tosa::TransposeOp transpose) {
        for (auto [dim, source] : llvm::enumerate(transpose.getPerms()))
          joinDims(transpose, dim, transpose.getInput1(), source);
      })
      .Default([&](Operation *other) {
        // Elementwise: a result dim is the operands' where they all agree. With
        // TOSA one of two different dynamic dims may be a 1 that is broadcast.
        if (other->getNumResults() != 1 ||
            !(other->hasTrait<OpTrait::Elementwise>() ||
              other->hasTrait<OpTrait::tosa::TosaElementwiseOperator>() ||
              isa<tosa::MulOp, tosa::CastOp>(other)))
          return;
        Value result = other->getResult(0);
        auto type = dyn_cast<RankedTensorType>(result.getType());
        if (!type)
          return;
        for (int64_t dim = 0; dim < type.getRank(); ++dim) {
          SmallVector<Key> keys;
          bool agree = isDynamic(result, dim);
          for (Value operand : other->getOperands()) {
            auto operandType = dyn_cast<RankedTensorType>(operand.getType());
            if (!operandType || operandType.getRank() != type.getRank())
              continue;
            if (operandType.getDimSize(dim) == 1)
              continue;
            agree &= isDynamic(operand, dim) &&
                     (keys.empty() ||
                      other->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
                      getClass(keys.front()) == getClass({operand, dim}));
            keys.emplace_back(operand, dim);
          }
          if (agree)
            for (Key key : keys)
              join({result, dim}, key);
        }
      });
}

Extent DimSizes::getExtent(Value tensor, int64_t dim) const {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return Extent(type.getDimSize(dim));
  unsigned id = getClass({tensor, dim});
  auto it = products.find(id);
  if (it == products.end())
    return Extent::symbol(id);
  auto known = extents.find(id);
  if (known != extents.end())
    return known->second;
  Extent product;
  for (int64_t wideDim : it->second.dims)
    product = product * getExtent(it->second.wide, wideDim);
  // A size made of that many others stands for itself.
  if (product.getNumSymbols() > maxFactors)
    product = Extent::symbol(id);
  extents[id] = product;
  return product;
}

SmallVector<Extent> DimSizes::getExtents(Value tensor) const {
  SmallVector<Extent> extents;
  for (int64_t dim = 0, e = cast<RankedTensorType>(tensor.getType()).getRank();
       dim < e; ++dim)
    extents.push_back(getExtent(tensor, dim));
  return extents;
}

std::optional<Extent> DimSizes::getSize(Value index) const {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return Extent(*number);
  if (auto dim = index.getDefiningOp<tensor::DimOp>())
    if (std::optional<int64_t> position = dim.getConstantIndex())
      if (isa<RankedTensorType>(dim.getSource().getType()))
        return getExtent(dim.getSource(), *position);
  return std::nullopt;
}
