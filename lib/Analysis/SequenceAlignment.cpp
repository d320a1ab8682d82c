//===- SequenceAlignment.cpp - Rows in order onto kernels in order --------===//

#include "npuprof/Analysis/SequenceAlignment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <limits>

using namespace npuprof;

namespace {

constexpr uint32_t noNode = std::numeric_limits<uint32_t>::max();

/// One (row, kernel) pair of a walk and the pair before it.
struct Node {
  uint32_t parent;
  uint32_t row;
  uint32_t kernel;
  uint32_t pass;
};

/// The end of a walk. `potential` is its score with the skip costs given back
/// of all kernels from the front of the segment up to where it stands: going on
/// to a kernel k leaves potential - skipBefore(k), wherever the walk stands. So
/// it is what two ends are compared by.
struct WalkEnd {
  uint32_t kernel;
  uint32_t node;
  double potential;
};

/// A node and the gains and costs of the walk that ends there.
struct Origin {
  uint32_t node;
  double score;
};

class Aligner {
public:
  Aligner(llvm::ArrayRef<AlignmentRow> rows, llvm::ArrayRef<float> skipCosts,
          llvm::ArrayRef<uint32_t> segments, const AlignmentCosts &costs)
      : rows(rows), segments(segments), costs(costs),
        frontiers(segments.size()) {
    skipped.resize(skipCosts.size() + 1, 0);
    for (size_t k = 0; k < skipCosts.size(); ++k)
      skipped[k + 1] = skipped[k] + skipCosts[k];
  }

  std::vector<AlignedRow> run();

private:
  uint32_t segmentEnd(size_t segment) const {
    return segment + 1 < segments.size() ? segments[segment + 1]
                                         : skipped.size() - 1;
  }
  double skipBefore(size_t segment, uint32_t kernel) const {
    return skipped[kernel] - skipped[segments[segment]];
  }
  /// Gains and costs of the walk that ends at `end`.
  double score(size_t segment, const WalkEnd &end) const {
    return end.potential - skipBefore(segment, end.kernel + 1);
  }

  void advance(uint32_t row);
  void advanceSegment(size_t segment, uint32_t row,
                      llvm::ArrayRef<AlignmentCandidate> candidates);
  void prune();
  void collectGarbage();

  llvm::ArrayRef<AlignmentRow> rows;
  llvm::ArrayRef<uint32_t> segments;
  const AlignmentCosts &costs;
  /// skipped[k]: the price of all kernels before k.
  std::vector<double> skipped;
  std::vector<Node> nodes;
  /// Per segment, the walks that end in it: kernels and potentials both
  /// strictly increase.
  std::vector<std::vector<WalkEnd>> frontiers;
  std::vector<WalkEnd> merged;
  /// Where a new run may come from, and the best walk of all.
  Origin newRun{noNode, 0};
  Origin best{noNode, 0};
  /// Rows since the best walk last grew.
  unsigned lostRows = 0;
  size_t nextCollection = 1 << 16;
};

} // namespace

void Aligner::advanceSegment(size_t segment, uint32_t row,
                             llvm::ArrayRef<AlignmentCandidate> candidates) {
  std::vector<WalkEnd> &frontier = frontiers[segment];
  bool atStart = best.node == noNode;
  bool lost = atStart || lostRows >= costs.lostAfter;
  double jumpScore = best.score - (atStart ? costs.lateStart : costs.resync);

  merged.clear();
  // Keeps the staircase: an end that does not beat those before it is
  // dominated by them.
  auto append = [&](const WalkEnd &end) {
    if (!merged.empty() && end.potential <= merged.back().potential)
      return;
    if (!merged.empty() && merged.back().kernel == end.kernel)
      merged.back() = end;
    else
      merged.push_back(end);
  };

  // A new run that would be given up at once spares the kernels up to the
  // first walk; none can be reached beyond what the highest potential pays for.
  double worst = best.score - costs.beam;
  double highest = frontier.empty()
                       ? newRun.score
                       : std::max(newRun.score, frontier.back().potential);
  if (!lost && newRun.score + costs.maxGain < worst)
    candidates = candidates.drop_while([&](const AlignmentCandidate &c) {
      return frontier.empty() || c.kernel <= frontier.front().kernel;
    });

  size_t passed = 0;
  for (const AlignmentCandidate &candidate : candidates) {
    if (!lost &&
        highest + costs.maxGain < worst + skipBefore(segment, candidate.kernel))
      break;
    while (passed < frontier.size() &&
           frontier[passed].kernel < candidate.kernel)
      append(frontier[passed++]);
    double before = skipBefore(segment, candidate.kernel);

    // The front of the segment, the walk that ends nearest before the
    // candidate, or, when lost, any place.
    Origin from{newRun.node, newRun.score};
    bool newPass = true;
    if (passed > 0 && frontier[passed - 1].potential > from.score) {
      from = {frontier[passed - 1].node, frontier[passed - 1].potential};
      newPass = false;
    }
    if (lost && jumpScore + before > from.score) {
      from = {best.node, jumpScore + before};
      newPass = atStart || nodes[best.node].kernel >= candidate.kernel ||
                nodes[best.node].kernel < segments[segment];
    }

    // The kernel is not skipped: what its skipping costs is given back too.
    double potential = from.score + candidate.gain +
                       skipBefore(segment, candidate.kernel + 1) - before;
    if (potential - before < worst)
      continue;
    if (!merged.empty() && potential <= merged.back().potential)
      continue;
    uint32_t pass =
        from.node == noNode ? 0 : nodes[from.node].pass + (newPass ? 1 : 0);
    append({candidate.kernel, uint32_t(nodes.size()), potential});
    nodes.push_back({from.node, row, candidate.kernel, pass});
  }
  while (passed < frontier.size())
    append(frontier[passed++]);
  frontier.swap(merged);
}

void Aligner::prune() {
  Origin previous = best;
  for (auto [segment, frontier] : llvm::enumerate(frontiers))
    for (const WalkEnd &end : frontier)
      if (double s = score(segment, end); s > best.score)
        best = {end.node, s};
  lostRows = best.node == previous.node ? lostRows + 1 : 0;

  for (auto [segment, frontier] : llvm::enumerate(frontiers)) {
    llvm::erase_if(frontier, [&, segment = segment](const WalkEnd &end) {
      return score(segment, end) < best.score - costs.beam;
    });
    if (frontier.empty())
      continue;
    // The highest potential pays least for the rest of the segment.
    const WalkEnd &last = frontier.back();
    double atEnd = last.potential - skipBefore(segment, segmentEnd(segment)) -
                   costs.restart;
    if (atEnd > newRun.score)
      newRun = {last.node, atEnd};
  }
}

/// Drops the nodes that no walk leads to any more.
void Aligner::collectGarbage() {
  std::vector<uint32_t> moved(nodes.size(), noNode);
  auto mark = [&](uint32_t node) {
    for (; node != noNode && moved[node] == noNode; node = nodes[node].parent)
      moved[node] = 0;
  };
  for (const auto &frontier : frontiers)
    for (const WalkEnd &end : frontier)
      mark(end.node);
  mark(newRun.node);
  mark(best.node);

  uint32_t size = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (moved[i] == noNode)
      continue;
    Node node = nodes[i];
    if (node.parent != noNode)
      node.parent = moved[node.parent];
    moved[i] = size;
    nodes[size++] = node;
  }
  nodes.resize(size);

  auto rename = [&](uint32_t &node) {
    if (node != noNode)
      node = moved[node];
  };
  for (auto &frontier : frontiers)
    for (WalkEnd &end : frontier)
      rename(end.node);
  rename(newRun.node);
  rename(best.node);
  nextCollection = std::max<size_t>(1 << 16, 2 * nodes.size());
}

void Aligner::advance(uint32_t row) {
  if (rows[row].startsStep && best.node != noNode) {
    for (auto &frontier : frontiers)
      frontier.clear();
    newRun = best;
  }
  llvm::ArrayRef<AlignmentCandidate> candidates = rows[row].candidates;
  for (size_t segment = 0; segment < segments.size(); ++segment) {
    uint32_t end = segmentEnd(segment);
    size_t count = llvm::partition_point(candidates,
                                         [&](const AlignmentCandidate &c) {
                                           return c.kernel < end;
                                         }) -
                   candidates.begin();
    advanceSegment(segment, row, candidates.take_front(count));
    candidates = candidates.drop_front(count);
  }
  prune();
  if (nodes.size() >= nextCollection)
    collectGarbage();
}

std::vector<AlignedRow> Aligner::run() {
  for (uint32_t row = 0; row < rows.size(); ++row)
    advance(row);
  std::vector<AlignedRow> result(rows.size());
  for (uint32_t node = best.node; node != noNode; node = nodes[node].parent)
    result[nodes[node].row] = {nodes[node].kernel, nodes[node].pass};
  // A row without a kernel belongs to the run of the one before it.
  for (size_t row = 1; row < result.size(); ++row)
    if (!result[row].kernel)
      result[row].pass = result[row - 1].pass;
  return result;
}

std::vector<AlignedRow> npuprof::alignSequence(
    llvm::ArrayRef<AlignmentRow> rows, llvm::ArrayRef<float> skipCosts,
    llvm::ArrayRef<uint32_t> segments, const AlignmentCosts &costs) {
  assert((segments.empty() || segments.front() == 0) &&
         "the first segment begins at kernel 0");
  if (segments.empty())
    return std::vector<AlignedRow>(rows.size());
  return Aligner(rows, skipCosts, segments, costs).run();
}
