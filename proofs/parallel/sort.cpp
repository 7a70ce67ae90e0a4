// Do the sorts sort, keep every element, and stop using the range when a comparator throws?

#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>

#include "workers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil {
namespace {

using proofs::Workers;

// Three workers that sleep whenever they can, on any number of processors.
class Sorting : public ::testing::Test {
 protected:
  ThreadPool pool{{.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 1}};
};

constexpr std::size_t kMany = 30'000;  // enough for several pieces

// Patterns on which sorts fail: few values, many values, sorted, reversed, organ pipe, all equal.
std::vector<int> pattern(int which, std::size_t size, std::uint32_t seed) {
  std::vector<int> values(size);
  for (std::size_t i = 0; i != size; ++i) {
    seed = seed * 1664525 + 1013904223;
    const int up = static_cast<int>(i);
    const int down = static_cast<int>(size - i);
    const int random = static_cast<int>(seed >> 8);
    const int patterns[] = {random, random % 3, up, down, std::min(up, down), 7, i % 100 == 0 ? random : up};
    values[i] = patterns[which];
  }
  return values;
}
constexpr int kPatterns = 7;

TEST_F(Sorting, SortsAnyNumbers) {
  EXPECT_TRUE(rc::check([this](std::uint32_t seed) {
    const auto size = *rc::gen::inRange<std::size_t>(0, kMany);
    auto values = pattern(*rc::gen::inRange(0, kPatterns), size, seed);
    auto due = values;
    std::ranges::sort(due);
    auto stable = values;
    vigil::sort(pool, values);
    vigil::stable_sort(pool, stable);
    RC_ASSERT(values == due);
    RC_ASSERT(stable == due);
  }));
}

using Entry = std::pair<int, std::size_t>;

TEST_F(Sorting, KeepsTheOrderOfEqualElementsIfStable) {
  for (int which = 0; which != kPatterns; ++which) {
    std::vector<Entry> entries;
    for (const int value : pattern(which, kMany, 5)) entries.emplace_back(value % 50, entries.size());
    auto due = entries;
    std::ranges::stable_sort(due, std::ranges::greater(), &Entry::first);
    vigil::stable_sort(pool, entries, std::ranges::greater(), &Entry::first);
    EXPECT_EQ(entries, due) << "pattern " << which;
  }
}

TEST_F(Sorting, TakesComparatorsProjectionsAndOtherRanges) {
  std::deque<std::string> words;
  for (const int value : pattern(0, kMany, 7)) words.push_back(std::to_string(value));
  auto by_length = words;
  vigil::sort(pool, words, std::ranges::greater());
  EXPECT_TRUE(std::ranges::is_sorted(words, std::ranges::greater()));
  vigil::stable_sort(pool, by_length, {}, &std::string::size);
  EXPECT_TRUE(std::ranges::is_sorted(by_length, {}, &std::string::size));
}

TEST_F(Sorting, MovesWhatCannotBeCopied) {
  std::vector<std::unique_ptr<int>> boxes;
  for (const int value : pattern(0, kMany, 11)) boxes.push_back(std::make_unique<int>(value));
  const auto content = [](const auto& box) { return *box; };
  vigil::sort(pool, boxes, std::ranges::greater(), content);
  EXPECT_TRUE(std::ranges::is_sorted(boxes, std::ranges::greater(), content));
  vigil::stable_sort(pool, boxes, {}, content);
  EXPECT_TRUE(std::ranges::is_sorted(boxes, {}, content));
}

// A comparator that throws at its nth call, on any thread.
TEST_F(Sorting, LosesNothingIfAComparatorThrowsWhileItIsStable) {
  for (int limit = 1; limit < 600'000; limit = limit * 3 + 1) {
    std::vector<std::unique_ptr<int>> boxes;
    for (std::size_t i = 0; i != kMany; ++i) boxes.push_back(std::make_unique<int>(static_cast<int>(i * 7919 % kMany)));
    std::atomic<int> calls{0};
    const auto fussy = [&](const auto& a, const auto& b) {
      if (calls.fetch_add(1, std::memory_order_relaxed) == limit) throw std::runtime_error("enough");
      return *a < *b;
    };
    bool has_thrown = false;
    try {
      vigil::stable_sort(pool, boxes, fussy);
    } catch (const std::runtime_error&) {
      has_thrown = true;
    }
    EXPECT_EQ(has_thrown, calls.load() > limit);
    std::vector<int> seen;
    for (const auto& box : boxes) {
      ASSERT_NE(box, nullptr) << "an element was lost after " << limit << " comparisons";
      seen.push_back(*box);
    }
    std::ranges::sort(seen);
    std::vector<int> due(kMany);
    std::iota(due.begin(), due.end(), 0);
    EXPECT_EQ(seen, due);
  }
}

TEST_F(Sorting, PassesOnWhatAComparatorThrows) {
  for (int limit = 1; limit < 600'000; limit = limit * 5 + 1) {
    auto values = pattern(0, kMany, 3);
    std::atomic<int> calls{0};
    const auto fussy = [&](int a, int b) {
      if (calls.fetch_add(1, std::memory_order_relaxed) == limit) throw std::runtime_error("enough");
      return a < b;
    };
    try {
      vigil::sort(pool, values, fussy);
    } catch (const std::runtime_error&) {
      continue;
    }
    EXPECT_LE(calls.load(), limit);
  }
}

// How often `sort` compares these values.
template <class Sort>
std::int64_t comparisons_of(std::vector<int> values, const Sort& sort) {
  std::int64_t comparisons = 0;
  const auto counting = [&](int a, int b) {
    ++comparisons;
    return a < b;
  };
  sort(values, counting);
  EXPECT_TRUE(std::ranges::is_sorted(values));
  return comparisons;
}

using Numbers = std::vector<int>;

template <class Less>
using QuickSort = detail::QuickSort<Numbers::iterator, Less>;
template <class Less>
using ParallelSort = detail::ParallelSort<DefaultParts, Numbers::iterator, Less>;

constexpr auto kAlone = [](Numbers& values, const auto& less) {
  const QuickSort<std::remove_cvref_t<decltype(less)>> sort(less);
  sort.run(values.begin(), values.end(), sort.bad_pivots_allowed(values.begin(), values.end()));
};
constexpr auto kDivided = [](Numbers& values, const auto& less) {
  Workers workers(1);
  const ParallelSort<std::remove_cvref_t<decltype(less)>> sort(less);
  const QuickSort<std::remove_cvref_t<decltype(less)>> alone(less);
  sort.run_divided(workers.first(), values.begin(), values.end(),
                   alone.bad_pivots_allowed(values.begin(), values.end()));
};

constexpr std::size_t kLeaf = ParallelSort<std::less<>>::kLeaf;

// McIlroy's adversary, which makes each pivot as bad as it can: elements that were not compared yet are the greatest.
class Adversary {
 public:
  explicit Adversary(std::size_t size) : value_(size, kGas), order_(size) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  // How many comparisons `sort` makes.
  template <class Sort>
  std::int64_t comparisons_of(const Sort& sort) {
    const auto less = [this](int a, int b) {
      return compare(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
    };
    sort(order_, less);
    return comparisons_;
  }

 private:
  static constexpr int kGas = std::numeric_limits<int>::max();

  bool compare(std::size_t a, std::size_t b) {
    ++comparisons_;
    if (value_[a] == kGas && value_[b] == kGas) value_[a == candidate_ ? a : b] = solid_++;
    if (value_[a] == kGas) candidate_ = a;
    if (value_[b] == kGas) candidate_ = b;
    return value_[a] < value_[b];
  }

  std::vector<int> value_;
  Numbers order_;
  int solid_ = 0;
  std::size_t candidate_ = 0;
  std::int64_t comparisons_ = 0;
};

TEST(Sort, ComparesNLogNAgainstAnAdversary) {
  constexpr std::size_t kSize = 20'000;
  constexpr std::int64_t kBound = std::int64_t{10} * kSize * 15;
  EXPECT_LT(Adversary(kSize).comparisons_of(kAlone), kBound);
  EXPECT_LT(Adversary(kSize).comparisons_of(kDivided), kBound);
  const auto without_limit = [](Numbers& values, const auto& less) {
    QuickSort<std::remove_cvref_t<decltype(less)>>(less).run(values.begin(), values.end(), kSize);
  };
  EXPECT_GT(Adversary(kSize).comparisons_of(without_limit), 2 * kBound) << "the adversary is none";
}

// Any mistake about where a block begins or ends shows at some size of the two last blocks.
TEST(BlockPartition, DividesAnyNumbersAndAsksOnceOfEach) {
  EXPECT_TRUE(rc::check([](std::uint32_t seed) {
    auto values = pattern(*rc::gen::inRange(0, kPatterns), *rc::gen::inRange<std::size_t>(0, 700), seed);
    auto due = values;
    const int limit = values.empty() ? 0 : *rc::gen::elementOf(values) + *rc::gen::inRange(-1, 2);
    std::size_t questions = 0;
    const auto belongs_left = [&](int value) {
      ++questions;
      return value < limit;
    };
    const auto middle = detail::BlockPartition(values.begin(), values.end(), belongs_left).run();
    RC_ASSERT(questions == values.size());
    RC_ASSERT(std::ranges::all_of(values.begin(), middle, [&](int value) { return value < limit; }));
    RC_ASSERT(std::ranges::none_of(middle, values.end(), [&](int value) { return value < limit; }));
    std::ranges::sort(values);
    std::ranges::sort(due);
    RC_ASSERT(values == due);
  }));
}

TEST(QuickSort, SortsAnyNumbersAlone) {
  EXPECT_TRUE(rc::check([](std::uint32_t seed) {
    auto values = pattern(*rc::gen::inRange(0, kPatterns), *rc::gen::inRange<std::size_t>(0, 3'000), seed);
    auto due = values;
    std::ranges::sort(due);
    kAlone(values, std::less());
    RC_ASSERT(values == due);
  }));
}

TEST(QuickSort, SortsOneRunInOnePass) {
  const auto sorts = [](Numbers values) {
    const std::less less;
    const bool was_one = QuickSort<std::less<>>(less).sort_one_run(values.begin(), values.end());
    return std::pair(was_one, values);
  };
  EXPECT_EQ(sorts({}), std::pair(true, Numbers{}));
  EXPECT_EQ(sorts({1, 2, 2, 3}), std::pair(true, Numbers{1, 2, 2, 3}));
  EXPECT_EQ(sorts({3, 2, 1}), std::pair(true, Numbers{1, 2, 3}));
  EXPECT_EQ(sorts({3, 2, 2, 1}), std::pair(false, Numbers{3, 2, 2, 1}));
  EXPECT_EQ(sorts({1, 3, 2}), std::pair(false, Numbers{1, 3, 2}));
}

TEST(Sort, MakesOnePassOverWhatAscendsOrDescends) {
  Workers workers(2);
  const auto sorts = [&](Numbers& values, const auto& less) { vigil::sort(workers.first(), values, less); };
  EXPECT_LE(comparisons_of(pattern(2, kMany, 5), sorts), kMany);
  EXPECT_LE(comparisons_of(pattern(3, kMany, 5), sorts), kMany + 1);
}

TEST(Sort, OfOneWorkerDoesNotDivide) {
  Workers workers(1);
  const auto sorts = [&](Numbers& values, const auto& less) { vigil::sort(workers.first(), values, less); };
  auto values = pattern(0, kMany, 5);
  // Ascends once, and so shows at once that it is no run.
  values[0] = 1, values[1] = 2, values[2] = 1;
  constexpr int kToSeeThat = 3;
  EXPECT_EQ(comparisons_of(values, sorts), comparisons_of(values, kAlone) + kToSeeThat);
}

TEST(Sort, OfASmallPieceDoesNotDivide) {
  const auto values = pattern(0, kLeaf, 5);
  EXPECT_EQ(comparisons_of(values, kDivided), comparisons_of(values, kAlone));
}

TEST(QuickSort, LeavesSmallPiecesToInsertion) {
  Numbers values(24);
  std::iota(values.begin(), values.end(), 0);
  EXPECT_EQ(comparisons_of(values, kAlone), 23);
  values.push_back(24);
  EXPECT_GT(comparisons_of(values, kAlone), 24);
}

TEST(Sort, IsSharedByTwoWorkers) {
  for (const bool is_stable : {false, true}) {
    Workers workers(2);
    auto values = pattern(0, kMany, 5);
    int calls = 0;
    bool has_stolen = false;
    // The second half is still to be sorted by then.
    const auto less = [&](int a, int b) {
      if (++calls == 2 * static_cast<int>(kMany)) has_stolen = workers.steal_one();
      return a < b;
    };
    is_stable ? vigil::stable_sort(workers.first(), values, less) : vigil::sort(workers.first(), values, less);
    EXPECT_TRUE(has_stolen) << (is_stable ? "a merge sort" : "a quicksort");
    EXPECT_TRUE(std::ranges::is_sorted(values));
  }
}

// Numbers from 0 in an order that a seed gives.
std::vector<int> shuffled(std::size_t size, std::uint32_t seed) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), 0);
  for (std::size_t i = size; i > 1; --i) {
    seed = seed * 1664525 + 1013904223;
    std::swap(values[i - 1], values[(seed >> 8) % i]);
  }
  return values;
}

int median(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// Of three groups of three, which lie at equal distances.
int ninther(const std::vector<int>& values) {
  const std::size_t step = values.size() / 9;
  const auto at = [&](std::size_t i) { return values[i * step]; };
  return median(median(at(0), at(1), at(2)), median(at(3), at(4), at(5)), median(at(6), at(7), at(8)));
}

// The pivot is what the others are compared with, each once.
TEST(Sort, DividesAtTukeysNinther) {
  for (std::uint32_t seed = 0; seed != 50; ++seed) {
    auto values = shuffled(kLeaf + 1, seed);
    const int due = ninther(values);
    std::vector<std::size_t> compared(values.size());
    const auto counting = [&](int a, int b) {
      ++compared[static_cast<std::size_t>(a)];
      ++compared[static_cast<std::size_t>(b)];
      return a < b;
    };
    kDivided(values, counting);
    ASSERT_TRUE(std::ranges::is_sorted(values));
    const auto most = std::ranges::max_element(compared);
    EXPECT_EQ(most - compared.begin(), due);
    // Four times more in the choice of the pivot.
    if (due > static_cast<int>(values.size() / 8)) {
      EXPECT_LE(*most, values.size() - 1 + 4);
    }
  }
}

TEST(Sort, DividesPatternsInTheMiddle) {
  for (int which = 2; which != 5; ++which) {
    const auto values = pattern(which, kMany, 5);
    EXPECT_LT(comparisons_of(values, kDivided), std::int64_t{30} * kMany) << "pattern " << which;
  }
}

TEST(Sort, GathersEqualElementsInTwoPasses) {
  EXPECT_LT(comparisons_of(std::vector<int>(kMany, 7), kDivided), std::int64_t{3} * kMany);
}

TEST(Sort, UsesNothingBehindTheRange) {
  std::vector<int> values(kMany, 7);
  values.push_back(9);
  const auto due = values;
  Workers workers(2);
  vigil::sort(workers.first(), std::span(values).first(kMany - 10));
  EXPECT_EQ(values, due);
}

// std::bad_alloc is thrown before any element has moved.
TEST_F(Sorting, MovesNothingIfThereIsNoRoomForABuffer) {
  struct Huge {
    static bool& has_moved() {
      static bool moved = false;
      return moved;
    }
    Huge() = default;
    Huge(Huge&&) noexcept { has_moved() = true; }
    Huge& operator=(Huge&&) noexcept {
      has_moved() = true;
      return *this;
    }
    bool operator<(const Huge&) const { return false; }
  };
  Huge one;
  // Claims more elements than fit into memory.
  struct Endless {
    [[nodiscard]] Huge* begin() const { return place; }
    [[nodiscard]] Huge* end() const { return place + 1; }
    [[nodiscard]] std::size_t size() const { return std::numeric_limits<std::size_t>::max(); }
    Huge* place;
  };
  EXPECT_THROW(vigil::stable_sort(pool, Endless{&one}, std::less<Huge>()), std::bad_alloc);
  EXPECT_FALSE(Huge::has_moved());
}

}  // namespace
}  // namespace vigil
