//===- UnitOrderTest.cpp - Merging nodes of a graph without cycles --------===//

#include "npuprof/Analysis/UnitOrder.h"
#include "gtest/gtest.h"
#include <random>

using namespace npuprof;

namespace {

TEST(UnitOrderTest, MergesNeighbours) {
  UnitOrder order;
  unsigned a = order.addNode({}), b = order.addNode({a});
  EXPECT_TRUE(order.merge(a, b));
  EXPECT_EQ(order.find(b), a);
}

TEST(UnitOrderTest, RefusesPathPastTheTwo) {
  UnitOrder order;
  unsigned a = order.addNode({}), b = order.addNode({a}),
           c = order.addNode({a, b});
  EXPECT_FALSE(order.merge(a, c));
  EXPECT_EQ(order.find(c), c);
  // With what is between them there is none.
  EXPECT_TRUE(order.merge(a, b));
  EXPECT_TRUE(order.merge(a, c));
}

TEST(UnitOrderTest, RefusesPathThroughUnits) {
  // a -> b, c -> d; b and c are one unit, so that a reaches d by them.
  UnitOrder order;
  unsigned a = order.addNode({}), c = order.addNode({}), b = order.addNode({a}),
           d = order.addNode({c});
  EXPECT_TRUE(order.merge(b, c));
  EXPECT_FALSE(order.merge(a, d));
}

TEST(UnitOrderTest, MovesWhatIsNeededInFront) {
  // c needs b, which came after a: a and c become one behind b.
  UnitOrder order;
  unsigned a = order.addNode({}), b = order.addNode({}),
           c = order.addNode({a, b}), d = order.addNode({a});
  EXPECT_TRUE(order.merge(a, c));
  EXPECT_LT(order.getPlace(b), order.getPlace(a));
  EXPECT_LT(order.getPlace(a), order.getPlace(d));
}

/// Whether a path leads from one unit to another, looked for in all of them.
struct Model {
  std::vector<std::vector<unsigned>> needed;

  bool hasCycle(const std::vector<unsigned> &unitOf) const {
    // Units can be taken away one by one as long as one needs no other.
    std::vector<bool> gone(needed.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned unit = 0; unit < needed.size(); ++unit) {
        if (gone[unit])
          continue;
        bool isFree = true;
        for (unsigned node = 0; node < needed.size(); ++node)
          if (unitOf[node] == unit)
            for (unsigned other : needed[node])
              isFree &= unitOf[other] == unit || gone[unitOf[other]];
        if (isFree)
          gone[unit] = changed = true;
      }
    }
    for (unsigned node = 0; node < needed.size(); ++node)
      if (!gone[unitOf[node]])
        return true;
    return false;
  }
};

// On random graphs a merge is refused exactly where it would make a cycle, and
// places are an order of the units after each.
TEST(UnitOrderTest, AgreesWithSearch) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 200; ++round) {
    constexpr unsigned size = 14;
    UnitOrder order;
    Model model;
    for (unsigned node = 0; node < size; ++node) {
      std::vector<unsigned> needed;
      for (unsigned other = 0; other < node; ++other)
        if (random() % 5 == 0)
          needed.push_back(other);
      order.addNode(needed);
      model.needed.push_back(needed);
    }
    for (unsigned attempt = 0; attempt < 20; ++attempt) {
      unsigned a = order.find(random() % size), b = order.find(random() % size);
      std::vector<unsigned> unitOf;
      for (unsigned node = 0; node < size; ++node) {
        unsigned unit = order.find(node);
        unitOf.push_back(unit == b ? a : unit);
      }
      EXPECT_EQ(order.merge(a, b), !model.hasCycle(unitOf));
      for (unsigned node = 0; node < size; ++node)
        for (unsigned other : model.needed[node])
          if (order.find(node) != order.find(other))
            EXPECT_LT(order.getPlace(other), order.getPlace(node));
    }
  }
}

} // namespace
