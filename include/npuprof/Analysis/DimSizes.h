//===- DimSizes.h - Which dynamic dimensions are equal ----------*- C++ -*-===//
//
// Gives every tensor dimension a size (Extent): a number, or a symbol that two
// dimensions share only if they are equal in every run of the program.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_DIMSIZES_H
#define NPUPROF_ANALYSIS_DIMSIZES_H

#include "npuprof/Analysis/TensorExpr.h"
#include "llvm/ADT/DenseMap.h"

namespace npuprof {

class DimSizes {
public:
  /// Walks `root` once, in order.
  explicit DimSizes(mlir::Operation *root);

  Extent getExtent(mlir::Value tensor, int64_t dim) const;
  llvm::SmallVector<Extent> getExtents(mlir::Value tensor) const;
  /// The size that an index value holds (a tensor.dim, or the operand of a
  /// tensor.empty).
  std::optional<Extent> getSize(mlir::Value index) const;

private:
  /// A dimension of a tensor, or (dim -1) an index value that is a size.
  using Key = std::pair<mlir::Value, int64_t>;

  void visit(mlir::Operation *op);
  unsigned getClass(Key key) const;
  void join(Key a, Key b);
  void joinDims(mlir::Value a, int64_t dimA, mlir::Value b, int64_t dimB);

  mutable llvm::DenseMap<Key, unsigned> ids;
  mutable std::vector<unsigned> parents;
  /// A dim that a reshape splits or joins is the product of these dims of the
  /// wider tensor; by class once all is walked.
  struct Product {
    mlir::Value wide;
    llvm::SmallVector<int64_t, 2> dims;
  };
  bool hasFactor(const Product &product, unsigned id) const;
  std::vector<std::pair<Key, Product>> reshapes;
  llvm::DenseMap<unsigned, Product> products;
  mutable llvm::DenseMap<unsigned, Extent> extents;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_DIMSIZES_H
