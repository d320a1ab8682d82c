//===- Correlation.cpp - Which kernel a profile row belongs to ------------===//

#include "npuprof/Analysis/Correlation.h"
#include "npuprof/Analysis/SequenceAlignment.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <deque>
#include <tuple>

using namespace npuprof;

namespace {

/// How well a row fits a kernel by its type: it is that operator, or a larger
/// one that the kernel is the telling part of.
constexpr float wholeFit = 1.0f;
constexpr float partFit = 0.6f;
/// What the type alone is worth, beside the shapes.
constexpr float typeWeight = 0.1f;
/// The shapes of a part may well differ from those of the whole: the rsqrt of a
/// norm has one element a row.
constexpr double leastPartAgreement = 0.4;
/// Shapes that agree less contradict each other.
constexpr double leastAgreement = 0.3;
/// A part of a group gives way to a neighbour that fits as well.
constexpr float groupPartMalus = 0.05f;
/// A row whose name decides its kernel holds the alignment in place.
constexpr float nameGain = 2.0f;
/// Passing over a kernel that should have had a row. Layers are alike: a few
/// weak matches further on must not be worth more than passing over a whole one.
constexpr float skipCost = 0.15f;
/// Gains that differ by less are equally good.
constexpr float gainTolerance = 0.01f;

constexpr double nameConfidence = 1.0;
constexpr double normalizedNameConfidence = 0.9;
constexpr double sequenceConfidence = 0.95;
constexpr double onlyOneOfTypeConfidence = 0.8;
constexpr double typeConfidence = 0.5;

struct TypeFit {
  unsigned kernel;
  float fit;
};

/// The kernels by everything that a row may know of them.
class KernelIndex {
public:
  explicit KernelIndex(llvm::ArrayRef<ModelKernel> kernels);

  llvm::ArrayRef<TypeFit> findType(llvm::StringRef type) const {
    auto it = byType.find(canonicalizeOperatorType(type));
    if (it == byType.end())
      return {};
    return it->second;
  }
  llvm::ArrayRef<unsigned> findClass(llvm::StringRef name) const {
    return find(byClass, canonicalizeOperatorType(name));
  }
  llvm::ArrayRef<unsigned> findName(llvm::StringRef name) const {
    return find(byName, name);
  }
  llvm::ArrayRef<unsigned> findNormalizedName(llvm::StringRef name) const {
    return find(byNormalizedName, normalizeOperatorName(name));
  }

private:
  using Map = llvm::StringMap<llvm::SmallVector<unsigned, 1>>;
  static llvm::ArrayRef<unsigned> find(const Map &map, llvm::StringRef key) {
    auto it = map.find(key);
    return it == map.end() ? llvm::ArrayRef<unsigned>() : it->second;
  }

  llvm::StringMap<std::vector<TypeFit>> byType;
  Map byClass, byName, byNormalizedName;
};

/// The kernels that a row's name leaves, none when it says nothing.
struct NamedKernels {
  llvm::SmallVector<unsigned, 1> kernels;
  MatchedBy by = MatchedBy::Name;
};

class Correlator {
public:
  Correlator(llvm::ArrayRef<OpRecord> rows, llvm::ArrayRef<ModelKernel> kernels)
      : rows(rows), kernels(kernels), index(kernels) {}

  Correlation run();

private:
  /// What a row of one kind may be aligned with.
  struct Candidates {
    std::vector<AlignmentCandidate> list;
    /// The shapes of all of them contradict the row's.
    bool contradict = false;
  };

  const NamedKernels &resolveName(const OpRecord &row);
  bool fitsType(llvm::StringRef type, unsigned kernel) const;
  const Candidates &getCandidates(const OpRecord &row,
                                  const NamedKernels &named);
  void addByType(const OpRecord &row, Candidates &candidates) const;

  void matchLaunches(llvm::ArrayRef<unsigned> deviceRows);
  void readWalk(llvm::ArrayRef<unsigned> deviceRows,
                llvm::ArrayRef<const NamedKernels *> rowNames,
                llvm::ArrayRef<AlignmentRow> sequence,
                llvm::ArrayRef<AlignedRow> walk);
  void matchAggregated(unsigned row);
  void addNamed(unsigned row, unsigned kernel, MatchedBy by);
  llvm::SmallVector<unsigned> findByTypeAlone(const OpRecord &row) const;
  llvm::SmallVector<unsigned>
  withoutDoubtful(llvm::ArrayRef<unsigned> found) const;

  llvm::ArrayRef<OpRecord> rows;
  llvm::ArrayRef<ModelKernel> kernels;
  KernelIndex index;
  /// Rows of a profile repeat: names, types and shapes are looked at once.
  llvm::DenseMap<std::pair<llvm::StringRef, llvm::StringRef>,
                 const NamedKernels *>
      names;
  std::deque<NamedKernels> resolvedNames;
  llvm::DenseMap<std::pair<llvm::StringRef, const void *>, const Candidates *>
      kinds;
  std::deque<Candidates> allCandidates;
  Correlation result;
};

} // namespace

//===----------------------------------------------------------------------===//
// KernelIndex
//===----------------------------------------------------------------------===//

KernelIndex::KernelIndex(llvm::ArrayRef<ModelKernel> kernels) {
  // Kernels of one kind share their types: canonical spellings are made once.
  struct Canonical {
    llvm::SmallVector<std::pair<std::vector<TypeFit> *, float>, 8> types;
    llvm::SmallVector<llvm::SmallVector<unsigned, 1> *, 1> classes;
  };
  llvm::DenseMap<const OperatorTypes *, Canonical> canonical;
  for (auto [kernel, entry] : llvm::enumerate(kernels)) {
    for (llvm::StringRef name : entry.names) {
      byName[name].push_back(kernel);
      auto &normalized = byNormalizedName[normalizeOperatorName(name)];
      if (normalized.empty() || normalized.back() != kernel)
        normalized.push_back(kernel);
    }
    if (!entry.types)
      continue;
    auto [it, inserted] = canonical.try_emplace(entry.types);
    Canonical &c = it->second;
    if (inserted) {
      for (const std::string &type : entry.types->whole)
        c.types.emplace_back(&byType[canonicalizeOperatorType(type)], wholeFit);
      for (const std::string &type : entry.types->partOf)
        c.types.emplace_back(&byType[canonicalizeOperatorType(type)], partFit);
      for (const std::string &name : entry.types->classes)
        c.classes.push_back(&byClass[canonicalizeOperatorType(name)]);
    }
    for (auto [list, fit] : c.types)
      if (list->empty() || list->back().kernel != kernel)
        list->push_back({unsigned(kernel), fit});
    for (auto *list : c.classes)
      list->push_back(kernel);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool Correlator::fitsType(llvm::StringRef type, unsigned kernel) const {
  return llvm::any_of(index.findType(type),
                      [&](const TypeFit &fit) { return fit.kernel == kernel; });
}

const NamedKernels &Correlator::resolveName(const OpRecord &row) {
  auto [it, inserted] = names.try_emplace({row.name, row.type});
  if (!inserted)
    return *it->second;
  NamedKernels &found = resolvedNames.emplace_back();
  it->second = &found;
  if (row.name.empty())
    return found;

  llvm::ArrayRef<unsigned> all = index.findName(row.name);
  if (all.empty()) {
    all = index.findNormalizedName(row.name);
    found.by = MatchedBy::NormalizedName;
  }
  // A name that several operations carry (a framework's operator that was
  // lowered to many) is narrowed by the type; a normalised name has to agree
  // with the type in any case.
  for (unsigned kernel : all)
    if (fitsType(row.type, kernel))
      found.kernels.push_back(kernel);
  if (!found.kernels.empty())
    return found;
  for (unsigned kernel : all)
    if (found.by == MatchedBy::Name || row.type.empty() ||
        !kernels[kernel].types)
      found.kernels.push_back(kernel);
  found.kernels = withoutDoubtful(found.kernels);
  return found;
}

/// Leaves out what may have no row of its own, if anything is left then.
llvm::SmallVector<unsigned>
Correlator::withoutDoubtful(llvm::ArrayRef<unsigned> found) const {
  llvm::SmallVector<unsigned> firm;
  for (unsigned kernel : found)
    if (!kernels[kernel].optional && !kernels[kernel].groupPart)
      firm.push_back(kernel);
  return firm.empty() ? llvm::SmallVector<unsigned>(found) : firm;
}

//===----------------------------------------------------------------------===//
// Launches: in sequence
//===----------------------------------------------------------------------===//

/// The kernels of the row's type. Those that contradict its shapes count only
/// where there are no others: then the profile is not of this model.
void Correlator::addByType(const OpRecord &row, Candidates &candidates) const {
  llvm::ArrayRef<TypeFit> fits = index.findType(row.type);
  std::vector<double> agreements;
  agreements.reserve(fits.size());
  candidates.contradict = !fits.empty();
  for (const TypeFit &fit : fits) {
    double agreement =
        getSignatureAgreement(row.signature, kernels[fit.kernel].signature);
    if (fit.fit < wholeFit)
      agreement = std::max(agreement, leastPartAgreement);
    agreements.push_back(agreement);
    candidates.contradict &= agreement < leastAgreement;
  }
  for (auto [fit, agreement] : llvm::zip_equal(fits, agreements)) {
    if (agreement < leastAgreement && !candidates.contradict)
      continue;
    float gain = fit.fit * (typeWeight + (1 - typeWeight) * float(agreement));
    if (kernels[fit.kernel].groupPart)
      gain -= groupPartMalus;
    candidates.list.push_back({fit.kernel, gain});
  }
}

const Correlator::Candidates &
Correlator::getCandidates(const OpRecord &row, const NamedKernels &named) {
  // A named row's kernels are those of its name, whatever its shapes.
  const void *kind =
      named.kernels.empty() ? static_cast<const void *>(row.signature) : &named;
  auto [it, inserted] = kinds.try_emplace({row.type, kind});
  if (!inserted)
    return *it->second;
  Candidates &candidates = allCandidates.emplace_back();
  it->second = &candidates;
  if (named.kernels.empty())
    addByType(row, candidates);
  for (unsigned kernel : named.kernels)
    candidates.list.push_back({kernel, nameGain});
  return candidates;
}

void Correlator::matchLaunches(llvm::ArrayRef<unsigned> deviceRows) {
  std::vector<float> skipCosts;
  std::vector<uint32_t> segments;
  for (auto [kernel, entry] : llvm::enumerate(kernels)) {
    skipCosts.push_back(entry.optional || entry.groupPart ? 0 : skipCost);
    if (entry.startsSegment || kernel == 0)
      segments.push_back(kernel);
  }

  std::vector<AlignmentRow> sequence;
  std::vector<const NamedKernels *> rowNames;
  sequence.reserve(deviceRows.size());
  rowNames.reserve(deviceRows.size());
  const OpRecord *previous = nullptr;
  const NamedKernels *place = nullptr;
  for (unsigned row : deviceRows) {
    const OpRecord &record = rows[row];
    const NamedKernels &found = resolveName(record);
    AlignmentRow aligned;
    aligned.startsStep = previous && record.step && previous->step &&
                         *record.step != *previous->step;
    // Several launches of one operation in a row are one place of the walk.
    if (found.kernels.empty() || !place || aligned.startsStep ||
        place->kernels != found.kernels)
      aligned.candidates = getCandidates(record, found).list;
    if (!aligned.candidates.empty())
      place = &found;
    rowNames.push_back(&found);
    previous = &record;
    sequence.push_back(aligned);
  }

  std::vector<AlignedRow> walk = alignSequence(sequence, skipCosts, segments);
  readWalk(deviceRows, rowNames, sequence, walk);
}

/// How well the row fits, over the number of kernels between those of its
/// neighbours in the walk that would have done as well.
static double getCertainty(llvm::ArrayRef<AlignmentCandidate> candidates,
                           uint32_t kernel, int64_t previous, uint32_t next) {
  const AlignmentCandidate *first =
      llvm::partition_point(candidates, [&](const AlignmentCandidate &c) {
        return int64_t(c.kernel) <= previous;
      });
  llvm::ArrayRef<AlignmentCandidate> between =
      candidates.drop_front(first - candidates.begin())
          .take_while(
              [&](const AlignmentCandidate &c) { return c.kernel < next; });
  float gain = llvm::find_if(between, [&](const AlignmentCandidate &c) {
                 return c.kernel == kernel;
               })->gain;
  return gain / llvm::count_if(between, [&](const AlignmentCandidate &c) {
           return c.gain >= gain - gainTolerance;
         });
}

void Correlator::readWalk(llvm::ArrayRef<unsigned> deviceRows,
                          llvm::ArrayRef<const NamedKernels *> rowNames,
                          llvm::ArrayRef<AlignmentRow> sequence,
                          llvm::ArrayRef<AlignedRow> walk) {
  // From the back, so that the next matched kernel of the pass is known.
  std::vector<uint32_t> nextKernel(walk.size());
  uint32_t next = kernels.size();
  for (size_t i = walk.size(); i-- > 0;) {
    if (i + 1 < walk.size() && walk[i + 1].pass != walk[i].pass)
      next = kernels.size();
    nextKernel[i] = next;
    if (walk[i].kernel)
      next = *walk[i].kernel;
  }

  int64_t previousKernel = -1;
  unsigned passes = 0;
  for (auto [i, row] : llvm::enumerate(deviceRows)) {
    const AlignedRow &aligned = walk[i];
    if (i > 0 && walk[i - 1].pass != aligned.pass)
      previousKernel = -1;
    if (aligned.kernel)
      passes = std::max(passes, aligned.pass + 1);

    const NamedKernels &found = *rowNames[i];
    if (!found.kernels.empty()) {
      std::optional<unsigned> kernel = aligned.kernel;
      if (!kernel && llvm::is_contained(found.kernels, previousKernel))
        kernel = previousKernel;
      if (!kernel && found.kernels.size() == 1)
        kernel = found.kernels.front();
      if (kernel)
        addNamed(row, *kernel, found.by);
    } else if (aligned.kernel) {
      double certainty = getCertainty(sequence[i].candidates, *aligned.kernel,
                                      previousKernel, nextKernel[i]);
      bool contradicts = getCandidates(rows[row], found).contradict;
      (contradicts ? result.contradictions : result.matches)
          .push_back({unsigned(row), *aligned.kernel, MatchedBy::Sequence,
                      sequenceConfidence * certainty});
    }
    if (aligned.kernel)
      previousKernel = *aligned.kernel;
  }
  if (passes > 0)
    result.steps = std::max(result.steps.value_or(0), passes);
}

/// A name is certain even against the shapes.
void Correlator::addNamed(unsigned row, unsigned kernel, MatchedBy by) {
  double agreement =
      getSignatureAgreement(rows[row].signature, kernels[kernel].signature);
  RowMatch match{row, kernel, by,
                 by == MatchedBy::Name ? nameConfidence
                                       : normalizedNameConfidence};
  result.matches.push_back(match);
  if (agreement < leastAgreement)
    result.contradictions.push_back(match);
}

//===----------------------------------------------------------------------===//
// Aggregated rows: by type alone
//===----------------------------------------------------------------------===//

llvm::SmallVector<unsigned>
Correlator::findByTypeAlone(const OpRecord &row) const {
  // Summaries put the operator into the name and its class into the type
  // ("Softmax", "Activation"), statistics know only the type.
  for (llvm::StringRef type : {row.name, row.type}) {
    llvm::SmallVector<unsigned> found;
    for (float fit : {wholeFit, partFit}) {
      for (const TypeFit &candidate : index.findType(type))
        if (candidate.fit == fit)
          found.push_back(candidate.kernel);
      if (!found.empty())
        return withoutDoubtful(found);
    }
  }
  return withoutDoubtful(index.findClass(row.type));
}

void Correlator::matchAggregated(unsigned row) {
  const NamedKernels &named = resolveName(rows[row]);
  if (!named.kernels.empty()) {
    for (unsigned kernel : named.kernels)
      addNamed(row, kernel, named.by);
    return;
  }
  llvm::SmallVector<unsigned> found = findByTypeAlone(rows[row]);
  for (unsigned kernel : found)
    result.matches.push_back(
        {row, kernel, MatchedBy::Type,
         found.size() == 1 ? onlyOneOfTypeConfidence : typeConfidence});
}

Correlation Correlator::run() {
  llvm::MapVector<int64_t, std::vector<unsigned>> launches;
  for (auto [row, record] : llvm::enumerate(rows)) {
    if (!record.isComputeTask())
      continue;
    if (record.aggregated)
      matchAggregated(row);
    else
      launches[record.device].push_back(row);
  }
  for (auto &[device, deviceRows] : launches)
    matchLaunches(deviceRows);
  auto order = [](const RowMatch &a, const RowMatch &b) {
    return std::tie(a.row, a.kernel) < std::tie(b.row, b.kernel);
  };
  llvm::sort(result.matches, order);
  llvm::sort(result.contradictions, order);
  return std::move(result);
}

Correlation npuprof::correlate(llvm::ArrayRef<OpRecord> rows,
                               llvm::ArrayRef<ModelKernel> kernels) {
  if (kernels.empty())
    return {};
  return Correlator(rows, kernels).run();
}
