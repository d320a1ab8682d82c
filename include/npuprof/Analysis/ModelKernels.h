//===- ModelKernels.h - A module as a sequence of kernels -------*- C++ -*-===//
//
// What correlation (Correlation.h) needs of a module: its kernels in order of
// execution, with names, shapes and the operator types they may appear as.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_MODELKERNELS_H
#define NPUPROF_ANALYSIS_MODELKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "npuprof/Analysis/Correlation.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <string>
#include <vector>

namespace npuprof {

/// Operations that compute a known operator together, so that the device may
/// have run them as one kernel.
struct OpGroup {
  /// What they compute: "layer_norm", a "fusion:" key of data/op_types.json.
  std::string fusion;
  /// The operation whose result is the operator's.
  mlir::Operation *root = nullptr;
  /// All of them, the root included.
  llvm::SmallVector<mlir::Operation *> ops;
};

class ModelKernels {
public:
  /// Functions are followed into their calls, once for each call; the entry
  /// functions stand in order of appearance. A group stands as one kernel at
  /// its root, beside its parts: a profile shows one or the other.
  explicit ModelKernels(mlir::ModuleOp module,
                        llvm::ArrayRef<OpGroup> groups = {});
  ModelKernels(const ModelKernels &) = delete;
  ModelKernels &operator=(const ModelKernels &) = delete;

  llvm::ArrayRef<ModelKernel> getKernels() const { return kernels; }
  /// The operation that figures of this kernel go to. Several kernels share
  /// one, when its function is called several times.
  mlir::Operation *getOperation(unsigned kernel) const {
    return operations[kernel];
  }

private:
  friend class ModelKernelsBuilder;
  std::vector<ModelKernel> kernels;
  std::vector<mlir::Operation *> operations;
  /// What the kernels refer to.
  llvm::StringMap<OperatorTypes> typesByKey;
  std::deque<std::string> strings;
};

/// The names in a location, outermost first: NameLocs, also within fused and
/// call site locations.
llvm::SmallVector<llvm::StringRef, 1> getLocationNames(mlir::Location loc);

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_MODELKERNELS_H
