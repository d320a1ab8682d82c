//===- SequenceAlignment.h - Rows in order onto kernels in order -*- C++
//-*-===//
//
// Finds the most plausible walk through the model that explains a sequence of
// profile rows. Plain indices only: what makes a row fit a kernel is decided
// by the caller.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_SEQUENCEALIGNMENT_H
#define NPUPROF_ANALYSIS_SEQUENCEALIGNMENT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace npuprof {

/// A kernel that a row may stand for, and how well it fits: 1 for a row that
/// fits in all that is known, more where that is certain.
struct AlignmentCandidate {
  uint32_t kernel;
  float gain;
};

struct AlignmentRow {
  /// In order of kernels, each at most once.
  llvm::ArrayRef<AlignmentCandidate> candidates;
  /// The profiler says that a new step begins with this row.
  bool startsStep = false;
};

/// Prices in units of one fully fitting row.
struct AlignmentCosts {
  /// No candidate gains more.
  double maxGain = 2.0;
  /// Beginning the model anew, beyond the kernels skipped at its end.
  double restart = 0.5;
  /// Going to any place after so many rows in a row found none.
  double resync = 4.0;
  unsigned lostAfter = 8;
  /// The most that is paid for a profile that begins within a step.
  double lateStart = 1.0;
  /// Walks that are this much worse than the best are given up. It bounds time
  /// and memory: both stay linear in the rows.
  double beam = 8.0;
};

struct AlignedRow {
  /// Absent: no kernel.
  std::optional<uint32_t> kernel;
  /// Run of the model, from 0, that the row belongs to.
  uint32_t pass = 0;
};

/// Aligns `rows` with a model of `skipCosts.size()` kernels, where
/// `skipCosts[k]` is the price of passing over kernel k without a row.
/// `segments` holds the first kernel of each entry function, in order from 0: a
/// run of the model stays within one of them.
///
/// The best chain of (row, kernel) pairs is found row by row: within a segment
/// kernels only increase; a new run begins at the front of any segment. Leaving
/// a row out is free, it only gains nothing. For each segment only the walks
/// that are not dominated are kept: of two, the one that stands further back
/// and is not worse, counting what both pay to any later place, is as good
/// everywhere.
std::vector<AlignedRow> alignSequence(llvm::ArrayRef<AlignmentRow> rows,
                                      llvm::ArrayRef<float> skipCosts,
                                      llvm::ArrayRef<uint32_t> segments,
                                      const AlignmentCosts &costs = {});

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_SEQUENCEALIGNMENT_H
