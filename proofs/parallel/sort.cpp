// Do the sorts sort, keep every element, and stop using the range when a comparator throws?

#include <vigil/parallel/sort.hpp>
#include <vigil/parallel/stable_sort.hpp>

#include "numbers_to_sort.hpp"
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

namespace vigil::sort_proofs {
namespace {

using proofs::Workers;

// Three workers that sleep whenever they can, on any number of processors.
class Sorting : public ::testing::Test {
 protected:
  ThreadPool pool{{.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 1}};
};

constexpr std::size_t kMany = 30'000;  // enough for several pieces

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

template <class Less>
using ParallelSort = detail::ParallelSort<DefaultParts, Numbers::iterator, std::remove_cvref_t<Less>>;

// Sorts on a worker that divides the work, as if another one could steal. So many pivots may be bad.
auto divided_with(std::size_t bad_pivots) {
  return [=](Worker<DefaultParts>& worker, Numbers& values, const auto& less) {
    const ParallelSort<decltype(less)> sort(less);
    sort.run_divided(worker, values.begin(), values.end(), bad_pivots);
  };
}

// The same, on the only worker of a pool.
auto on_one_worker(const auto& sort) {
  return [=](Numbers& values, const auto& less) {
    Workers workers(1);
    sort(workers.first(), values, less);
  };
}

constexpr auto kAtPool = [](Worker<DefaultParts>& worker, Numbers& values, const auto& less) {
  vigil::sort(worker, values, less);
};
constexpr auto kDivided = [](Numbers& values, const auto& less) {
  const auto bad_pivots = QuickSort<decltype(less)>::bad_pivots_allowed(values.begin(), values.end());
  on_one_worker(divided_with(bad_pivots))(values, less);
};

constexpr std::size_t kLeaf = ParallelSort<std::less<>>::kLeaf;

// McIlroy's adversary, which makes each pivot as bad as it can: elements that were not compared yet are the greatest.
// The first three are no run.
class Adversary {
 public:
  explicit Adversary(std::size_t size) : value_(size, kGas), order_(ascending(size)) {
    value_[0] = 1, value_[1] = 2, value_[2] = 0;
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
  int solid_ = 3;
  std::size_t candidate_ = 0;
  std::int64_t comparisons_ = 0;
};

TEST(Sort, ComparesNLogNAgainstAnAdversary) {
  constexpr std::int64_t kToSeeThatItIsNoRun = 3;
  constexpr std::size_t kSize = 20'000;
  constexpr std::int64_t kBound = std::int64_t{10} * kSize * 15;
  EXPECT_LT(Adversary(kSize).comparisons_of(kAlone), kBound);
  EXPECT_LT(Adversary(kSize).comparisons_of(kDivided), kBound);
  EXPECT_EQ(Adversary(kSize).comparisons_of(on_one_worker(kAtPool)),
            Adversary(kSize).comparisons_of(kAlone) + kToSeeThatItIsNoRun);
  EXPECT_GT(Adversary(kSize).comparisons_of(alone_with(kSize)), 2 * kBound) << "the adversary is none";
}

TEST(Sort, MakesOnePassOverWhatAscendsOrDescends) {
  Workers workers(2);
  const auto sorts = [&](Numbers& values, const auto& less) { vigil::sort(workers.first(), values, less); };
  EXPECT_LE(comparisons_of(pattern(2, kMany, 5), sorts), kMany);
  EXPECT_LE(comparisons_of(pattern(3, kMany, 5), sorts), kMany + 1);
}

// Whether a sort with so many workers leaves a call to others. By then it has divided the numbers, and sorts one side.
template <class Sort>
bool forks(std::size_t count, Numbers values, const Sort& sort) {
  Workers workers(count);
  std::size_t comparisons = 0;
  bool has_found = false;
  const auto searching = [&](int a, int b) {
    if (++comparisons == 2 * values.size()) has_found = workers.first().run_one();
    return a < b;
  };
  sort(workers.first(), values, searching);
  EXPECT_TRUE(std::ranges::is_sorted(values));
  EXPECT_GT(comparisons, 2 * values.size());
  return has_found;
}

TEST(Sort, OfOneWorkerDoesNotFork) {
  const auto values = shuffled(kMany, 5);
  EXPECT_FALSE(forks(1, values, kAtPool));
  EXPECT_TRUE(forks(2, values, kAtPool));
}

TEST(Sort, OfASmallPieceDoesNotFork) {
  EXPECT_FALSE(forks(2, shuffled(kLeaf, 5), kAtPool));
  EXPECT_TRUE(forks(2, shuffled(kLeaf + 1, 5), kAtPool));
}

TEST(Sort, ForksAsLongAsABadPivotIsAllowed) {
  const auto values = shuffled(kMany, 5);
  EXPECT_FALSE(forks(2, values, divided_with(0)));
  EXPECT_TRUE(forks(2, values, divided_with(1)));
}

TEST(Sort, CountsOnlyBadPivots) {
  const auto with = [](std::size_t bad_pivots) {
    return comparisons_of(ascending(kMany), on_one_worker(divided_with(bad_pivots)));
  };
  EXPECT_EQ(with(1), with(kMany));
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
}  // namespace vigil::sort_proofs
