//===- UnitOrder.h - Merging nodes of a graph without cycles ----*- C++ -*-===//
//
// Nodes are added in topological order and merged into units. The units stay
// acyclic: a merge that a path between the two forbids is refused. An order of
// the units is kept up to date as by Pearce and Kelly ("A dynamic topological
// sort algorithm for directed acyclic graphs", 2007): only what stands between
// the two and is connected with them is looked at. That is bounded, so that a
// model costs linear time; a merge for which the bound does not suffice is
// refused as if there were a path. Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef NPUPROF_ANALYSIS_UNITORDER_H
#define NPUPROF_ANALYSIS_UNITORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace npuprof {

class UnitOrder {
public:
  /// Adds a node behind the nodes that it needs, as a unit of its own.
  unsigned addNode(llvm::ArrayRef<unsigned> needed);

  /// The unit of a node, named by one of its nodes.
  unsigned find(unsigned node) const;

  /// Makes one unit of two, named by find(a) as it was before. Fails, and
  /// changes nothing, where a path from one to the other passes by a third.
  bool merge(unsigned a, unsigned b);

  /// Units by this number are in topological order.
  unsigned getPlace(unsigned unit) const { return places[find(unit)]; }

private:
  /// Edges to look at for one merge.
  static constexpr unsigned maxEdges = 512;

  /// Units that reach `to` (or that it reaches, for `forward`) at places
  /// strictly between the two given; nothing when there are too many.
  bool collect(unsigned from, bool forward, unsigned low, unsigned high,
               llvm::DenseSet<unsigned> &found, unsigned &budget) const;

  /// One pass over the parents halves the way to the root.
  mutable std::vector<unsigned> parents;
  std::vector<unsigned> places;
  std::vector<std::vector<unsigned>> before, after;
};

} // namespace npuprof

#endif // NPUPROF_ANALYSIS_UNITORDER_H
