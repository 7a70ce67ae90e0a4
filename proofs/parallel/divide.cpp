// Is work divided as its Grain says: into how many pieces, where, and anew where a worker was idle?

#include <vigil/atomics/own_value.hpp>
#include <vigil/parallel/divide.hpp>
#include <vigil/parallel/parallel_for.hpp>

#include "workers.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <limits>
#include <thread>
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
  EXPECT_EQ(Grain::automatic().size(), 1U);
  EXPECT_TRUE(Grain::fixed(1).is_fixed());
  EXPECT_FALSE(Grain::adaptive().is_fixed());
  EXPECT_FALSE(Grain::automatic().is_fixed());
  EXPECT_TRUE(Grain::automatic().is_automatic());
  EXPECT_FALSE(Grain::adaptive().is_automatic());
  EXPECT_FALSE(Grain::fixed(1).is_automatic());
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

TEST(Splitter, HalvesNothingThatIsToStayWhole) {
  detail::Splitter splitter = detail::Splitter::whole();
  EXPECT_FALSE(splitter.halves(std::numeric_limits<std::size_t>::max(), false));
  EXPECT_FALSE(splitter.halves(std::numeric_limits<std::size_t>::max(), true));
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
  parallel_for_pieces(
      workers.first(), 1'024,
      [&](std::size_t first, std::size_t last) {
        if (first == 0) {
          EXPECT_TRUE(workers.steal_one());
        }
        pieces.emplace_back(first, last);
      },
      Grain::adaptive());
  // The thief takes the oldest job, which is the right half.
  Pieces due;
  for (std::size_t first = 512; first != 1'024; first += 64) due.emplace_back(first, first + 64);
  due.insert(due.end(), {{0, 256}, {256, 512}});
  EXPECT_EQ(pieces, due);
}

// Calls `loops` on a thread that remembers no loop, with a pool of two workers of which it is one.
template <class Loops>
void on_new_thread(const Loops& loops) {
  Workers workers(2);
  std::thread([&] { loops(workers.first()); }).join();
}

constexpr auto kDear = 2 * detail::LoopHistory::kSmall;

void take_long() {
  const auto end = std::chrono::steady_clock::now() + kDear;
  while (std::chrono::steady_clock::now() < end) {
  }
}

TEST(Division, LeavesASmallLoopWholeOnceItIsKnown) {
  on_new_thread([](auto& worker) {
    const auto pieces = [&](std::size_t size) {
      std::size_t count = 0;
      parallel_for_pieces(worker, size, [&](std::size_t, std::size_t) { ++count; });
      return count;
    };
    EXPECT_EQ(pieces(64), 4U) << "nothing is known of the first loop";
    // The machine may have made it take long.
    while (pieces(64) != 1) {
    }
    while (pieces(33) != 1) {
    }
  });
}

TEST(Division, DividesADearLoopEachTime) {
  on_new_thread([](auto& worker) {
    for (int i = 0; i != 100; ++i) {
      std::size_t pieces = 0;
      parallel_for_pieces(worker, 64, [&](std::size_t, std::size_t) {
        ++pieces;
        take_long();
      });
      EXPECT_EQ(pieces, 4U) << "loop " << i;
    }
  });
}

TEST(Division, CountsTheWorkOfBothHalves) {
  for (const std::size_t dear : {0U, 1U})
    on_new_thread([&](auto& worker) {
      for (int i = 0; i != 100; ++i) {
        std::size_t pieces = 0;
        parallel_for_pieces(worker, 2, [&](std::size_t first, std::size_t) {
          ++pieces;
          if (first == dear) take_long();
        });
        EXPECT_EQ(pieces, 2U) << "loop " << i << ", of which half " << dear << " is dear";
      }
    });
}

// A piece that is stolen counts as much as the others.
TEST(Division, CountsTheWorkOfThieves) {
  Workers workers(2);
  std::thread([&] {
    for (int i = 0; i != 100; ++i) {
      std::size_t pieces = 0;
      parallel_for_pieces(workers.first(), 2, [&](std::size_t first, std::size_t) {
        ++pieces;
        if (first != 0) return take_long();
        EXPECT_TRUE(workers.steal_one()) << "loop " << i << " was not divided";
      });
      EXPECT_EQ(pieces, 2U);
    }
  }).join();
}

TEST(Division, RemembersLoopsByTheirFunctions) {
  on_new_thread([](auto& worker) {
    const auto loop = [&](auto piece) {
      std::size_t pieces = 0;
      parallel_for_pieces(worker, 64, [&](std::size_t, std::size_t) {
        ++pieces;
        piece();
      });
      return pieces;
    };
    const auto cheap = [] {};
    const auto dear = [] { take_long(); };
    while (loop(cheap) != 1) {
    }
    for (int i = 0; i != 10; ++i) EXPECT_EQ(loop(dear), 4U);
  });
}

TEST(Division, DividesAgainWhatHasBecomeDear) {
  on_new_thread([](auto& worker) {
    bool is_dear = false;
    const auto pieces = [&] {
      std::size_t count = 0;
      parallel_for_pieces(worker, 64, [&](std::size_t, std::size_t) {
        ++count;
        if (is_dear) take_long();
      });
      return count;
    };
    while (pieces() != 1) {
    }
    is_dear = true;
    std::size_t whole = 0;
    while (pieces() == 1) ++whole;
    EXPECT_LE(whole, 64U);
    for (int i = 0; i != 100; ++i) EXPECT_EQ(pieces(), 4U);
  });
}

// A leaf with a name, so that a test can teach its history.
struct DearLeaf {
  Nothing operator()(std::size_t, std::size_t) const {
    ++pieces;
    take_long();
    return {};
  }
  std::size_t& pieces;
};

TEST(Division, MeasuresOneOf64LoopsOnceTheyAreKnown) {
  on_new_thread([](auto& worker) {
    auto& history = OwnValue<detail::LoopHistory, DearLeaf>::get();
    for (int i = 0; i != 10; ++i) history.learn(64, detail::LoopHistory::Duration(0));
    const auto pieces = [&] {
      std::size_t count = 0;
      detail::divide<Nothing>(worker, 64, Grain::automatic(), DearLeaf{count}, detail::NothingTwice());
      return count;
    };
    for (int i = 0; i != 64; ++i) EXPECT_EQ(pieces(), 1U) << "the measured one is loop 63, this is loop " << i;
    EXPECT_EQ(pieces(), 4U);
  });
}

TEST(Division, MeasuresNothingIfTheGrainIsGiven) {
  on_new_thread([](auto& worker) {
    for (int i = 0; i != 100; ++i) {
      std::size_t pieces = 0;
      parallel_for_pieces(
          worker, 64, [&](std::size_t, std::size_t) { ++pieces; }, Grain::adaptive());
      EXPECT_EQ(pieces, 4U);
    }
  });
}

TEST(Division, LearnsNothingFromALoopThatThrows) {
  on_new_thread([](auto& worker) {
    std::size_t pieces = 0;
    const auto loop = [&] {
      pieces = 0;
      parallel_for_pieces(worker, 64, [&](std::size_t, std::size_t) {
        ++pieces;
        throw 1;
      });
    };
    for (int i = 0; i != 100; ++i) {
      EXPECT_THROW(loop(), int);
      EXPECT_EQ(pieces, 4U);
    }
  });
}

}  // namespace
}  // namespace vigil
