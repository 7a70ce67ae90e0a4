// Does a pipeline have the results of the same stages in sequence, for every division into pieces?

#include <vigil/parallel/find.hpp>
#include <vigil/parallel/par.hpp>
#include <vigil/parallel/terminals.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace vigil {
namespace {

using PoolWorker = ThreadPool::Worker;

// Three workers that sleep whenever they can, on any number of processors. Pieces are as small as possible.
class Pipe : public ::testing::Test {
 protected:
  ThreadPool pool{{.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 1}};
};

constexpr auto kOdd = [](int x) { return x % 2 != 0; };
constexpr auto kTwice = [](int x) { return std::int64_t{2} * x; };

// The functions of a test are associative but not commutative.
constexpr auto kAppend = [](std::string left, const std::string& right) { return std::move(left) + right; };
constexpr auto kText = [](int x) { return std::to_string(x) + ","; };

Grain any_grain() {
  const auto size = *rc::gen::inRange<std::size_t>(0, 20);
  return *rc::gen::arbitrary<bool>() ? Grain::fixed(size) : Grain::adaptive(size);
}

TEST_F(Pipe, ReducesInTheOrderOfTheElements) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    std::string due = "<";
    for (const int x : numbers)
      if (kOdd(x)) due += kText(x);
    RC_ASSERT((par(pool, numbers, any_grain()) | stage::filter(kOdd) | stage::transform(kText) |
               stage::reduce(std::string("<"), kAppend)) == due);
  }));
}

// Pieces of which a filter leaves nothing are combined with nothing.
TEST_F(Pipe, CombinesAsOftenAsThereAreElements) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    std::atomic<std::ptrdiff_t> calls = 0;
    const auto combine = [&calls](int left, int right) {
      ++calls;
      return left ^ right;
    };
    (void)(par(pool, numbers, any_grain()) | stage::filter(kOdd) | stage::reduce(0, combine));
    RC_ASSERT(calls == std::ranges::count_if(numbers, kOdd));
  }));
}

TEST_F(Pipe, SumsAndCountsWhatAFilterLeaves) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    std::int64_t sum = 0;
    for (const int x : numbers)
      if (kOdd(x)) sum += 2 * std::int64_t{x};
    auto odd = par(pool, numbers, any_grain()) | stage::filter(kOdd);
    RC_ASSERT((odd | stage::transform(kTwice) | stage::sum()) == sum);
    RC_ASSERT((odd | stage::count()) == static_cast<std::size_t>(std::ranges::count_if(numbers, kOdd)));
  }));
}

TEST_F(Pipe, FindsTheFirstLeastAndTheFirstGreatest) {
  using Entry = std::pair<std::uint8_t, std::size_t>;
  EXPECT_TRUE(rc::check([this](const std::vector<std::uint8_t>& keys) {
    std::vector<Entry> entries;
    entries.reserve(keys.size());
    for (const auto key : keys) entries.emplace_back(key % 4, entries.size());
    const auto least = par(pool, entries, any_grain()) | stage::min({}, &Entry::first);
    const auto greatest = par(pool, entries, any_grain()) | stage::max({}, &Entry::first);
    RC_ASSERT(least.has_value() == !entries.empty());
    RC_ASSERT(greatest.has_value() == !entries.empty());
    if (entries.empty()) return;
    RC_ASSERT(*least == *std::ranges::min_element(entries, {}, &Entry::first));
    RC_ASSERT(*greatest == *std::ranges::max_element(entries, {}, &Entry::first));
  }));
}

TEST_F(Pipe, FindsTheFirstAndAny) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    const auto due = std::ranges::find_if(numbers, kOdd);
    auto line = par(pool, numbers, any_grain());
    const std::optional<int> first = line | stage::find_first(kOdd);
    const std::optional<int> any = line | stage::find_any(kOdd);
    RC_ASSERT(first == (due == numbers.end() ? std::nullopt : std::optional(*due)));
    RC_ASSERT(any.has_value() == first.has_value());
    RC_ASSERT(!any.has_value() || kOdd(*any));
    RC_ASSERT((line | stage::any_of(kOdd)) == first.has_value());
    RC_ASSERT((line | stage::none_of(kOdd)) == !first.has_value());
    RC_ASSERT((line | stage::all_of(kOdd)) == std::ranges::all_of(numbers, kOdd));
  }));
}

// One worker, whose pieces come in their order. The one that requests the stop is the last.
TEST_F(Pipe, TakesElementsUntilOneOfThemRequestsAStop) {
  ThreadPool one({.workers = 1});
  EXPECT_TRUE(rc::check([&one](const std::vector<int>& numbers) {
    const auto last = *rc::gen::inRange<std::size_t>(0, numbers.size() + 2);
    std::stop_source stop;
    auto line = par(one, numbers, any_grain()) | stage::take_until_stopped(stop.get_token()) | stage::filter(kOdd);
    std::size_t seen = 0;
    const auto taken = line | stage::transform([&](int x) {
                         if (seen++ == last) stop.request_stop();
                         return x;
                       }) |
                       stage::to_vector();
    std::vector<int> due;
    std::ranges::copy_if(numbers, std::back_inserter(due), kOdd);
    if (due.size() > last + 1) due.resize(last + 1);
    RC_ASSERT(taken == due);
  }));
}

TEST_F(Pipe, TakesAllUnlessAStopIsRequestedAndNoneIfItWasBefore) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    std::stop_source stop;
    auto line = par(pool, numbers, any_grain()) | stage::take_until_stopped(stop.get_token());
    RC_ASSERT((line | stage::to_vector()) == numbers);
    RC_ASSERT((line | stage::concat(numbers) | stage::count()) == 2 * numbers.size());
    RC_ASSERT((line | stage::find_first(kOdd)) == (par(pool, numbers) | stage::find_first(kOdd)));
    stop.request_stop();
    RC_ASSERT((line | stage::count()) == 0U);
    RC_ASSERT((line | stage::to_vector()).empty());
    RC_ASSERT(!(line | stage::min()).has_value());
    RC_ASSERT((line | stage::reduce(7, std::plus())) == 7);
    RC_ASSERT((line | stage::concat(numbers) | stage::to_vector()) == numbers);
  }));
}

TEST_F(Pipe, CollectsInOrderWithAndWithoutAFilter) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    std::vector<std::int64_t> all;
    std::vector<int> odd;
    std::ranges::transform(numbers, std::back_inserter(all), kTwice);
    std::ranges::copy_if(numbers, std::back_inserter(odd), kOdd);
    RC_ASSERT((par(pool, numbers, any_grain()) | stage::transform(kTwice) | stage::to_vector()) == all);
    RC_ASSERT((par(pool, numbers, any_grain()) | stage::filter(kOdd) | stage::to_vector()) == odd);
    RC_ASSERT((par(pool, numbers, any_grain()) | stage::transform(kOdd) | stage::to_vector()).size() == all.size());
  }));
}

TEST_F(Pipe, ZipsEnumeratesAndConcatenatesByPosition) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& left, const std::vector<int>& right) {
    std::vector<std::tuple<std::size_t, int, int>> zipped;
    for (std::size_t i = 0; i != std::min(left.size(), right.size()); ++i) zipped.emplace_back(i, left[i], right[i]);
    const auto flat = [](const auto& entry) {
      const auto& [i, pair] = entry;
      return std::tuple<std::size_t, int, int>(i, std::get<0>(pair), std::get<1>(pair));
    };
    RC_ASSERT((par(pool, left, any_grain()) | stage::zip(right) | stage::enumerate() | stage::transform(flat) |
               stage::to_vector()) == zipped);

    std::vector<int> joined = left;
    joined.insert(joined.end(), right.begin(), right.end());
    RC_ASSERT((par(pool, left, any_grain()) | stage::concat(right) | stage::to_vector()) == joined);
    auto odd = par(pool, left, any_grain()) | stage::filter(kOdd) | stage::concat(right);
    RC_ASSERT((odd | stage::count()) == static_cast<std::size_t>(std::ranges::count_if(left, kOdd)) + right.size());
  }));
}

TEST_F(Pipe, ChunksAreNeighboursAndTogetherAll) {
  EXPECT_TRUE(rc::check([this](const std::vector<int>& numbers) {
    const auto length = *rc::gen::inRange<std::size_t>(1, 9);
    const auto chunks = par(pool, numbers, any_grain()) | stage::chunk(length) |
                        stage::transform([](auto chunk) { return std::vector<int>(chunk.begin(), chunk.end()); }) |
                        stage::to_vector();
    std::vector<int> all;
    for (const auto& chunk : chunks) {
      RC_ASSERT(chunk.size() == length || (&chunk == &chunks.back() && !chunk.empty() && chunk.size() < length));
      all.insert(all.end(), chunk.begin(), chunk.end());
    }
    RC_ASSERT(all == numbers);
  }));
}

TEST_F(Pipe, MakesChunksThatAreRanges) {
  const std::vector<int> numbers{1, 2, 3, 4, 5};
  const auto sizes = par(pool, numbers) | stage::chunk(2) | stage::transform([](auto chunk) { return chunk.size(); }) |
                     stage::to_vector();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 2, 1}));
  const auto last = par(pool, numbers) | stage::chunk(2) |
                    stage::transform([](auto chunk) { return chunk[chunk.size() - 1]; }) | stage::to_vector();
  EXPECT_EQ(last, (std::vector<int>{2, 4, 5}));
  EXPECT_EQ((par(pool, numbers) | stage::chunk(0) | stage::count()), 5U) << "a length of 0 is taken for 1";
}

TEST_F(Pipe, FindsByIndexWhatComesFromTwoRanges) {
  const std::vector<int> left{1, 2, 3};
  const std::vector<int> right{4, 5};
  const std::vector<int> more{10, 20, 30, 40, 50, 60};
  const auto product = [](const auto& entry) { return std::get<0>(entry) * std::get<1>(entry); };
  EXPECT_EQ(
      (par(pool, left) | stage::concat(right) | stage::zip(more) | stage::transform(product) | stage::to_vector()),
      (std::vector<int>{10, 40, 90, 160, 250}));
  const auto negative = [](int x) { return -x; };
  EXPECT_EQ((par(pool, left) | stage::transform(negative) | stage::zip(more) | stage::transform(product) |
             stage::to_vector()),
            (std::vector<int>{-10, -40, -90}));
  const auto sum = [](const auto& entry) {
    const auto& [numbered, other] = entry;
    return static_cast<int>(std::get<0>(numbered)) + std::get<1>(numbered) + other;
  };
  EXPECT_EQ((par(pool, left) | stage::enumerate() | stage::zip(more) | stage::transform(sum) | stage::to_vector()),
            (std::vector<int>{11, 23, 35}));
}

// One piece holds elements of each range. What is found in one of them must not be replaced by a later match.
TEST_F(Pipe, EndsASearchInTheRangeOfTheFirstMatch) {
  const std::vector<int> ranges[] = {{2, 4}, {6, 1, 8}, {3}, {5, 7}};
  auto all = par(pool, ranges[0], Grain::fixed(100)) | stage::concat(ranges[1]) | stage::concat(ranges[2]) |
             stage::concat(ranges[3]);
  EXPECT_EQ(all | stage::find_first(kOdd), 1);
  EXPECT_EQ(all | stage::find_first([](int x) { return x > 2; }), 4);
  EXPECT_EQ(all | stage::find_first([](int x) { return x > 6; }), 8);
  EXPECT_EQ(all | stage::find_first([](int x) { return x % 5 == 0; }), 5);
}

TEST_F(Pipe, WritesThroughReferences) {
  std::vector<int> numbers(1'000, 1);
  std::vector<int> doubled(1'000);
  par(pool, numbers) | stage::for_each([](int& x) { x += 1; });
  par(pool, numbers) | stage::zip(doubled) | stage::for_each([](auto pair) {
    auto& [from, to] = pair;
    to = 2 * from;
  });
  EXPECT_EQ(doubled, std::vector<int>(1'000, 4));
}

TEST_F(Pipe, TakesNumbersSpansAndAWorker) {
  EXPECT_EQ(par(pool, -3, 4) | stage::sum(), 0);
  EXPECT_EQ(par(pool, 4, -3) | stage::count(), 0U);
  const int some[] = {1, 2, 3};
  EXPECT_EQ(par(pool, std::span(some)) | stage::sum(), 6);
  EXPECT_EQ(pool.call([&](PoolWorker& worker) { return par(worker, some) | stage::sum(); }), 6);
}

TEST_F(Pipe, GivesFloatingPointSumsOfOneShapeOnAnyNumberOfWorkers) {
  std::vector<float> numbers(10'007);
  for (std::size_t i = 0; i != numbers.size(); ++i) numbers[i] = 1.0F / static_cast<float>(i + 1);
  ThreadPool alone({.workers = 1});
  const float due = par(alone, numbers, Grain::fixed(64)) | stage::sum();
  for (int i = 0; i != 20; ++i) EXPECT_EQ((par(pool, numbers, Grain::fixed(64)) | stage::sum()), due);
}

TEST_F(Pipe, ThrowsWhatTheLeftmostPieceThrew) {
  std::vector<int> numbers(1'000);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto fussy = [](int x) {
    if (x >= 300 && x % 100 == 0) throw std::out_of_range(std::to_string(x));
    return x;
  };
  for (int i = 0; i != 50; ++i) {
    try {
      (void)(par(pool, numbers) | stage::transform(fussy) | stage::sum());
      FAIL() << "no exception was thrown";
    } catch (const std::out_of_range& error) {
      EXPECT_STREQ(error.what(), "300");
    }
  }
}

// Counts how often its values are copied and moved.
struct Counted {
  static inline int copies = 0;
  static inline int moves = 0;
  Counted() = default;
  Counted(const Counted&) { ++copies; }
  Counted(Counted&&) noexcept { ++moves; }
  Counted& operator=(const Counted&) = default;
  Counted& operator=(Counted&&) = default;
};

TEST_F(Pipe, CopiesWhatItCollectsOnceAndMovesItOnceMoreAfterAFilter) {
  ThreadPool alone({.workers = 1});
  const std::vector<Counted> values(64);
  Counted::copies = Counted::moves = 0;
  const auto all =
      par(alone, values, Grain::fixed(1)) | stage::filter([](const Counted&) { return true; }) | stage::to_vector();
  EXPECT_EQ(all.size(), 64U);
  EXPECT_EQ(Counted::copies, 64);
  EXPECT_EQ(Counted::moves, 64);
}

TEST_F(Pipe, ReturnsWhatItCollectsInOnePieceAsItIs) {
  ThreadPool alone({.workers = 1});
  const std::vector<Counted> values(1);
  Counted::copies = Counted::moves = 0;
  const auto all = par(alone, values) | stage::filter([](const Counted&) { return true; }) | stage::to_vector();
  EXPECT_EQ(all.size(), 1U);
  EXPECT_EQ(Counted::copies, 1);
  EXPECT_EQ(Counted::moves, 0);
}

TEST_F(Pipe, CollectsWhatOnlyMoves) {
  const auto made =
      par(pool, 0, 100) | stage::transform([](int i) { return std::make_unique<int>(i); }) | stage::to_vector();
  ASSERT_EQ(made.size(), 100U);
  EXPECT_EQ(*made[42], 42);
}

TEST_F(Pipe, CollectsWhatHasNoDefaultValue) {
  struct Number {
    explicit Number(int number) : value(number) {}
    int value;
  };
  const auto made = par(pool, 0, 100) | stage::transform([](int i) { return Number(i); }) | stage::to_vector();
  ASSERT_EQ(made.size(), 100U);
  EXPECT_EQ(made[42].value, 42);
}

}  // namespace
}  // namespace vigil
