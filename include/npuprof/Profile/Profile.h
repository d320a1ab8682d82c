//===- Profile.h - A profile in memory --------------------------*- C++ -*-===//
//
// What the readers (Readers.h) fill and correlation reads. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_PROFILE_PROFILE_H
#define NPUPROF_PROFILE_PROFILE_H

#include "npuprof/Profile/Figures.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/StringSaver.h"
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace npuprof {

/// One operand or result of a row: `dims` as the file gives them (the storage
/// shape when `format` is a blocked one such as NC1HWC0).
struct TensorDesc {
  llvm::SmallVector<int64_t, 4> dims;
  /// MLIR's spelling: "f32", "f16", "bf16", "i1", "i8", "ui8", "i32", "i64",
  /// ...; the file's where MLIR has no such type (STRING); empty where the
  /// file has none (DT_UNDEFINED, N/A).
  llvm::StringRef dtype;
  /// "ND", "NCHW", "FRACTAL_NZ", ... without "FORMAT_"; empty where absent.
  llvm::StringRef format;
  /// An optional input that was not given, or a scalar: both are written as
  /// an empty shape.
  bool isEmpty() const { return dims.empty(); }

  bool operator==(const TensorDesc &other) const {
    return dims == other.dims && dtype == other.dtype && format == other.format;
  }
};

/// Shapes, types and formats of a row; rows of one kind share one.
struct Signature {
  std::vector<TensorDesc> inputs;
  std::vector<TensorDesc> outputs;
  bool operator==(const Signature &other) const {
    return inputs == other.inputs && outputs == other.outputs;
  }
};

/// One row of an operator table. With `aggregated`, the row stands for
/// `figures.calls` launches of a type (op_statistic, the four summaries);
/// otherwise for one launch.
struct OpRecord {
  llvm::StringRef name;
  llvm::StringRef type;
  /// "AI_CORE", "AI_VECTOR_CORE", "MIX_AIC", "HCCL", ...; empty if unknown.
  llvm::StringRef taskType;
  /// Null where the file gives no shapes.
  const Signature *signature = nullptr;
  Figures figures;
  /// Start of the task in nanoseconds since the epoch (or boot): exact, a
  /// double would lose the fraction.
  std::optional<int64_t> startNs;
  std::optional<int64_t> step;
  std::optional<int64_t> stream;
  /// The device; the rank where torch_npu notes one next to a table of one
  /// device, since it is unique over hosts.
  int64_t device = 0;
  bool aggregated = false;
  /// Where the row stands: index into Profile::getFiles(), line from 1.
  unsigned file = 0;
  unsigned line = 0;

  /// Communication and host tasks are not kernels of the model.
  bool isComputeTask() const;
};

/// A file that was read, and what it turned out to be.
struct ProfileFile {
  std::string path;
  /// "op_summary", "kernel_details", "op_statistic", "acl_summary", ...
  std::string kind;
  /// The --aic-metrics of a table of launches ("PipeUtilization", "Memory",
  /// ...): what it lacks was not measured, rather than low. Empty if it has no
  /// counters.
  std::string metric;
};

/// A figure and where it comes from, e.g. {13.9, "acl_summary.csv, Total"}.
struct SourcedFigure {
  double value = 0;
  std::string source;
};

/// One row of hardware_summary: utilisation 0 to 1, bandwidth in GB/s.
struct UnitUsage {
  std::string unit;
  std::optional<double> utilization;
  std::optional<double> bandwidthGBs;
};

/// From when to when a step (an iteration) ran on a device.
struct StepRange {
  int64_t device = 0;
  int64_t step = 0;
  /// As OpRecord::startNs.
  int64_t startNs = 0, endNs = 0;
};

class Profile {
public:
  Profile() : strings(allocator) {}
  Profile(const Profile &) = delete;
  Profile &operator=(const Profile &) = delete;

  /// By device, each in order of start time; rows without one stay in the
  /// order of their file.
  llvm::ArrayRef<OpRecord> getRecords() const { return records; }
  llvm::ArrayRef<ProfileFile> getFiles() const { return files; }
  llvm::ArrayRef<UnitUsage> getUnits() const { return units; }
  /// Of a table of steps, as it lists them.
  llvm::ArrayRef<StepRange> getSteps() const { return steps; }

  /// Launches and host launch time of the whole run, from a `Total` row or an
  /// API table; absent when no file has them.
  std::optional<int64_t> totalLaunches;
  std::optional<double> totalLaunchUs;
  /// Where these two stand: "acl_summary.csv, Total".
  std::string totalLaunchSource;
  /// GM traffic of the whole run in bytes, from a `Total` row.
  std::optional<double> totalBytes;

  /// Device time of all compute rows, in microseconds.
  double getComputeUs() const;

  //===--------------------------------------------------------------------===//
  // Derived figures
  //===--------------------------------------------------------------------===//

  /// What one launch costs beyond the device time, in microseconds: the host's
  /// cost per launch if an API table gives it, otherwise the median gap
  /// between tasks. Absent when the profile has neither.
  std::optional<SourcedFigure> getLaunchUs() const;

  /// GM bandwidth that this run reached, in GB/s: hardware_summary's HBM row,
  /// otherwise the 90th percentile over the large compute rows of bytes (moved
  /// if counted, else of operands and results) over device time.
  std::optional<SourcedFigure> getBandwidthGBs() const;

  /// The shortest time that any compute kernel takes here, in microseconds:
  /// the 5th percentile over single launches. Absent with fewer than 20 of
  /// them: averages, and the least of a few, say nothing of the floor.
  std::optional<SourcedFigure> getKernelFloorUs() const;

  //===--------------------------------------------------------------------===//
  // For readers
  //===--------------------------------------------------------------------===//

  llvm::StringRef intern(llvm::StringRef text) { return strings.save(text); }
  /// The one copy of `signature`; its texts are interned too.
  const Signature *intern(Signature signature);
  unsigned addFile(std::string path, std::string kind);
  void setMetric(unsigned file, llvm::StringRef metric) {
    files[file].metric = metric.str();
  }
  /// Adds to the launches of the whole run. Files of one kind (several ranks)
  /// add up; a second kind of file counts the same launches and is ignored.
  void addLaunches(int64_t launches, double us, unsigned file,
                   llvm::StringRef place);
  OpRecord &addRecord() { return records.emplace_back(); }
  UnitUsage &addUnit() { return units.emplace_back(); }
  void addStep(const StepRange &step) { steps.push_back(step); }
  std::vector<OpRecord> &getMutableRecords() { return records; }

private:
  llvm::BumpPtrAllocator allocator;
  llvm::UniqueStringSaver strings;
  std::deque<Signature> signatures;
  std::unordered_map<size_t, llvm::SmallVector<const Signature *, 1>>
      signatureIndex;
  std::vector<OpRecord> records;
  std::vector<ProfileFile> files;
  std::vector<UnitUsage> units;
  std::vector<StepRange> steps;
  unsigned launchFile = 0;
};

} // namespace npuprof

#endif // NPUPROF_PROFILE_PROFILE_H
