// Does a quicksort divide at the pivot that it should, and is the rest of its work as small as it says?

#include "numbers_to_sort.hpp"

#include <vigil/parallel/quick_sort.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace vigil::sort_proofs {
namespace {

constexpr auto kByLomuto = [](Numbers& values, const auto& belongs_left) {
  return detail::lomuto_partition(values.begin(), values.end(), belongs_left);
};
constexpr auto kByBlocks = [](Numbers& values, const auto& belongs_left) {
  return detail::BlockPartition(values.begin(), values.end(), belongs_left).run();
};

template <class Partition>
void divides_any_numbers_and_asks_once_of_each(const Partition& partition) {
  EXPECT_TRUE(rc::check([&](std::uint32_t seed) {
    auto values = pattern(*rc::gen::inRange(0, kPatterns), *rc::gen::inRange<std::size_t>(0, 700), seed);
    auto due = values;
    const int limit = values.empty() ? 0 : *rc::gen::elementOf(values) + *rc::gen::inRange(-1, 2);
    std::size_t questions = 0;
    const auto belongs_left = [&](int value) {
      ++questions;
      return value < limit;
    };
    const auto middle = partition(values, belongs_left);
    RC_ASSERT(questions == values.size());
    RC_ASSERT(std::ranges::all_of(values.begin(), middle, [&](int value) { return value < limit; }));
    RC_ASSERT(std::ranges::none_of(middle, values.end(), [&](int value) { return value < limit; }));
    std::ranges::sort(values);
    std::ranges::sort(due);
    RC_ASSERT(values == due);
  }));
}

TEST(LomutoPartition, DividesAnyNumbersAndAsksOnceOfEach) { divides_any_numbers_and_asks_once_of_each(kByLomuto); }

// Any mistake about where a block begins or ends shows at some size of the two last blocks.
TEST(BlockPartition, DividesAnyNumbersAndAsksOnceOfEach) { divides_any_numbers_and_asks_once_of_each(kByBlocks); }

template <class Partition>
void reverses_the_sides_of_any_number_of_elements(const Partition& partition) {
  for (int size = 0; size != 700; ++size) {
    Numbers values = ascending(static_cast<std::size_t>(size));
    const auto belongs_left = [&](int value) { return value >= size / 2; };
    const auto middle = partition(values, belongs_left);
    EXPECT_EQ(middle - values.begin(), size - size / 2);
    EXPECT_TRUE(std::ranges::is_partitioned(values, belongs_left)) << size << " elements";
    std::ranges::sort(values);
    EXPECT_EQ(values, ascending(values.size()));
  }
}

TEST(LomutoPartition, ReversesTheSidesOfAnyNumberOfElements) {
  reverses_the_sides_of_any_number_of_elements(kByLomuto);
}

// Then each block notes as many elements as it can.
TEST(BlockPartition, ReversesTheSidesOfAnyNumberOfElements) { reverses_the_sides_of_any_number_of_elements(kByBlocks); }

// The question comes before the exchange.
TEST(LomutoPartition, LosesNothingWhereverAQuestionThrows) {
  for (int due = 0; due != 20; ++due) {
    Numbers values = shuffled(20, 3);
    int questions = 0;
    const auto fussy = [&](int value) {
      if (questions++ == due) throw std::runtime_error("enough");
      return value < 10;
    };
    EXPECT_THROW(static_cast<void>(kByLomuto(values, fussy)), std::runtime_error);
    std::ranges::sort(values);
    EXPECT_EQ(values, ascending(20)) << "after " << due << " questions";
  }
}

// Trivially copyable, as its move is trivial.
struct OnlyMoved {
  OnlyMoved() = default;
  OnlyMoved(const OnlyMoved&) = delete;
  OnlyMoved(OnlyMoved&&) = default;
  OnlyMoved& operator=(const OnlyMoved&) = delete;
  OnlyMoved& operator=(OnlyMoved&&) = default;
  ~OnlyMoved() = default;
  int value = 0;
};

TEST(QuickSort, SortsPlainElementsThatCannotBeCopied) {
  std::vector<OnlyMoved> values(1'000);
  for (std::size_t i = 0; const int value : shuffled(values.size(), 3)) values[i++].value = value;
  const auto less = [](const OnlyMoved& a, const OnlyMoved& b) { return a.value < b.value; };
  detail::QuickSort<std::vector<OnlyMoved>::iterator, decltype(less)>(less).run(values.begin(), values.end(), 5);
  EXPECT_TRUE(std::ranges::is_sorted(values, {}, &OnlyMoved::value));
}

template <std::size_t kWords>
using Words = std::array<void*, kWords>;

TEST(QuickSort, CallsTwoPlainWordsCheapToCopy) {
  EXPECT_TRUE(detail::kIsCheapToCopy<int>);
  EXPECT_TRUE(detail::kIsCheapToCopy<Words<2>>);
  EXPECT_FALSE(detail::kIsCheapToCopy<Words<3>>);
  EXPECT_FALSE(detail::kIsCheapToCopy<std::unique_ptr<int>>);
  EXPECT_FALSE(detail::kIsCheapToCopy<OnlyMoved>);
}

// One partition asks with a copy of the element where it exchanges it, the other always with the element.
template <class Element>
bool asks_with_a_copy() {
  std::vector<Element> values(3);
  int questions = 0;
  bool has_copied = false;
  static_cast<void>(detail::partition(values.begin(), values.end(), [&](const Element& asked) {
    has_copied |= std::ranges::none_of(values, [&](const Element& value) { return &value == &asked; });
    return ++questions == 2;
  }));
  return has_copied;
}

TEST(QuickSort, PartitionsByWhatElementsCostToCopy) {
  EXPECT_TRUE(asks_with_a_copy<int>());
  EXPECT_FALSE(asks_with_a_copy<Words<3>>());
  EXPECT_FALSE(asks_with_a_copy<std::unique_ptr<int>>());
}

TEST(QuickSort, SortsAnyNumbersAlone) {
  EXPECT_TRUE(rc::check([](std::uint32_t seed) {
    auto values = pattern(*rc::gen::inRange(0, kPatterns), *rc::gen::inRange<std::size_t>(0, 3'000), seed);
    std::vector<std::array<int, 8>> wide;
    for (const int value : values) wide.push_back({value});
    auto due = values;
    std::ranges::sort(due);
    kAlone(values, std::less());
    RC_ASSERT(values == due);
    const auto less = [](const auto& a, const auto& b) { return a.front() < b.front(); };
    detail::QuickSort<std::vector<std::array<int, 8>>::iterator, decltype(less)>(less).run(wide.begin(), wide.end(), 5);
    RC_ASSERT(std::ranges::equal(wide, due, {}, [](const auto& element) { return element.front(); }));
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

TEST(QuickSort, LeavesSmallPiecesToInsertion) {
  EXPECT_EQ(comparisons_of(ascending(24), kAlone), 23);
  EXPECT_GT(comparisons_of(ascending(25), kAlone), 24);
}

int median(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

// The median of the first, the middle and the last one; of many, the median of the medians of three groups of three,
// which lie at equal distances.
int pivot_due(const Numbers& values) {
  const std::size_t step = values.size() / 9;
  const auto at = [&](std::size_t i) { return values[i * step]; };
  if (values.size() < 128) return median(at(0), at(4), values.back());
  return median(median(at(0), at(1), at(2)), median(at(3), at(4), at(5)), median(at(6), at(7), at(8)));
}

TEST(QuickSort, DividesAtAMedianOfThreeOrAtTukeysNinther) {
  const std::less less;
  for (const std::size_t size : {25U, 59U, 127U, 128U, 129U, 1'000U})
    for (std::uint32_t seed = 0; seed != 50; ++seed) {
      Numbers values = shuffled(size, seed);
      const int due = pivot_due(values);
      const auto sides = QuickSort<std::less<>>(less).partition(values.begin(), values.end());
      EXPECT_EQ(*sides.end_of_left, due) << "the pivot of " << size << " elements, seed " << seed;
      EXPECT_EQ(sides.end_of_left - values.begin(), due);
      EXPECT_EQ(sides.begin_of_right - values.begin(), due + 1);
    }
}

// Numbers from 0, of which that one is the pivot. The elements that choose it ascend.
Numbers with_pivot(std::size_t size, int pivot) {
  const std::size_t step = size / 9;
  Numbers values = shuffled(size, 5);
  for (int i = 0; i != 9; ++i) {
    const auto at = std::ranges::find(values, pivot - 4 + i);
    std::iter_swap(at, values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * step));
  }
  return values;
}

constexpr std::size_t kThousand = 1'000;
constexpr std::size_t kEighth = kThousand / 8;

// How often a partition compares numbers of which that one is the pivot.
std::int64_t comparisons_to_divide_at(int pivot) {
  Numbers values = with_pivot(kThousand, pivot);
  std::int64_t comparisons = 0;
  const auto counting = [&](int a, int b) {
    ++comparisons;
    return a < b;
  };
  const auto sides = QuickSort<decltype(counting)>(counting).partition(values.begin(), values.end());
  EXPECT_EQ(*sides.end_of_left, pivot);
  return comparisons;
}

TEST(QuickSort, ComparesAgainForEqualElementsOnlyIfFewAreLess) {
  constexpr std::int64_t kToChoose = 8;
  constexpr std::int64_t kOnePass = kToChoose + kThousand - 1;
  constexpr auto kEnough = static_cast<int>(kEighth);
  EXPECT_EQ(comparisons_to_divide_at(kEnough), kOnePass);
  EXPECT_EQ(comparisons_to_divide_at(kEnough - 1), kOnePass + static_cast<std::int64_t>(kThousand - kEighth));
}

TEST(QuickSort, CallsAPivotBadIfOneSideHasLessThanAnEighth) {
  const std::less less;
  const QuickSort<std::less<>> sort(less);
  Numbers values(kThousand);
  const auto is_bad = [&](std::size_t left, std::size_t right) {
    const auto end_of_left = values.begin() + static_cast<std::ptrdiff_t>(left);
    const auto begin_of_right = values.end() - static_cast<std::ptrdiff_t>(right);
    return sort.is_bad({end_of_left, begin_of_right}, values.begin(), values.end());
  };
  constexpr std::size_t kMost = kThousand - kEighth;
  EXPECT_FALSE(is_bad(kMost, kEighth - 1));
  EXPECT_TRUE(is_bad(kMost + 1, kEighth - 2));
  EXPECT_FALSE(is_bad(kEighth - 1, kMost));
  EXPECT_TRUE(is_bad(kEighth - 2, kMost + 1));
  EXPECT_FALSE(is_bad(10, 10)) << "the other elements are equal to the pivot";
}

TEST(QuickSort, AllowsAsManyBadPivotsAsTheSizeHasBits) {
  const auto allowed = [](std::size_t size) {
    Numbers values(size);
    return QuickSort<std::less<>>::bad_pivots_allowed(values.begin(), values.end());
  };
  EXPECT_EQ(allowed(0), 0U);
  EXPECT_EQ(allowed(1), 1U);
  EXPECT_EQ(allowed(1'023), 10U);
  EXPECT_EQ(allowed(1'024), 11U);
}

TEST(QuickSort, CountsOnlyBadPivots) {
  EXPECT_EQ(comparisons_of(ascending(kThousand), alone_with(1)),
            comparisons_of(ascending(kThousand), alone_with(kThousand)));
}

// So that calls nest the less.
TEST(QuickSort, SortsTheSmallerSideFirst) {
  const auto last_compared = [](int pivot) {
    Numbers values = with_pivot(kThousand, pivot);
    std::pair<int, int> last;
    const auto noting = [&](int a, int b) {
      last = {a, b};
      return a < b;
    };
    kAlone(values, noting);
    return last;
  };
  const auto in_right = last_compared(300);
  EXPECT_GT(std::min(in_right.first, in_right.second), 300);
  const auto in_left = last_compared(700);
  EXPECT_LT(std::max(in_left.first, in_left.second), 700);
}

}  // namespace
}  // namespace vigil::sort_proofs
