//===- Counters.h - Pipe shares and bytes of a launch -----------*- C++ -*-===//

#ifndef NPUPROF_LIB_PROFILE_COUNTERS_H
#define NPUPROF_LIB_PROFILE_COUNTERS_H

#include "Table.h"

namespace npuprof {

/// What was measured of one kind of core in one launch.
struct SideFigures {
  /// Mean over the cores of this kind.
  std::optional<double> timeUs;
  std::array<std::optional<double>, numPipes> ratio;
  std::optional<double> readBytes, writtenBytes;
};

/// Fills the pipe shares and the bytes of a launch from those of its kinds of
/// core: two on a split chip (Cube and Vector), else one.
void combineSides(llvm::ArrayRef<SideFigures> sides, Figures &figures);

/// The counter columns of a table of launches, whatever --aic-metrics it was
/// collected with.
class Counters {
public:
  explicit Counters(Table &table);

  /// Fills the pipe shares and the bytes that the row has.
  void read(Row &row, Figures &figures) const;

private:
  /// Counters of one kind of core. A split chip (910B) has Cube cores ("aic_")
  /// and Vector cores ("aiv_"); an older one has one kind, without prefix.
  struct Side {
    Column time;
    std::array<Column, numPipes> ratio;
    /// Shares by instruction type, of which the pipe's share is the sum.
    llvm::SmallVector<Column, 4> macTypes, vecTypes;
    Column readBytes, writtenBytes;
    Column readBandwidth, writeBandwidth;
  };
  static Side findSide(Table &table, const std::string &prefix,
                       llvm::StringRef time);

  static std::optional<double> readRatio(Row &row, const Side &side, Pipe pipe);
  static std::optional<double> readTraffic(Row &row,
                                           std::optional<double> timeUs,
                                           const Column &bytes,
                                           const Column &bandwidth);

  llvm::SmallVector<Side, 2> sides;
};

} // namespace npuprof

#endif // NPUPROF_LIB_PROFILE_COUNTERS_H
