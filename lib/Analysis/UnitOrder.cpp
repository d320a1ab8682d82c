//===- UnitOrder.cpp - Merging nodes of a graph without cycles ------------===//

#include "npuprof/Analysis/UnitOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace npuprof;

unsigned UnitOrder::addNode(llvm::ArrayRef<unsigned> needed) {
  unsigned node = parents.size();
  parents.push_back(node);
  places.push_back(node);
  before.emplace_back(needed.begin(), needed.end());
  after.emplace_back();
  for (unsigned other : needed)
    after[find(other)].push_back(node);
  return node;
}

unsigned UnitOrder::find(unsigned node) const {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

bool UnitOrder::collect(unsigned from, bool forward, unsigned low,
                        unsigned high, llvm::DenseSet<unsigned> &found,
                        unsigned &budget) const {
  llvm::SmallVector<unsigned> worklist = {from};
  while (!worklist.empty()) {
    unsigned unit = worklist.pop_back_val();
    for (unsigned node : forward ? after[unit] : before[unit]) {
      if (budget-- == 0)
        return false;
      unsigned next = find(node);
      if (places[next] > low && places[next] < high && next != from &&
          found.insert(next).second)
        worklist.push_back(next);
    }
  }
  return true;
}

bool UnitOrder::merge(unsigned a, unsigned b) {
  unsigned kept = a = find(a);
  b = find(b);
  if (a == b)
    return true;
  if (places[a] > places[b])
    std::swap(a, b);

  // What b needs has to come in front of the whole, what a leads to behind it.
  // What is in both is a path past the two.
  unsigned budget = maxEdges;
  llvm::DenseSet<unsigned> needed, following;
  if (!collect(b, /*forward=*/false, places[a], places[b], needed, budget))
    return false;
  unsigned highest = places[a];
  for (unsigned unit : needed)
    highest = std::max(highest, places[unit]);
  if (!needed.empty() &&
      !collect(a, /*forward=*/true, places[a], highest + 1, following, budget))
    return false;
  if (llvm::any_of(needed,
                   [&](unsigned unit) { return following.contains(unit); }))
    return false;

  llvm::SmallVector<unsigned> order(needed.begin(), needed.end());
  llvm::SmallVector<unsigned> behind(following.begin(), following.end());
  auto byPlace = [&](unsigned x, unsigned y) { return places[x] < places[y]; };
  llvm::sort(order, byPlace);
  llvm::sort(behind, byPlace);
  order.push_back(a);
  order.append(behind.begin(), behind.end());
  llvm::SmallVector<unsigned> freed;
  for (unsigned unit : order)
    freed.push_back(places[unit]);
  llvm::sort(freed);
  for (auto [unit, place] : llvm::zip_equal(order, freed))
    places[unit] = place;
  unsigned place = places[a];

  unsigned gone = kept == a ? b : a;
  parents[gone] = kept;
  places[kept] = place;
  // The longer list stays, so that none is copied often.
  for (auto *edges : {&before, &after}) {
    std::vector<unsigned> &mine = (*edges)[kept], &theirs = (*edges)[gone];
    if (mine.size() < theirs.size())
      std::swap(mine, theirs);
    mine.insert(mine.end(), theirs.begin(), theirs.end());
    theirs = {};
  }
  return true;
}
