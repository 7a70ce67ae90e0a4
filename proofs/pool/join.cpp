// Is a join the calls of its functions, for any results, exceptions and nesting?

#include <vigil/pool/isolation.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace vigil {
namespace {

using PoolWorker = ThreadPool::Worker;

// A generated tree of joins: what it returns, or what it throws, is known from the tree alone.
struct Tree {
  int value = 0;
  bool throws = false;
  std::vector<Tree> branches;  // none or two

  // The calls all happen; the leftmost of the exceptions is thrown.
  [[nodiscard]] std::variant<int, std::string> due() const {
    if (branches.empty()) return throws ? Result(std::to_string(value)) : Result(value);
    auto left = branches[0].due();
    auto right = branches[1].due();
    if (left.index() == 1) return left;
    if (right.index() == 1) return right;
    return std::get<0>(left) + std::get<0>(right);
  }
  [[nodiscard]] int leaves() const { return branches.empty() ? 1 : branches[0].leaves() + branches[1].leaves(); }

  using Result = std::variant<int, std::string>;
};

Tree grow(const std::vector<int>& numbers, std::size_t& next, int depth) {
  const int number = next < numbers.size() ? numbers[next++] : 0;
  Tree tree{.value = number % 1000, .throws = number % 5 == 0, .branches = {}};
  if (depth != 0 && number % 3 != 0) {
    tree.branches.push_back(grow(numbers, next, depth - 1));
    tree.branches.push_back(grow(numbers, next, depth - 1));
  }
  return tree;
}

int run(PoolWorker& worker, const Tree& tree, std::atomic<int>& calls) {
  if (tree.branches.empty()) {
    calls.fetch_add(1, std::memory_order_relaxed);
    if (tree.throws) throw std::runtime_error(std::to_string(tree.value));
    return tree.value;
  }
  const auto [left, right] = join(
      worker, [&](PoolWorker& other) { return run(other, tree.branches[0], calls); },
      [&](PoolWorker& other) { return run(other, tree.branches[1], calls); });
  return left + right;
}

TEST(Join, IsTheCallsOfItsFunctionsForAnyTree) {
  ThreadPool pool({.workers = 3, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 1});
  EXPECT_TRUE(rc::check([&](const std::vector<int>& numbers) {
    std::size_t next = 0;
    const Tree tree = grow(numbers, next, 8);
    std::atomic<int> calls{0};
    Tree::Result seen;
    try {
      seen = pool.call([&](PoolWorker& worker) { return run(worker, tree, calls); });
    } catch (const std::runtime_error& error) {
      seen = std::string(error.what());
    }
    RC_ASSERT(seen == tree.due());
    RC_ASSERT(calls.load() == tree.leaves());
  }));
}

TEST(Join, ReturnsTheResultsOfManyInTheirOrder) {
  ThreadPool pool({.workers = 2});
  const auto results = pool.call([](PoolWorker& worker) {
    return join(
        worker, [] { return 1; }, [] { return std::string("two"); }, [] {}, [] { return 4.0; });
  });
  static_assert(std::is_same_v<decltype(results), const std::tuple<int, std::string, Nothing, double>>);
  EXPECT_EQ(results, std::tuple(1, std::string("two"), Nothing(), 4.0));
}

TEST(Join, FindsItsWorker) {
  ThreadPool pool({.workers = 1});
  const auto results = pool.call(
      [] { return join([] { return 1; }, [] { return join([] { return 2; }, [] { return 3; }, [] { return 4; }); }); });
  EXPECT_EQ(results, std::tuple(1, std::tuple(2, 3, 4)));
  EXPECT_EQ(pool.statistics().executed, 1U) << "the call; its branches were not stolen";
}

// Seven slots for calls.
struct FewSlots : PoolParts<StdAtomics> {
  template <class Call, class Listener>
  using ForkDeque = SplitDeque<Call, 512, Listener, StdAtomics>;
};
using FewSlotsPool = BasicThreadPool<FewSlots>;

// The sum of the numbers up to `n`, of which each takes a join in the one before.
std::int64_t sum_in_depth(FewSlotsPool::Worker& worker, int n) {
  if (n == 0) return 0;
  const auto [rest, here] = join(
      worker, [n](FewSlotsPool::Worker& other) { return sum_in_depth(other, n - 1); }, [n] { return n; });
  return rest + here;
}

TEST(Join, LiesInMoreJoinsThanThereAreSlots) {
  for (const std::size_t workers : {1U, 2U}) {
    FewSlotsPool pool({.workers = workers, .deque_capacity = 1});
    for (int depth = 0; depth != 40; ++depth)
      ASSERT_EQ(pool.call([depth](FewSlotsPool::Worker& worker) { return sum_in_depth(worker, depth); }),
                depth * (depth + 1) / 2);
  }
}

// A call that a thief makes, and one that its own worker makes.
template <class Second>
auto stolen_and_not(Second second) {
  ThreadPool pool({.workers = 2});
  return pool.call([&](PoolWorker& worker) {
    std::atomic<bool> is_called{false};
    auto stolen = std::get<1>(join(
        worker,
        [&] {
          while (!is_called) std::this_thread::yield();
        },
        [&] {
          is_called = true;
          return second();
        }));
    auto own = std::get<1>(join(
        worker, [] {}, [second] { return second(); }));
    return std::pair(std::move(stolen), std::move(own));
  });
}

struct alignas(256) Aligned {
  int value;
};

TEST(Join, TakesFunctionsAndReturnsValuesOfAnySize) {
  EXPECT_EQ(stolen_and_not([] { return std::string(100, 'x'); }),
            std::pair(std::string(100, 'x'), std::string(100, 'x')));
  std::array<int, 64> large{};
  std::iota(large.begin(), large.end(), 0);
  EXPECT_EQ(stolen_and_not([large] { return large; }), std::pair(large, large));
  EXPECT_EQ(stolen_and_not([large] { return large[63]; }), std::pair(63, 63));
  const auto [stolen, own] = stolen_and_not([] { return Aligned{7}; });
  EXPECT_EQ(stolen.value + own.value, 14);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&stolen) % 256, 0U);
  const auto [first, second] = stolen_and_not([] { return std::make_unique<int>(3); });
  EXPECT_EQ(*first + *second, 6);
}

// One that the caller keeps is called itself. A copy would count for nobody.
TEST(Join, CallsTheFunctionThatTheCallerKeeps) {
  struct CountsCalls {
    int calls = 0;
    void operator()() { ++calls; }
  };
  ThreadPool pool({.workers = 1});
  CountsCalls first, second;
  pool.call([&](PoolWorker& worker) {
    (void)join(worker, first, second);
    isolate(worker, [&] { (void)join(worker, first, second); });
  });
  EXPECT_EQ(first.calls, 2);
  EXPECT_EQ(second.calls, 2);
}

// A function that can be moved trivially and not copied.
struct NotCopied {
  NotCopied() = default;
  NotCopied(const NotCopied&) = delete;
  NotCopied(NotCopied&&) = default;
  int operator()() const { return 5; }
};

TEST(Join, TakesFunctionsThatCannotBeCopied) {
  ThreadPool pool({.workers = 1});
  EXPECT_EQ(pool.call([](PoolWorker& worker) { return join(worker, NotCopied(), NotCopied()); }), std::tuple(5, 5));
}

// A value of which a certain move throws.
struct Fussy {
  static inline std::atomic<int> moves_left{0};
  static void move_one() {
    if (moves_left.fetch_sub(1) == 0) throw std::out_of_range("moved too often");
  }

  explicit Fussy(int number) : value(number) {}
  // NOLINTNEXTLINE(performance-noexcept-move-constructor): it throws.
  Fussy(Fussy&& other) : value(other.value) { move_one(); }
  Fussy& operator=(Fussy&&) = delete;
  ~Fussy() = default;

  int value;
};

// Joins two functions that return such values; the second one is called by a thief if that is to be.
int sum_of_fussy(PoolWorker& worker, bool is_stolen, std::atomic<int>& calls) {
  const auto [first, second] = join(
      worker,
      [&] {
        ++calls;
        while (is_stolen && calls != 2) std::this_thread::yield();
        return Fussy(1);
      },
      [&] {
        ++calls;
        return Fussy(2);
      });
  return first.value + second.value;
}

TEST(Join, EndsBothCallsIfAResultCannotBeMoved) {
  ThreadPool pool({.workers = 2});
  for (const bool is_stolen : {false, true}) {
    int throws = 0;
    for (int limit = 0; limit != 12; ++limit) {
      std::atomic<int> calls{0};
      Fussy::moves_left = limit;
      try {
        EXPECT_EQ(pool.call([&](PoolWorker& worker) { return sum_of_fussy(worker, is_stolen, calls); }), 3);
      } catch (const std::out_of_range&) {
        ++throws;
      }
      EXPECT_EQ(calls, 2) << "move " << limit << " has thrown";
      Fussy::moves_left = 100;
      calls = 0;
      EXPECT_EQ(pool.call([&](PoolWorker& worker) { return sum_of_fussy(worker, false, calls); }), 3);
    }
    EXPECT_GT(throws, 0);
    EXPECT_LT(throws, 12);
  }
}

TEST(Join, CallsInTurnOnAThreadThatIsNoWorker) {
  std::string order;
  const auto call = [&order](char name) {
    order += name;
    return name;
  };
  EXPECT_EQ(join([&] { return call('a'); }, [&] { return call('b'); }, [&] { return call('c'); }),
            std::tuple('a', 'b', 'c'));
  EXPECT_EQ(order, "abc");
  const auto fail = [&order](int which) {
    order += '!';
    throw which;
  };
  try {
    (void)join([&] { return call('d'); }, [&] { fail(1); }, [&] { fail(2); });
  } catch (int which) {
    EXPECT_EQ(which, 1) << "the leftmost exception";
  }
  EXPECT_EQ(order, "abcd!!") << "all are called";
}

TEST(TryJoin, ReturnsBothExceptions) {
  ThreadPool pool({.workers = 2});
  const auto [left, right] = pool.call([](PoolWorker& worker) {
    return try_join(
        worker, [] { throw 1; }, []() -> int { throw 2; });
  });
  ASSERT_EQ(left.index(), 1U);
  ASSERT_EQ(right.index(), 1U);
  EXPECT_THROW(std::rethrow_exception(std::get<1>(left)), int);
}

TEST(TryJoin, ReturnsTheValueBesideAnException) {
  ThreadPool pool({.workers = 2});
  const auto [left, right] = pool.call([](PoolWorker& worker) {
    return try_join(
        worker, [] { throw 1; }, [] { return 2; });
  });
  EXPECT_EQ(left.index(), 1U);
  ASSERT_EQ(right.index(), 0U);
  EXPECT_EQ(std::get<0>(right), 2);
}

// Values that only move, and values that are counted: each is destroyed as often as it was made.
struct Counted {
  static inline std::atomic<int> alive{0};
  Counted() { ++alive; }
  Counted(Counted&&) noexcept { ++alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(Counted&&) = default;
  ~Counted() { --alive; }
};

TEST(Join, DestroysEveryResultOnce) {
  {
    ThreadPool pool({.workers = 2, .rounds = {.until_sleepy = 0, .until_sleeping = 1}});
    for (int i = 0; i != 1'000; ++i) {
      EXPECT_THROW(pool.call([](PoolWorker& worker) {
        (void)join(
            worker, []() -> Counted { throw std::runtime_error("left"); }, [] { return Counted(); });
      }),
                   std::runtime_error);
      pool.call([](PoolWorker& worker) {
        (void)join(
            worker, [] { return Counted(); }, [] { return Counted(); });
      });
    }
  }
  EXPECT_EQ(Counted::alive.load(), 0);
}

// A call whose value has no room in a slot is left in the deque of jobs, and its frame is the caller's.
TEST(Join, HasCalledForALargeValueBeforeItThrowsWhatTheOtherFunctionThrew) {
  using Large = std::array<int, 64>;
  for (const std::size_t workers : {1U, 2U}) {
    ThreadPool pool({.workers = workers});
    std::atomic<int> calls{0};
    int ended = -1;
    const auto caught = [&](PoolWorker& worker) {
      try {
        (void)join(
            worker, []() -> int { throw std::runtime_error("the first"); }, [&] { return Large{calls.fetch_add(1)}; });
      } catch (const std::runtime_error& error) {
        ended = calls.load();
        return std::string(error.what());
      }
      return std::string();
    };
    for (int i = 1; i != 200; ++i) {
      EXPECT_EQ(pool.call(caught), "the first");
      ASSERT_EQ(ended, i);
    }
  }
}

}  // namespace
}  // namespace vigil
