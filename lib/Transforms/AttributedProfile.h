//===- AttributedProfile.h - Rows by the operation they go to ---*- C++ -*-===//
//
// What npuprof-annotate makes of a correlation: the figures of each operation,
// and how much of the device time went where.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_LIB_TRANSFORMS_ATTRIBUTEDPROFILE_H
#define NPUPROF_LIB_TRANSFORMS_ATTRIBUTEDPROFILE_H

#include "npuprof/Analysis/Correlation.h"
#include "npuprof/Analysis/ModelKernels.h"
#include "npuprof/Dialect/NPU/IR/NPU.h"
#include "llvm/ADT/MapVector.h"

namespace npuprof {

/// Rows of one type and shapes that no operation was found for.
struct UnmatchedRows {
  unsigned firstRow = 0;
  llvm::StringRef type;
  const Signature *signature = nullptr;
  int64_t calls = 0;
  double totalUs = 0;
};

class AttributedProfile {
public:
  AttributedProfile(const Profile &profile, const ModelKernels &model,
                    const Correlation &correlation);

  /// Sets `npu.profile` on the operations.
  void annotate() const;

  npu::ProfileSummaryAttr getSummary(mlir::MLIRContext *context) const;

  double getDeviceUs() const { return deviceUs; }
  double getAttributedUs() const { return attributedUs; }
  double getAttributedUs(MatchedBy by) const {
    return usByKind[static_cast<unsigned>(by)];
  }
  /// Time of rows that fit a place of the model but not its shapes.
  double getContradictingUs() const { return contradictingUs; }
  double getCoverage() const {
    return deviceUs > 0 ? attributedUs / deviceUs : 0;
  }
  int64_t getLaunches() const { return launches; }
  std::optional<unsigned> getSteps() const { return steps; }
  /// Longest first.
  llvm::ArrayRef<UnmatchedRows> getUnmatched() const { return unmatched; }

private:
  /// Rows of one operation and one operator type.
  struct TypeFigures {
    Figures figures;
    double confidence = 0;
    unsigned rows = 0;
    MatchedBy by = MatchedBy::Sequence;
  };
  using FiguresByType = llvm::SmallMapVector<llvm::StringRef, TypeFigures, 1>;

  static npu::ProfileAttr makeAttribute(mlir::MLIRContext *context,
                                        const FiguresByType &types);

  const Profile &profile;
  llvm::MapVector<mlir::Operation *, FiguresByType> byOperation;
  std::array<double, numMatchedBy> usByKind{};
  double deviceUs = 0, attributedUs = 0, contradictingUs = 0;
  int64_t launches = 0;
  std::optional<unsigned> steps;
  std::vector<UnmatchedRows> unmatched;
};

} // namespace npuprof

#endif // NPUPROF_LIB_TRANSFORMS_ATTRIBUTEDPROFILE_H
