// Are two runs merged in order, in parts that balance, and without losing an element when a comparison throws?

#include <vigil/parallel/merge.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/worker_set.hpp>

#include "workers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace vigil {
namespace {

// A key, and where the element was.
using Entry = std::pair<int, int>;
using Entries = std::vector<Entry>;

constexpr auto kByKey = [](const Entry& a, const Entry& b) { return a.first < b.first; };

// Less than all keys: it would be taken first by a merge that read it.
constexpr Entry kBehind{-1, -1};

Entries sorted_run(std::vector<std::uint8_t> keys, int origin) {
  std::ranges::sort(keys);
  Entries run;
  for (const int key : keys) run.emplace_back(key % 8, origin++);
  std::ranges::stable_sort(run, kByKey);
  run.push_back(kBehind);
  return run;
}

using EntryRuns = detail::Runs<Entry*, Entry*>;

EntryRuns runs_of(Entries& first, Entries& second, Entries& out) {
  return {first.data(), first.data() + first.size() - 1, second.data(), second.data() + second.size() - 1, out.data()};
}

Entries merged(const Entries& first, const Entries& second) {
  Entries out;
  std::merge(first.begin(), first.end() - 1, second.begin(), second.end() - 1, std::back_inserter(out), kByKey);
  out.push_back(kBehind);
  return out;
}

TEST(Runs, AreMergedInOrderAndNothingBehindThemIsUsed) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& one, const std::vector<std::uint8_t>& other) {
    Entries first = sorted_run(one, 0);
    Entries second = sorted_run(other, 1'000);
    const Entries due = merged(first, second);
    Entries out(due.size(), kBehind);
    EntryRuns runs = runs_of(first, second, out);
    RC_ASSERT(static_cast<std::size_t>(runs.size()) == due.size() - 1);
    runs.merge(kByKey);
    RC_ASSERT(out == due);
  }));
}

TEST(Runs, AreDividedIntoHalvesThatMergeToTheSame) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& one, const std::vector<std::uint8_t>& other) {
    RC_PRE(!one.empty() && !other.empty());
    Entries first = sorted_run(one, 0);
    Entries second = sorted_run(other, 1'000);
    const Entries due = merged(first, second);
    Entries out(due.size(), kBehind);
    auto [left, right] = runs_of(first, second, out).halves(kByKey);
    right.merge(kByKey);
    left.merge(kByKey);
    RC_ASSERT(out == due);
  }));
}

TEST(Runs, AreDividedSoThatNoPartIsMuchLessThanAQuarter) {
  std::vector<int> out(1);
  for (std::ptrdiff_t first = 1; first != 60; ++first)
    for (std::ptrdiff_t second = 1; second != 60; ++second)
      for (const int distance : {-1'000, -10, 0, 10, 1'000}) {
        std::vector<int> numbers(static_cast<std::size_t>(first + second));
        std::iota(numbers.begin(), numbers.begin() + first, 0);
        std::iota(numbers.begin() + first, numbers.end(), distance);
        int* const middle = numbers.data() + first;
        const detail::Runs<int*, int*> runs{numbers.data(), middle, middle, middle + second, out.data()};
        const auto [left, right] = runs.halves(std::less());
        ASSERT_EQ(left.size() + right.size(), first + second);
        ASSERT_GE(4 * std::min(left.size(), right.size()) + 2, first + second)
            << first << " and " << second << " elements, " << distance << " apart";
      }
}

// The numbers below `count` in two runs, first the even ones: a merge takes from both in turn.
struct EvenAndOdd {
  explicit EvenAndOdd(std::ptrdiff_t count) : numbers(static_cast<std::size_t>(count)), out(numbers.size(), -1) {
    for (std::size_t i = 0; i != numbers.size(); ++i)
      numbers[i] = static_cast<int>(i < evens() ? 2 * i : 2 * (i - evens()) + 1);
  }
  [[nodiscard]] std::size_t evens() const { return (numbers.size() + 1) / 2; }
  detail::Runs<int*, int*> runs() {
    int* const middle = numbers.data() + evens();
    return {numbers.data(), middle, middle, numbers.data() + numbers.size(), out.data()};
  }
  [[nodiscard]] bool have_all_arrived() const {
    std::vector<int> arrived = out;
    std::ranges::sort(arrived);
    return arrived == numbers_due();
  }
  [[nodiscard]] std::vector<int> numbers_due() const {
    std::vector<int> due(numbers.size());
    std::iota(due.begin(), due.end(), 0);
    return due;
  }

  std::vector<int> numbers;
  std::vector<int> out;
};

TEST(Merge, LosesNothingWhereverAComparisonThrows) {
  proofs::Workers workers(1);
  for (int limit = 0; limit != 24; ++limit) {
    EvenAndOdd both(detail::kMergeLeaf + 100);
    int calls = 0;
    const auto fussy = [&](int a, int b) {
      if (calls++ == limit) throw std::runtime_error("enough");
      return a < b;
    };
    EXPECT_THROW(detail::merge(workers.first(), both.runs(), fussy), std::runtime_error);
    EXPECT_TRUE(both.have_all_arrived()) << "comparison " << limit << " has thrown";
  }
}

// Production's layer, with an end of memory.
struct ScarceAtomics : StdAtomics {
  static inline bool out_of_memory = false;
  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (out_of_memory) throw std::bad_alloc();
    return StdAtomics::allocate(bytes, alignment, name);
  }
};
struct ScarceParts : PoolParts<StdAtomics> {
  template <class Job>
  using Deque = ChaseLevDeque<Job, ScarceAtomics>;
};

// A worker whose deque is full and cannot grow. Inside an isolation its joins use that deque.
class FullWorker {
 public:
  FullWorker() {
    set_.add_worker(0);
    set_.worker(0).push(in_the_way_);
    ScarceAtomics::out_of_memory = true;
  }
  ~FullWorker() {
    ScarceAtomics::out_of_memory = false;
    EXPECT_TRUE(set_.worker(0).run_one()) << "the job that was in the way";
  }
  FullWorker(const FullWorker&) = delete;
  FullWorker& operator=(const FullWorker&) = delete;

  Worker<ScarceParts>& worker() { return set_.worker(0); }

 private:
  struct Idle : Job<ScarceParts> {
    Idle() : Job(&run_nothing) {}
    static void run_nothing(Job&, Worker<ScarceParts>&) noexcept {}
  };

  WorkerSet<ScarceParts> set_{1, {.until_sleepy = 0, .until_sleeping = 1}, 1};
  Idle in_the_way_;
};

using Calls = std::vector<std::string>;

TEST(JoinOrDoBoth, CallsBothInTurnIfTheDequeCannotGrow) {
  FullWorker full;
  Calls calls;
  isolate(full.worker(), [&] {
    EXPECT_THROW(join(
                     full.worker(), [] {}, [] {}),
                 std::bad_alloc);
    detail::join_or_do_both(
        full.worker(), [&](auto&) { calls.emplace_back("first"); }, [&](auto&) { calls.emplace_back("second"); });
  });
  EXPECT_EQ(calls, (Calls{"first", "second"}));
}

TEST(JoinOrDoBoth, CallsTheSecondAlsoIfTheFirstThrows) {
  FullWorker full;
  Calls calls;
  const auto first = [&](auto&) {
    calls.emplace_back("first");
    throw std::out_of_range("here");
  };
  const auto second = [&](auto&) { calls.emplace_back("second"); };
  isolate(full.worker(),
          [&] { EXPECT_THROW(detail::join_or_do_both(full.worker(), first, second), std::out_of_range); });
  EXPECT_EQ(calls, (Calls{"first", "second"}));
}

TEST(JoinOrDoBoth, CallsEachOnceAsJoinDoes) {
  proofs::Workers workers(1);
  Calls calls;
  const auto first = [&](auto&) { calls.emplace_back("first"); };
  const auto second = [&](auto&) { calls.emplace_back("second"); };
  const auto throws = [&](auto&) {
    calls.emplace_back("throws");
    throw std::out_of_range("here");
  };
  detail::join_or_do_both(workers.first(), first, second);
  EXPECT_EQ(calls, (Calls{"first", "second"}));
  calls.clear();
  EXPECT_THROW(detail::join_or_do_both(workers.first(), throws, second), std::out_of_range);
  EXPECT_EQ(calls, (Calls{"throws", "second"}));
  calls.clear();
  EXPECT_THROW(detail::join_or_do_both(workers.first(), first, throws), std::out_of_range);
  EXPECT_EQ(calls, (Calls{"first", "throws"}));
}

// Whether a merge of so many elements leaves a job that another worker can steal.
bool is_shared(std::ptrdiff_t count) {
  proofs::Workers workers(2);
  EvenAndOdd both(count);
  int calls = 0;
  bool has_stolen = false;
  const auto less = [&](int a, int b) {
    if (++calls == 100) has_stolen = workers.steal_one();
    return a < b;
  };
  detail::merge(workers.first(), both.runs(), less);
  EXPECT_EQ(both.out, both.numbers_due());
  return has_stolen;
}

TEST(Merge, IsSharedIfThereAreManyElements) {
  EXPECT_TRUE(is_shared(detail::kMergeLeaf + 1));
  EXPECT_FALSE(is_shared(detail::kMergeLeaf));
}

}  // namespace
}  // namespace vigil
