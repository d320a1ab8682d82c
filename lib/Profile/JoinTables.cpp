//===- JoinTables.cpp - One record from what several tables say -----------===//
//
// A run of msprof collects one metric, so the pipe shares and the bytes of an
// operator come from different files; summaries split time, bytes and launch
// cost by file. Counting an operator once takes five steps, and a sixth tells
// the runs of the model apart:
//
//  1. Where a device has launches, tables that only add them up are left out.
//  2. Launches that stand in two files of one metric (same device, start and
//     name) are one: the same run, exported twice.
//  3. Launches of runs with different metrics are one if they have the same
//     device, name, type and signature and are the same one in order of
//     occurrence. Runs with the same metric are further launches: slices of an
//     export, more steps.
//  4. Summaries of the same operator are one. Two that have the same figure
//     are two runs, and are merged as such.
//  5. A summary without time whose operator has launches belongs to these.
//  6. Launches without a step get the one that they started in.
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "npuprof/Profile/Readers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <tuple>

using namespace npuprof;
using llvm::StringRef;

namespace {
class Joiner {
public:
  Joiner(Profile &profile, std::vector<ReadNote> *notes)
      : profile(profile), records(profile.getMutableRecords()), notes(notes) {}

  void run();

private:
  void dropCoarserTables();
  void joinLaunches();
  void joinSummaries();
  void sort();
  void fillSteps();

  unsigned getRun(unsigned file);
  void note(unsigned file, const llvm::Twine &message) {
    if (notes)
      notes->push_back({profile.getFiles()[file].path, 0, message.str()});
  }

  Profile &profile;
  std::vector<OpRecord> &records;
  std::vector<ReadNote> *notes;
};
} // namespace

/// Takes what `to` does not know from `from`.
template <typename T>
static void fill(std::optional<T> &to, const std::optional<T> &from) {
  if (!to)
    to = from;
}
static void fill(StringRef &to, StringRef from) {
  if (to.empty())
    to = from;
}
static void fill(Figures &to, const Figures &from) {
  fill(to.calls, from.calls);
  fill(to.timeUs, from.timeUs);
  fill(to.waitUs, from.waitUs);
  fill(to.launchUs, from.launchUs);
  for (unsigned i = 0; i < numPipes; ++i)
    fill(to.ratio[i], from.ratio[i]);
  fill(to.readBytes, from.readBytes);
  fill(to.writtenBytes, from.writtenBytes);
  fill(to.cores, from.cores);
}
static void fill(OpRecord &to, const OpRecord &from) {
  fill(to.name, from.name);
  fill(to.type, from.type);
  fill(to.taskType, from.taskType);
  if (!to.signature)
    to.signature = from.signature;
  fill(to.figures, from.figures);
  fill(to.startNs, from.startNs);
  fill(to.step, from.step);
  fill(to.stream, from.stream);
}

//===----------------------------------------------------------------------===//
// Coarser tables
//===----------------------------------------------------------------------===//

/// How finely a record with a time resolves it: types, operators, tasks under
/// the names of binaries, launches.
static unsigned getDetail(const OpRecord &record, StringRef kind) {
  if (!record.aggregated)
    return kind == "task_time" ? 2 : 3;
  return record.name.empty() ? 0 : 1;
}

void Joiner::dropCoarserTables() {
  auto getKind = [&](const OpRecord &record) -> StringRef {
    return profile.getFiles()[record.file].kind;
  };
  std::map<int64_t, unsigned> finest;
  for (const OpRecord &record : records)
    if (record.figures.timeUs) {
      unsigned &detail = finest[record.device];
      detail = std::max(detail, getDetail(record, getKind(record)));
    }

  llvm::SmallVector<bool> dropped(profile.getFiles().size(), false);
  llvm::erase_if(records, [&](const OpRecord &record) {
    if (!record.figures.timeUs ||
        getDetail(record, getKind(record)) == finest[record.device])
      return false;
    dropped[record.file] = true;
    return true;
  });
  for (auto [file, isDropped] : llvm::enumerate(dropped))
    if (isDropped)
      note(file, "the times of this " + profile.getFiles()[file].kind +
                     " were passed over: a finer table has them too");
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The first file with the same metric stands for the run.
unsigned Joiner::getRun(unsigned file) {
  StringRef metric = profile.getFiles()[file].metric;
  for (const ProfileFile &other : profile.getFiles())
    if (other.metric == metric)
      return static_cast<unsigned>(&other - profile.getFiles().data());
  return file;
}

void Joiner::joinLaunches() {
  llvm::SmallVector<unsigned> runs;
  for (unsigned file = 0; file < profile.getFiles().size(); ++file)
    runs.push_back(getRun(file));
  std::optional<unsigned> onlyFile;
  bool isOneFile = true;
  for (const OpRecord &record : records)
    if (!record.aggregated) {
      isOneFile &= !onlyFile || *onlyFile == record.file;
      onlyFile = record.file;
    }
  if (isOneFile)
    return;

  // Names and signatures are interned, so their addresses identify them.
  auto address = [](StringRef text) -> const char * {
    return text.empty() ? nullptr : text.data();
  };
  using StartKey =
      std::tuple<std::pair<int64_t, unsigned>, int64_t, const char *>;
  using LaunchKey = std::tuple<int64_t, const char *,
                               std::pair<const char *, const Signature *>>;
  struct Launches {
    llvm::SmallVector<unsigned, 4> indices;
    /// How many of them each run has shown so far.
    llvm::SmallVector<std::pair<unsigned, unsigned>, 2> seen;
  };
  /// Index of the record and file of the row.
  llvm::DenseMap<StartKey, std::pair<unsigned, unsigned>> byStart;
  llvm::DenseMap<LaunchKey, Launches> byKey;

  std::vector<OpRecord> joined;
  joined.reserve(records.size());
  llvm::SmallVector<size_t> repeated(profile.getFiles().size(), 0);

  for (OpRecord &record : records) {
    if (record.aggregated) {
      joined.push_back(std::move(record));
      continue;
    }
    unsigned run = runs[record.file];
    std::pair<unsigned, unsigned> *place = nullptr;
    if (record.startNs) {
      StartKey key{{record.device, run}, *record.startNs, address(record.name)};
      auto [it, isNew] = byStart.try_emplace(key, joined.size(), record.file);
      if (!isNew && it->second.second != record.file) {
        fill(joined[it->second.first], record);
        ++repeated[record.file];
        continue;
      }
      place = &it->second;
    }
    LaunchKey key{record.device,
                  address(record.name),
                  {address(record.type), record.signature}};
    Launches &launches = byKey[key];
    auto *seen = llvm::find_if(launches.seen,
                               [&](auto &entry) { return entry.first == run; });
    if (seen == launches.seen.end()) {
      launches.seen.emplace_back(run, 0);
      seen = std::prev(launches.seen.end());
    }
    unsigned occurrence = seen->second++;
    if (occurrence < launches.indices.size()) {
      unsigned index = launches.indices[occurrence];
      fill(joined[index], record);
      if (place)
        place->first = index;
      continue;
    }
    launches.indices.push_back(joined.size());
    joined.push_back(std::move(record));
  }
  records = std::move(joined);

  for (auto [file, count] : llvm::enumerate(repeated))
    if (count)
      note(file, llvm::Twine(count) +
                     " launches of this file stand in another one too and are "
                     "counted once");
}

//===----------------------------------------------------------------------===//
// Summaries
//===----------------------------------------------------------------------===//

/// Figures without calls are totals over calls that another table counts.
static void divide(Figures &totals, int64_t calls) {
  auto divisor = static_cast<double>(std::max<int64_t>(1, calls));
  for (std::optional<double> *figure :
       {&totals.timeUs, &totals.waitUs, &totals.launchUs})
    if (*figure)
      **figure /= divisor;
  for (std::optional<int64_t> *figure :
       {&totals.readBytes, &totals.writtenBytes})
    if (*figure)
      *figure = roundToCount(static_cast<double>(**figure) / divisor);
}

/// Totals of the same calls, or of a further run of them.
static void addTotals(Figures &figures, Figures &totals) {
  if (figures.calls)
    divide(totals, *figures.calls);
  auto add = [](std::optional<int64_t> &sum, std::optional<int64_t> bytes) {
    if (sum && bytes)
      sum = addCounts(*sum, *bytes);
  };
  add(figures.readBytes, totals.readBytes);
  add(figures.writtenBytes, totals.writtenBytes);
}

static bool haveCommonFigure(const Figures &a, const Figures &b) {
  return (a.timeUs && b.timeUs) || (a.launchUs && b.launchUs) ||
         (a.readBytes && b.readBytes) || (a.writtenBytes && b.writtenBytes);
}

void Joiner::joinSummaries() {
  if (llvm::none_of(records,
                    [](const OpRecord &record) { return record.aggregated; }))
    return;
  // Launches by name, and by type where the name stands for one.
  std::map<int64_t, llvm::StringMap<std::vector<OpRecord *>>> launches;
  std::vector<OpRecord> joined, summaries;
  for (OpRecord &record : records)
    (record.aggregated ? summaries : joined).push_back(std::move(record));
  for (OpRecord &record : joined) {
    auto &ofDevice = launches[record.device];
    ofDevice[record.name].push_back(&record);
    if (record.type != record.name && !record.type.empty())
      ofDevice[record.type].push_back(&record);
  }

  // What has a time comes first, since its calls are those of the device;
  // totals without calls come last, when the calls are known.
  auto getRank = [](const OpRecord &record) {
    return record.figures.timeUs ? 0 : record.figures.calls ? 1 : 2;
  };
  std::vector<OpRecord *> order;
  for (int rank : {0, 1, 2})
    for (OpRecord &record : summaries)
      if (getRank(record) == rank)
        order.push_back(&record);

  std::vector<OpRecord> kept;
  std::map<int64_t, llvm::StringMap<llvm::SmallVector<size_t, 1>>> index;
  for (OpRecord *next : order) {
    OpRecord &record = *next;
    Figures &figures = record.figures;
    if (!figures.timeUs && !record.name.empty()) {
      auto &ofDevice = launches[record.device];
      if (auto it = ofDevice.find(record.name); it != ofDevice.end()) {
        if (!figures.calls)
          divide(figures, static_cast<int64_t>(it->second.size()));
        for (OpRecord *launch : it->second)
          fill(launch->figures, figures);
        continue;
      }
    }
    // Types alone (op_statistic) have no name; the same type stands there once
    // for each kind of core.
    StringRef key = record.name.empty() ? record.type : record.name;
    auto &indices = index[record.device][key];
    auto *same = llvm::find_if(indices, [&](size_t i) {
      const OpRecord &other = kept[i];
      auto agree = [](StringRef a, StringRef b) {
        return a.empty() || b.empty() || a == b;
      };
      return other.file != record.file &&
             other.name.empty() == record.name.empty() &&
             agree(other.type, record.type) &&
             agree(other.taskType, record.taskType);
    });
    if (same == indices.end()) {
      indices.push_back(kept.size());
      kept.push_back(std::move(record));
      continue;
    }
    OpRecord &other = kept[*same];
    if (!figures.calls)
      addTotals(other.figures, figures);
    else if (haveCommonFigure(other.figures, figures))
      other.figures = Figures::merge(other.figures, figures);
    fill(other, record);
  }
  llvm::append_range(joined, kept);
  records = std::move(joined);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

void Joiner::sort() {
  // A row without a start follows the row before it.
  struct Entry {
    int64_t device, start;
    size_t index;
    bool operator<(const Entry &other) const {
      return std::tie(device, start, index) <
             std::tie(other.device, other.start, other.index);
    }
  };
  std::vector<Entry> order;
  order.reserve(records.size());
  std::map<int64_t, int64_t> last;
  for (auto [i, record] : llvm::enumerate(records)) {
    int64_t &start = last[record.device];
    start = record.startNs.value_or(start);
    order.push_back({record.device, start, i});
  }
  if (llvm::is_sorted(order))
    return;
  llvm::sort(order);
  std::vector<OpRecord> sorted;
  sorted.reserve(records.size());
  for (const Entry &entry : order)
    sorted.push_back(std::move(records[entry.index]));
  records = std::move(sorted);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Launches whose table has no steps get those of step_trace.
void Joiner::fillSteps() {
  std::vector<StepRange> steps = profile.getSteps().vec();
  auto getKey = [](int64_t device, int64_t start) {
    return std::pair(device, start);
  };
  llvm::sort(steps, [&](const StepRange &a, const StepRange &b) {
    return std::tuple(a.device, a.startNs, a.endNs, a.step) <
           std::tuple(b.device, b.startNs, b.endNs, b.step);
  });
  for (OpRecord &record : records) {
    if (record.step || !record.startNs)
      continue;
    auto after = llvm::partition_point(steps, [&](const StepRange &range) {
      return getKey(range.device, range.startNs) <=
             getKey(record.device, *record.startNs);
    });
    if (after == steps.begin())
      continue;
    const StepRange &range = *std::prev(after);
    if (range.device == record.device && *record.startNs <= range.endNs)
      record.step = range.step;
  }
}

void Joiner::run() {
  dropCoarserTables();
  joinLaunches();
  joinSummaries();
  sort();
  fillSteps();
}

void npuprof::joinTables(Profile &profile, std::vector<ReadNote> *notes) {
  Joiner(profile, notes).run();
}
