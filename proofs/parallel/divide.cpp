// Is work divided as its Grain says: into how many pieces, where, and anew where a worker was idle?

#include <vigil/parallel/divide.hpp>
#include <vigil/parallel/parallel_for.hpp>

#include "workers.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace vigil {
namespace {

using proofs::Workers;
using Piece = std::pair<std::size_t, std::size_t>;
using Pieces = std::vector<Piece>;

Pieces pieces_of(Worker<DefaultParts>& worker, std::size_t size, Grain grain) {
  Pieces pieces;
  parallel_for_pieces(
      worker, size, [&](std::size_t first, std::size_t last) { pieces.emplace_back(first, last); }, grain);
  return pieces;
}

TEST(Grain, IsOfAtLeastOneElement) {
  EXPECT_EQ(Grain::fixed(0).size(), 1U);
  EXPECT_EQ(Grain::fixed(1).size(), 1U);
  EXPECT_EQ(Grain::fixed(7).size(), 7U);
  EXPECT_EQ(Grain::adaptive(0).size(), 1U);
  EXPECT_EQ(Grain::adaptive().size(), 1U);
  EXPECT_TRUE(Grain::fixed(1).is_fixed());
  EXPECT_FALSE(Grain::adaptive().is_fixed());
}

TEST(Splitter, HalvesMoreWhereAWorkerWasIdle) {
  detail::Splitter splitter(Grain::adaptive(), 2);
  EXPECT_TRUE(splitter.halves(100, false));
  EXPECT_TRUE(splitter.halves(50, false));
  EXPECT_FALSE(splitter.halves(25, false)) << "there are enough pieces for two";
  EXPECT_TRUE(splitter.halves(25, true)) << "a stolen piece";
  EXPECT_TRUE(splitter.halves(12, false));
}

TEST(Splitter, LeavesWorkWholeIfNoWorkerCanStealIt) {
  detail::Splitter splitter(Grain::adaptive(), 1);
  EXPECT_FALSE(splitter.halves(1'000'000, false));
}

TEST(Splitter, LeavesWholeWhatIsSmallEnough) {
  detail::Splitter fixed(Grain::fixed(10), 4);
  EXPECT_TRUE(fixed.halves(11, false));
  EXPECT_FALSE(fixed.halves(10, true));
}

TEST(Splitter, MakesNoPieceThatIsTooSmall) {
  detail::Splitter adaptive(Grain::adaptive(10), 4);
  EXPECT_FALSE(adaptive.halves(19, true)) << "a half would have nine elements";
  EXPECT_TRUE(adaptive.halves(20, true));
}

TEST(Division, HalvesPiecesUntilTheyFit) {
  Workers workers(2);
  EXPECT_EQ(pieces_of(workers.first(), 12, Grain::fixed(3)), (Pieces{{0, 3}, {3, 6}, {6, 9}, {9, 12}}));
  EXPECT_EQ(pieces_of(workers.first(), 7, Grain::fixed(2)), (Pieces{{0, 1}, {1, 3}, {3, 5}, {5, 7}}));
}

TEST(Division, MakesMorePiecesThanWorkersAndAtMostTwiceAsMany) {
  const std::size_t due[] = {1, 4, 4, 8, 8};
  for (std::size_t count = 1; count != 6; ++count) {
    Workers workers(count);
    EXPECT_EQ(pieces_of(workers.first(), 1'024, Grain::adaptive()).size(), due[count - 1]) << count << " workers";
  }
}

TEST(Division, DividesAStolenPieceAnew) {
  Workers workers(2);
  Pieces pieces;
  parallel_for_pieces(workers.first(), 1'024, [&](std::size_t first, std::size_t last) {
    if (first == 0) {
      EXPECT_TRUE(workers.steal_one());
    }
    pieces.emplace_back(first, last);
  });
  // The thief takes the oldest job, which is the right half.
  Pieces due;
  for (std::size_t first = 512; first != 1'024; first += 64) due.emplace_back(first, first + 64);
  due.insert(due.end(), {{0, 256}, {256, 512}});
  EXPECT_EQ(pieces, due);
}

}  // namespace
}  // namespace vigil
