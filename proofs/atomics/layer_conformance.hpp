#pragma once

// What the concepts AtomicsLayer and ThreadedLayer promise, as a suite of tests for each layer that runs on the
// machine. Orders do not change what one thread sees: each operation is tested with all that it may be given.

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/atomics/system_wait.hpp>

#include <vigil/testing/waiting_thread.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace vigil::proofs {

inline constexpr auto kRelaxed = std::memory_order_relaxed;
inline constexpr std::array kLoadOrders{std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
                                        std::memory_order_seq_cst};
inline constexpr std::array kStoreOrders{std::memory_order_relaxed, std::memory_order_release,
                                         std::memory_order_seq_cst};
inline constexpr std::array kOrders{std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
                                    std::memory_order_release, std::memory_order_acq_rel, std::memory_order_seq_cst};

// A Layer may have a function `prepare()`, which each test calls first.
template <class Layer>
class LayerConformance : public ::testing::Test {
 protected:
  template <class T>
  using Atomic = typename Layer::template atomic<T>;

  LayerConformance() {
    if constexpr (requires { Layer::prepare(); }) Layer::prepare();
  }

  // Puts `before` into an atomic, performs the operation with each order, and compares what is returned and what is
  // left there.
  template <class T, class Operation>
  static void expect_of_each_order(T before, T after, Operation operation) {
    for (const std::memory_order order : kOrders) {
      Atomic<T> word(before);
      EXPECT_EQ(operation(word, order), before) << "order " << static_cast<int>(order);
      EXPECT_EQ(word.load(kRelaxed), after) << "order " << static_cast<int>(order);
    }
  }

  // One that succeeds and one that fails, with each pair of orders.
  template <class CompareExchange>
  static void expect_to_compare_and_exchange(CompareExchange compare_exchange) {
    for (const std::memory_order success : kOrders) {
      for (const std::memory_order failure : kLoadOrders) {
        Atomic<int> word(3);
        int expected = 3;
        EXPECT_TRUE(compare_exchange(word, expected, 30, success, failure));
        EXPECT_EQ(expected, 3);
        EXPECT_EQ(word.load(kRelaxed), 30);
        EXPECT_FALSE(compare_exchange(word, expected, 300, success, failure));
        EXPECT_EQ(expected, 30) << "the value that was there";
        EXPECT_EQ(word.load(kRelaxed), 30);
      }
    }
  }

  // A thread sleeps until the value is not `old`. It sleeps again if it is woken without a new value.
  template <class T, class Notify>
  static void expect_to_wake_a_thread(T old, T value, Notify notify) {
    for (const std::memory_order order : kLoadOrders) {
      Atomic<T> word(old);
      T seen = old;
      testing::WaitingThread thread([&] {
        word.wait(old, order);
        seen = word.load(std::memory_order_acquire);
      });
      thread.settle();
      EXPECT_FALSE(thread.is_through());
      notify(word);
      thread.settle();
      EXPECT_FALSE(thread.is_through()) << "woken without a new value";
      word.store(value, std::memory_order_release);
      notify(word);
      while (!thread.is_through()) Layer::yield();
      EXPECT_EQ(seen, value);
    }
  }

  // One thread was woken. The others still sleep.
  template <class Threads>
  static void expect_one_through(const Threads& threads) {
    const auto through = [&] {
      return std::count_if(threads.begin(), threads.end(), [](const auto& each) { return each.is_through(); });
    };
    while (through() == 0) Layer::yield();
    for (const auto& thread : threads) thread.settle();
    EXPECT_EQ(through(), 1);
  }
};

TYPED_TEST_SUITE_P(LayerConformance);

TYPED_TEST_P(LayerConformance, AnAtomicHoldsZeroOrWhatItWasConstructedFrom) {
  const typename TypeParam::template atomic<std::uint32_t> zero;
  EXPECT_EQ(zero.load(kRelaxed), 0U);
  const typename TypeParam::template atomic<std::uint64_t> named(1ULL << 40, Name("word"));
  EXPECT_EQ(named.load(kRelaxed), 1ULL << 40);
  const typename TypeParam::template atomic<int*> null;
  EXPECT_EQ(null.load(kRelaxed), nullptr);
}

TYPED_TEST_P(LayerConformance, LoadReturnsWhatWasStored) {
  for (const std::memory_order load : kLoadOrders) {
    for (const std::memory_order store : kStoreOrders) {
      typename TypeParam::template atomic<int> word(1);
      word.store(2, store);
      EXPECT_EQ(word.load(load), 2);
      typename TypeParam::template atomic<bool> flag(false);
      flag.store(true, store);
      EXPECT_TRUE(flag.load(load));
    }
  }
}

TYPED_TEST_P(LayerConformance, ReadModifyWritesReturnTheValueBefore) {
  using Word = typename TypeParam::template atomic<unsigned>;
  this->template expect_of_each_order<unsigned>(
      0b1100, 0b1010, [](Word& word, std::memory_order order) { return word.exchange(0b1010, order); });
  this->template expect_of_each_order<unsigned>(
      12, 19, [](Word& word, std::memory_order order) { return word.fetch_add(7, order); });
  this->template expect_of_each_order<unsigned>(
      12, 5, [](Word& word, std::memory_order order) { return word.fetch_sub(7, order); });
  this->template expect_of_each_order<unsigned>(
      0b1100, 0b1000, [](Word& word, std::memory_order order) { return word.fetch_and(0b1010, order); });
  this->template expect_of_each_order<unsigned>(
      0b1100, 0b1110, [](Word& word, std::memory_order order) { return word.fetch_or(0b1010, order); });
  this->template expect_of_each_order<unsigned>(
      0b1100, 0b0110, [](Word& word, std::memory_order order) { return word.fetch_xor(0b1010, order); });
}

TYPED_TEST_P(LayerConformance, PointersMoveByPlaces) {
  std::array<int, 8> ints{};
  using Word = typename TypeParam::template atomic<int*>;
  this->template expect_of_each_order<int*>(
      &ints[2], &ints[7], [](Word& word, std::memory_order order) { return word.fetch_add(5, order); });
  this->template expect_of_each_order<int*>(
      &ints[7], &ints[2], [](Word& word, std::memory_order order) { return word.fetch_sub(5, order); });
}

TYPED_TEST_P(LayerConformance, CompareExchangeReplacesTheExpectedValueOrReturnsTheOther) {
  using Word = typename TypeParam::template atomic<int>;
  this->expect_to_compare_and_exchange(
      [](Word& word, int& expected, int desired, std::memory_order success, std::memory_order failure) {
        return word.compare_exchange_strong(expected, desired, success, failure);
      });
  // A weak one may fail without a reason, but not always.
  this->expect_to_compare_and_exchange(
      [](Word& word, int& expected, int desired, std::memory_order success, std::memory_order failure) {
        for (int spurious = 0; spurious != 1000; ++spurious) {
          const int before = expected;
          if (word.compare_exchange_weak(expected, desired, success, failure)) return true;
          if (expected != before) return false;
        }
        return false;
      });
}

// A predicate or function that writes the word itself stands for another thread that runs at this moment.

TYPED_TEST_P(LayerConformance, SpinUntilReturnsTheValueThatThePredicateAccepted) {
  for (const std::memory_order order : kLoadOrders) {
    typename TypeParam::template atomic<int> word(1);
    const auto is_three_at_last = [&](int value) {
      word.store(value + 1, kRelaxed);
      return value == 3;
    };
    EXPECT_EQ(word.spin_until(is_three_at_last, order), 3);
  }
}

TYPED_TEST_P(LayerConformance, SpinUpdateWaitsForAValueAndReplacesIt) {
  for (const std::memory_order order : kLoadOrders) {
    typename TypeParam::template atomic<int> word(1);
    const auto ten_times_three = [&](int value) -> std::optional<int> {
      if (value == 3) return 30;
      word.store(value + 1, kRelaxed);
      return std::nullopt;
    };
    EXPECT_EQ(word.spin_update(ten_times_three, order, order), 3);
    EXPECT_EQ(word.load(kRelaxed), 30);
  }
}

TYPED_TEST_P(LayerConformance, FetchUpdateReplacesTheValueThatItReturns) {
  for (const std::memory_order order : kLoadOrders) {
    typename TypeParam::template atomic<int> word(3);
    int calls = 0;
    const auto ten_times = [&](int value) {
      if (++calls == 1) word.store(7, kRelaxed);
      return value * 10;
    };
    EXPECT_EQ(word.fetch_update(ten_times, order, order), 7);
    EXPECT_EQ(word.load(kRelaxed), 70);
    EXPECT_EQ(word.fetch_update_from(3, ten_times, order, order), 70) << "the guess is wrong";
    EXPECT_EQ(word.load(kRelaxed), 700);
  }
}

TYPED_TEST_P(LayerConformance, FetchUpdateWritesNothingIfTheFunctionReturnsNothing) {
  const auto below_ten = [](int value) -> std::optional<int> {
    if (value >= 10) return std::nullopt;
    return value + 1;
  };
  const auto maybe_below_ten = [](int value) -> MaybeValue<int> {
    if (value >= 10) return std::nullopt;
    return value + 1;
  };
  typename TypeParam::template atomic<int> word(8);
  EXPECT_EQ(word.fetch_update(below_ten, kRelaxed, kRelaxed), 8);
  EXPECT_EQ(*word.fetch_update_from(9, maybe_below_ten, kRelaxed, kRelaxed), 9);
  EXPECT_EQ(word.load(kRelaxed), 10);
  EXPECT_EQ(word.fetch_update(below_ten, kRelaxed, kRelaxed), std::nullopt);
  EXPECT_FALSE(word.fetch_update(maybe_below_ten, kRelaxed, kRelaxed).has_value());
  EXPECT_EQ(word.fetch_update_from(9, below_ten, kRelaxed, kRelaxed), std::nullopt);
  EXPECT_EQ(word.load(kRelaxed), 10);
}

TYPED_TEST_P(LayerConformance, WaitReturnsAtOnceIfTheValueIsAnother) {
  for (const std::memory_order order : kLoadOrders) {
    const typename TypeParam::template atomic<std::uint32_t> word(1);
    word.wait(2, order);
    const typename TypeParam::template atomic<std::uint64_t> large(1);
    large.wait(1 + (1ULL << 32), order);
    const typename TypeParam::template atomic<bool> small(true);
    small.wait(false, order);
  }
}

TYPED_TEST_P(LayerConformance, WaitSleepsUntilAThreadChangesTheValueAndNotifies) {
  const auto one = [](auto& word) { word.notify_one(); };
  const auto all = [](auto& word) { word.notify_all(); };
  this->template expect_to_wake_a_thread<std::uint32_t>(1, 2, one);
  this->template expect_to_wake_a_thread<std::uint32_t>(1, 2, all);
  this->template expect_to_wake_a_thread<std::uint64_t>(1, 1 + (1ULL << 32), one);
  this->template expect_to_wake_a_thread<std::uint64_t>(1, 1 + (1ULL << 32), all);
  this->template expect_to_wake_a_thread<bool>(false, true, one);
  this->template expect_to_wake_a_thread<bool>(false, true, all);
}

TYPED_TEST_P(LayerConformance, NotifyOneWakesOneThreadAndNotifyAllWakesTheOthers) {
  if (!detail::kWaitsInTheSystem<std::uint32_t>) GTEST_SKIP() << "the standard library decides how many it wakes";
  typename TypeParam::template atomic<std::uint32_t> word(0);
  const auto wait = [&] { word.wait(0, std::memory_order_acquire); };
  const std::array<testing::WaitingThread, 3> threads{testing::WaitingThread(wait), testing::WaitingThread(wait),
                                                      testing::WaitingThread(wait)};
  for (const auto& thread : threads) thread.settle();
  word.store(1, std::memory_order_release);
  word.notify_one();
  this->expect_one_through(threads);
  word.notify_all();
}

TYPED_TEST_P(LayerConformance, AVarHoldsWhatWasSet) {
  typename TypeParam::template var<std::vector<int>> empty(Name("empty"));
  EXPECT_TRUE(empty.get().empty());
  typename TypeParam::template var<std::vector<int>> numbers(std::vector<int>{1, 2}, "numbers");
  EXPECT_EQ(numbers.get(), (std::vector<int>{1, 2}));
  numbers.set({3});
  EXPECT_EQ(numbers.get(), std::vector<int>{3});
}

TYPED_TEST_P(LayerConformance, AMutexIsHeldByOneThread) {
  typename TypeParam::mutex mutex("mutex");
  const auto another_thread_can_lock = [&] {
    bool locked = false;
    typename TypeParam::thread thread([&] {
      locked = mutex.try_lock();
      if (locked) mutex.unlock();
    });
    thread.join();
    return locked;
  };
  {
    const LockGuard lock(mutex);
    EXPECT_FALSE(another_thread_can_lock());
  }
  EXPECT_TRUE(another_thread_can_lock());
  mutex.lock();
  EXPECT_FALSE(another_thread_can_lock());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_FALSE(another_thread_can_lock());
  mutex.unlock();
}

TYPED_TEST_P(LayerConformance, AConditionVariableUnlocksTheMutexWhileItWaitsAndLocksItAgain) {
  typename TypeParam::mutex mutex;
  typename TypeParam::condition_variable condition("condition");
  bool is_ready = false;
  bool was_free = true;
  {
    const testing::WaitingThread waiting([&] {
      const LockGuard lock(mutex);
      while (!is_ready) condition.wait(mutex);
      typename TypeParam::thread other([&] {
        was_free = mutex.try_lock();
        if (was_free) mutex.unlock();
      });
      other.join();
    });
    waiting.settle();
    const LockGuard lock(mutex);
    is_ready = true;
    condition.notify_one();
  }
  EXPECT_FALSE(was_free) << "wait returned without the mutex";
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

TYPED_TEST_P(LayerConformance, AConditionVariableWakesOneThreadOrAll) {
  typename TypeParam::mutex mutex;
  typename TypeParam::condition_variable condition;
  const auto wait = [&] {
    const LockGuard lock(mutex);
    condition.wait(mutex);
  };
  const std::array<testing::WaitingThread, 3> threads{testing::WaitingThread(wait), testing::WaitingThread(wait),
                                                      testing::WaitingThread(wait)};
  for (const auto& thread : threads) thread.settle();
  condition.notify_one();
  this->expect_one_through(threads);
  condition.notify_all();
}

TYPED_TEST_P(LayerConformance, AThreadRunsItsCodeBeforeItIsJoined) {
  int result = 0;
  typename TypeParam::thread thread([&] { result = 1; });
  typename TypeParam::thread moved(std::move(thread));
  moved.join();
  EXPECT_EQ(result, 1);
}

TYPED_TEST_P(LayerConformance, EachThreadHasItsOwnPointer) {
  struct Job {};
  using Current = typename TypeParam::template thread_specific<Job>;
  Job mine;
  EXPECT_EQ(Current::get(), nullptr);
  Current::set(&mine);
  typename TypeParam::thread thread([] {
    EXPECT_EQ(Current::get(), nullptr);
    Job other;
    Current::set(&other);
    EXPECT_EQ(Current::get(), &other);
  });
  thread.join();
  EXPECT_EQ(Current::get(), &mine);
  Current::set(nullptr);
}

TYPED_TEST_P(LayerConformance, RetryCallsTheAttemptUntilItSucceeds) {
  int attempts = 0;
  TypeParam::retry([&] {
    TypeParam::relax();
    TypeParam::yield();
    return ++attempts == 3;
  });
  EXPECT_EQ(attempts, 3);
}

TYPED_TEST_P(LayerConformance, AllocationsAreAlignedAndTheCallersOwn) {
  for (const std::size_t alignment : {std::size_t{8}, std::size_t{64}, std::size_t{4096}}) {
    void* const one = TypeParam::allocate(2 * alignment, alignment);
    void* const other = TypeParam::allocate(alignment, alignment, Name("other"));
    for (void* const each : {one, other}) {
      ASSERT_NE(each, nullptr);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(each) % alignment, 0U);
    }
    EXPECT_NE(one, other);
    TypeParam::deallocate(other, alignment, alignment);
    TypeParam::deallocate(one, 2 * alignment, alignment);
  }
}

// One thread stores and loads again and again, with a light fence between the two. If a heavy fence of another thread
// comes between its store and its load, and that load misses a store of the first thread, the load behind that store
// does not miss the other thread's.
TYPED_TEST_P(LayerConformance, ALightAndAHeavyFenceOrderAStoreBeforeALoad) {
  constexpr auto kSeqCst = std::memory_order_seq_cst;
  constexpr std::size_t kRounds = 256;
  struct alignas(64) Line {
    typename TypeParam::template atomic<std::uint32_t> value{0};
  };
  Line light, heavy;
  // Stores that miss the cache. The thread's next store waits behind them in the store buffer.
  std::vector<Line> slow(std::size_t{1} << 16U);
  std::array<std::uint32_t, kRounds + 1> first_to_see{};
  typename TypeParam::thread thread([&] {
    std::uint32_t seen = 0;
    for (std::uint32_t number = 1; seen != kRounds; ++number) {
      slow[number * 7919ULL % slow.size()].value.store(number, kRelaxed);
      light.value.store(number, kRelaxed);
      TypeParam::fence_light(kSeqCst);
      for (const std::uint32_t now = heavy.value.load(kRelaxed); seen != now;) first_to_see.at(++seen) = number;
    }
  });
  light.value.spin_until([](std::uint32_t number) { return number != 0; }, kRelaxed);
  std::array<std::uint32_t, kRounds + 1> missed_after{};
  for (std::uint32_t round = 1; round <= kRounds; ++round) {
    heavy.value.store(round, kRelaxed);
    TypeParam::fence_heavy(kSeqCst);
    missed_after.at(round) = light.value.load(kRelaxed);
  }
  thread.join();
  for (std::size_t round = 1; round <= kRounds; ++round)
    EXPECT_LE(first_to_see.at(round), missed_after.at(round) + 1) << "in round " << round;
}

REGISTER_TYPED_TEST_SUITE_P(LayerConformance, AnAtomicHoldsZeroOrWhatItWasConstructedFrom, LoadReturnsWhatWasStored,
                            ReadModifyWritesReturnTheValueBefore, PointersMoveByPlaces,
                            CompareExchangeReplacesTheExpectedValueOrReturnsTheOther,
                            SpinUntilReturnsTheValueThatThePredicateAccepted, SpinUpdateWaitsForAValueAndReplacesIt,
                            FetchUpdateReplacesTheValueThatItReturns,
                            FetchUpdateWritesNothingIfTheFunctionReturnsNothing, WaitReturnsAtOnceIfTheValueIsAnother,
                            WaitSleepsUntilAThreadChangesTheValueAndNotifies,
                            NotifyOneWakesOneThreadAndNotifyAllWakesTheOthers, AVarHoldsWhatWasSet,
                            AMutexIsHeldByOneThread, ALightAndAHeavyFenceOrderAStoreBeforeALoad,
                            AConditionVariableUnlocksTheMutexWhileItWaitsAndLocksItAgain,
                            AConditionVariableWakesOneThreadOrAll, AThreadRunsItsCodeBeforeItIsJoined,
                            EachThreadHasItsOwnPointer, RetryCallsTheAttemptUntilItSucceeds,
                            AllocationsAreAlignedAndTheCallersOwn);

}  // namespace vigil::proofs
