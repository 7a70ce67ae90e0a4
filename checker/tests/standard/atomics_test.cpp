// std::atomic and what belongs to it.

#include "programs.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>

namespace vigil::checker::standard {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

// ---- the interface, in one thread

void count() {
  atomic<int> value = 3;
  require(value == 3 && (value = 4) == 4 && value == 4, "it converts from and to its value");
  require(++value == 5 && value++ == 5 && --value == 5 && value-- == 5 && value == 4, "it counts");
  require((value += 3) == 7 && (value -= 1) == 6, "it adds");
  require((value |= 1) == 7 && (value &= 5) == 5 && (value ^= 4) == 1, "it has bits");
  require(value.fetch_xor(3) == 1 && value.exchange(9) == 2 && value.load() == 9, "it returns the value before");
}
TEST(StandardAtomic, CountsLikeANumber) { expect_executions<&count>(1); }

int places[4];
void move_pointer() {
  atomic<int*> place = &places[1];
  require(place++ == &places[1] && ++place == &places[3] && (place -= 2) == &places[1], "it moves");
  require(place.fetch_add(2) == &places[1] && place.fetch_sub(3) == &places[3] && place == &places[0],
          "it moves by whole objects");
  require(*place.load() == places[0], "it points");
}
TEST(StandardAtomic, MovesPointersByWholeObjects) { expect_executions<&move_pointer>(1); }

void add_fractions() {
  atomic<double> sum = 0.5;
  require(sum.fetch_add(0.25) == 0.5 && (sum -= 0.5) == 0.25, "it adds fractions");
  atomic<float> small = 1.0F;
  require((small += 1.0F) == 2.0F && small == 2.0F, "small ones too");
}
TEST(StandardAtomic, AddsFractionsInOneStep) { expect_executions<&add_fractions>(1); }

struct Wide {
  std::uint64_t one = 0, other = 0;
  friend bool operator==(const Wide&, const Wide&) = default;
};
void exchange_wide() {
  atomic<Wide> wide(Wide{1, 2});
  Wide expected{1, 3};
  require(!wide.compare_exchange_strong(expected, {5, 6}) && expected == Wide{1, 2},
          "half of a value is not the value");
  require(wide.compare_exchange_strong(expected, {5, 6}) && wide.load() == Wide{5, 6}, "all of it is");
  require(wide.exchange({}) == Wide{5, 6} && wide.is_lock_free(), "it is exchanged as a whole");
}
TEST(StandardAtomic, MayBeLargerThanAWord) { expect_executions<&exchange_wide>(1); }

#if !defined(__clang__)
struct Padded {
  char letter;
  int number;
};
void compare_padded() {
  Padded first, second;
  __builtin_memset(&first, 1, sizeof(first));
  __builtin_memset(&second, 2, sizeof(second));
  first.letter = second.letter = 'a';
  first.number = second.number = 7;
  atomic<Padded> value(first);
  require(value.compare_exchange_strong(second, Padded{'b', 8}), "padding takes no part");
}
TEST(StandardAtomic, ComparesNoPadding) { expect_executions<&compare_padded>(1); }
#endif

void use_functions() {
  atomic<int> value(1);
  atomic_init(&value, 2);
  int expected = 2;
  require(atomic_fetch_add(&value, 1) == 2 && atomic_load_explicit(&value, kRelaxed) == 3, "they are the members");
  require(!atomic_compare_exchange_strong(&value, &expected, 5) && expected == 3, "they compare");
  require(atomic_exchange(&value, 6) == 3 && atomic_fetch_xor_explicit(&value, 2, kRelaxed) == 6, "they exchange");
  atomic_store(&value, 7);
  atomic_flag flag = false;
  require(!atomic_flag_test_and_set(&flag) && atomic_flag_test(&flag), "they set flags");
  atomic_flag_clear_explicit(&flag, kRelaxed);
  require(!flag.test() && atomic_is_lock_free(&value), "and clear them");
}
TEST(StandardAtomic, HasFunctionsForItsMembers) { expect_executions<&use_functions>(1); }

// ---- between threads

template <bool kInOneStep>
void add_twice() {
  atomic<int> sum = 0;
  const auto add = [&] {
    if (kInOneStep)
      ++sum;
    else
      sum = sum + 1;
  };
  in_parallel(add, add);
  require(sum == 2, "both are counted");
}
TEST(StandardAtomic, LosesNoCountThatItAddsInOneStep) {
  expect_holds<&add_twice<true>>();
  expect_fails<&add_twice<false>>(Violation::requirement);
}

template <bool kInOneStep>
void add_fractions_twice() {
  atomic<double> sum = 0;
  const auto add = [&] {
    if (kInOneStep)
      sum += 0.5;
    else
      sum = sum + 0.5;
  };
  in_parallel(add, add);
  require(sum == 1, "both are counted");
}
TEST(StandardAtomic, LosesNoFraction) {
  expect_executions<&add_fractions_twice<true>>(2);
  expect_fails<&add_fractions_twice<false>>(Violation::requirement);
}

// Two words, of which readers see both or none change.
template <bool kAsOne>
void write_wide() {
  atomic<Wide> wide(Wide{});
  atomic<std::uint64_t> one = 0, other = 0;
  in_parallel(
      [&] {
        if (kAsOne) return wide.store({1, 1}, kRelaxed);
        one.store(1, kRelaxed);
        other.store(1, kRelaxed);
      },
      [&] {
        const Wide read = kAsOne ? wide.load(kRelaxed) : Wide{one.load(kRelaxed), other.load(kRelaxed)};
        require(read.one == read.other, "the value is written as a whole");
      });
}
TEST(StandardAtomic, WritesAWideValueAsAWhole) {
  expect_executions<&write_wide<true>>(2);
  expect_fails<&write_wide<false>>(Violation::requirement);
  Options shared;
  shared.jobs = 2;
  expect_executions<&write_wide<true>>(2, shared);
}

// The order of a compare-exchange that fails is derived from the one that it is given.
template <std::memory_order kOrder>
void learn_by_failing() {
  atomic<int> flag = 0;
  CheckedAtomics::var<int> data{0};
  in_parallel(
      [&] {
        data.set(1);
        flag.store(1, std::memory_order_release);
      },
      [&] {
        int expected = 2;
        flag.compare_exchange_strong(expected, 3, kOrder);
        if (expected == 1) require(data.get() == 1, "the data is there");
      });
}
TEST(StandardAtomic, DerivesTheOrderOfAFailure) {
  expect_holds<&learn_by_failing<std::memory_order_acq_rel>>();
  expect_holds<&learn_by_failing<std::memory_order_seq_cst>>();
  expect_fails<&learn_by_failing<std::memory_order_release>>(Violation::data_race);
}

// An order that only a variable names.
void publish_in(std::memory_order order) {
  atomic<int> flag = 0;
  CheckedAtomics::var<int> data{0};
  in_parallel(
      [&] {
        data.set(1);
        flag.store(1, order);
      },
      [&] {
        if (flag.load(std::memory_order_acquire) == 1) (void)data.get();
      });
}
void publish_rightly() { publish_in(std::memory_order_release); }
void publish_wrongly() { publish_in(std::memory_order_relaxed); }
TEST(StandardAtomic, TakesOrdersThatAreNoConstants) {
  expect_holds<&publish_rightly>();
  expect_fails<&publish_wrongly>(Violation::data_race);
}

template <bool kFences>
void publish_by_fences() {
  atomic<int> flag = 0;
  CheckedAtomics::var<int> data{0};
  in_parallel(
      [&] {
        data.set(1);
        if (kFences) standard::atomic_thread_fence(std::memory_order_release);
        flag.store(1, kRelaxed);
      },
      [&] {
        if (flag.load(kRelaxed) == 0) return;
        standard::atomic_thread_fence(std::memory_order_acquire);
        (void)data.get();
      });
}
TEST(StandardAtomic, IsOrderedByFences) {
  expect_holds<&publish_by_fences<true>>();
  expect_fails<&publish_by_fences<false>>(Violation::data_race);
}

template <bool kNotifies>
void wait_for_value() {
  atomic<int> value = 0;
  in_parallel([&] { value.wait(0); },
              [&] {
                value = 1;
                if (kNotifies) value.notify_one();
              });
}
TEST(StandardAtomic, WaitsToBeNotified) {
  expect_holds<&wait_for_value<true>>();
  expect_fails<&wait_for_value<false>>(Violation::missed_wake);
}

// ---- atomic_ref

template <bool kInOneStep>
void add_to_plain_memory() {
  auto sum = std::make_unique<int>(5);
  const auto add = [&] {
    const atomic_ref<int> shared(*sum);
    if (kInOneStep)
      shared += 1;
    else
      shared = shared + 1;
  };
  in_parallel(add, add);
  require(*sum == 7, "both are counted, and plain code sees it");
}
TEST(StandardAtomicRef, LosesNoCount) {
  for (const unsigned jobs : {1U, 2U}) {
    Options options;
    options.jobs = jobs;
    expect_executions<&add_to_plain_memory<true>>(2, options);
  }
  expect_fails<&add_to_plain_memory<false>>(Violation::requirement);
}

// Plain code reads what comes last in modification order, whichever thread was run last.
void write_plain_memory() {
  int value = static_cast<int>(CheckedAtomics::choose(2));
  int last = 0;
  in_parallel([&] { atomic_ref<int>(value).store(3, kRelaxed); },
              [&] {
                atomic_ref shared(value);
                require(shared.load(kRelaxed) != 2, "it begins with what is there");
                shared.store(4, kRelaxed);
                last = shared.load(kRelaxed);
              });
  require(last == 3 ? value == 3 : value == 3 || value == 4, "the last value is there");
}
TEST(StandardAtomicRef, LeavesTheLastValueInMemory) { expect_holds<&write_plain_memory>(); }

// ---- atomic pointers

template <bool kComparesFirst>
void replace_shared() {
  atomic<std::shared_ptr<int>> shared(std::make_shared<int>(1));
  const auto add = [&] {
    auto before = shared.load();
    if (kComparesFirst) {
      while (!shared.compare_exchange_strong(before, std::make_shared<int>(*before + 1))) {
      }
    } else {
      shared = std::make_shared<int>(*before + 1);
    }
  };
  in_parallel(add, add);
  require(*shared.load() == 3, "both are counted");
}
TEST(StandardAtomicSharedPtr, IsReplacedInOneStep) {
  // Either thread comes first, and the other one has read the value before or after that.
  expect_executions<&replace_shared<true>>(4);
  expect_fails<&replace_shared<false>>(Violation::requirement);
}

void watch_shared() {
  atomic<std::weak_ptr<int>> watched;
  in_parallel(
      [&] {
        const auto own = std::make_shared<int>(7);
        watched = own;
      },
      [&] {
        if (const auto seen = watched.load().lock()) require(*seen == 7, "it points to something that is there");
      });
  require(watched.load().expired(), "it has no owner any more");
}
TEST(StandardAtomicWeakPtr, OwnsNothing) { expect_holds<&watch_shared>(); }

// ---- flags

template <bool kReleases>
void lock_by_flag() {
  atomic_flag taken;
  CheckedAtomics::var<int> sum{0};
  const auto add = [&] {
    while (taken.test_and_set(std::memory_order_acquire)) {
    }
    sum.set(sum.get() + 1);
    taken.clear(kReleases ? std::memory_order_release : kRelaxed);
  };
  in_parallel(add, add);
  require(sum.get() == 2, "both are counted");
}
TEST(StandardAtomicFlag, IsALock) {
  expect_holds<&lock_by_flag<true>>();
  expect_fails<&lock_by_flag<false>>(Violation::data_race);
}

template <bool kNotifies>
void wait_for_flag() {
  atomic_flag flag;
  in_parallel([&] { flag.wait(false); },
              [&] {
                flag.test_and_set();
                if (kNotifies) flag.notify_all();
              });
}
TEST(StandardAtomicFlag, WaitsToBeNotified) {
  expect_holds<&wait_for_flag<true>>();
  expect_fails<&wait_for_flag<false>>(Violation::missed_wake);
}

}  // namespace
}  // namespace vigil::checker::standard
