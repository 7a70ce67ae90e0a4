// Which pieces does a search give up, and does it divide small work, too?

#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>

#include "workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <new>
#include <optional>
#include <vector>

namespace vigil {
namespace {

TEST(SearchLimit, GivesUpThePiecesBehindTheFirstMatch) {
  SearchLimit<Sought::first> limit;
  EXPECT_FALSE(limit.is_passed(1'000'000));
  limit.found_in(5);
  EXPECT_FALSE(limit.is_passed(5)) << "the piece of the match itself";
  EXPECT_TRUE(limit.is_passed(6));
  limit.found_in(0);
  EXPECT_FALSE(limit.is_passed(0));
  EXPECT_TRUE(limit.is_passed(1));
}

TEST(SearchLimit, GivesUpAllPiecesIfAnyMatchWillDo) {
  SearchLimit<Sought::any> limit;
  EXPECT_FALSE(limit.is_passed(1'000'000));
  limit.found_in(5);
  EXPECT_TRUE(limit.is_passed(0));
}

TEST(Search, EndsLongBeforeTheEnd) {
  ThreadPool alone({.workers = 1});
  std::atomic<std::size_t> checked{0};
  const auto tenth = [&](int x) {
    checked.fetch_add(1, std::memory_order_relaxed);
    return x == 10;
  };
  EXPECT_EQ(par(alone, 0, 1'000'000, Grain::fixed(1'000)) | stage::find_first(tenth), 10);
  EXPECT_EQ(checked.load(), 11U) << "later pieces end before their first element";
  checked = 0;
  EXPECT_EQ(par(alone, 0, 1'000'000, Grain::fixed(1'000)) | stage::find_any(tenth), 10);
  EXPECT_EQ(checked.load(), 11U);
}

TEST(Search, ProducesOneElementOfEachPieceThatIsGivenUp) {
  ThreadPool alone({.workers = 1});
  int produced = 0;
  const auto counted = [&](int x) {
    ++produced;
    return x;
  };
  auto line = par(alone, 0, 1'024, Grain::fixed(64)) | stage::transform(counted);
  EXPECT_EQ(line | stage::find_first([](int x) { return x == 10; }), 10);
  EXPECT_EQ(produced, 11 + 15) << "there are fifteen pieces behind the one of the match";
}

// The value of a match is copied before the others hear of the match: if the copy throws, other pieces are searched.
TEST(Search, GoesOnIfAMatchCannotBeCopied) {
  struct Uncopyable {
    Uncopyable() = default;
    Uncopyable(const Uncopyable&) { throw std::bad_alloc(); }
  };
  ThreadPool alone({.workers = 1});
  const std::vector<Uncopyable> values(8);
  int checked = 0;
  const auto matches = [&](const Uncopyable&) {
    ++checked;
    return true;
  };
  EXPECT_THROW((void)(par(alone, values, Grain::fixed(1)) | stage::find_any(matches)), std::bad_alloc);
  EXPECT_EQ(checked, 8);
}

// It does not go by what earlier searches took: the next one may end later.
TEST(Search, DividesSmallWorkEachTime) {
  proofs::Workers workers(2);
  bool is_last = false, is_divided = false;
  const auto search = [&] {
    const auto matches = [&](int x) {
      if (is_last && x == 0) is_divided = workers.steal_one();
      return false;
    };
    return par(workers.first(), 0, 4) | stage::find_any(matches);
  };
  for (int i = 0; i != 100; ++i) EXPECT_EQ(search(), std::nullopt);
  is_last = true;
  EXPECT_EQ(search(), std::nullopt);
  EXPECT_TRUE(is_divided);
}

}  // namespace
}  // namespace vigil
