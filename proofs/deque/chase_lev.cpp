// Is the deque a deque when one thread uses it? The models and the stress test cover concurrency.

#include <vigil/deque/chase_lev.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace vigil {
namespace {

// Production's layer, with a limit on memory and a count of what is allocated.
struct MeteredAtomics : StdAtomics {
  static inline std::size_t live_bytes = 0;
  static inline std::size_t allocations = 0;
  static inline bool out_of_memory = false;

  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (out_of_memory) throw std::bad_alloc();
    live_bytes += bytes;
    ++allocations;
    return StdAtomics::allocate(bytes, alignment, name);
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    live_bytes -= bytes;
    StdAtomics::deallocate(memory, bytes, alignment);
  }
};

class OutOfMemory {
 public:
  OutOfMemory() { MeteredAtomics::out_of_memory = true; }
  ~OutOfMemory() { MeteredAtomics::out_of_memory = false; }
  OutOfMemory(const OutOfMemory&) = delete;
  OutOfMemory& operator=(const OutOfMemory&) = delete;
};

using Deque = ChaseLevDeque<int>;
using MeteredDeque = ChaseLevDeque<int, MeteredAtomics>;

// Indices start at zero, or close below the values where they change sign or wrap around.
rc::Gen<std::uint64_t> first_indices() {
  constexpr auto kSign = std::uint64_t{1} << 63;
  return rc::gen::mapcat(rc::gen::element<std::uint64_t>(0, kSign, 0 - kSign), [](std::uint64_t origin) {
    return rc::gen::map(rc::gen::inRange<std::uint64_t>(0, 20), [origin](std::uint64_t back) { return origin - back; });
  });
}

rc::Gen<std::size_t> capacities() { return rc::gen::element<std::size_t>(1, 2, 4, 8); }

enum class Operation { push, pop, steal };

void showValue(Operation operation, std::ostream& out) {
  out << (operation == Operation::push ? "push" : operation == Operation::pop ? "pop" : "steal");
}

rc::Gen<std::vector<Operation>> operations() {
  return rc::gen::container<std::vector<Operation>>(
      rc::gen::weightedElement<Operation>({{3, Operation::push}, {1, Operation::pop}, {1, Operation::steal}}));
}

// The deque and its reference.
template <class Deque>
struct Pair {
  Deque deque;
  std::deque<int> due;
  int next_job = 0;

  void apply(Operation operation) {
    switch (operation) {
      case Operation::push:
        deque.push(next_job);
        due.push_back(next_job++);
        return;
      case Operation::pop: {
        const MaybeJob<int> seen = deque.pop();
        RC_ASSERT(seen.has_value() == !due.empty());
        if (due.empty()) return;
        RC_ASSERT(*seen == due.back());
        due.pop_back();
        return;
      }
      case Operation::steal: {
        const StealResult<int> seen = deque.steal();
        RC_ASSERT(seen.status() == (due.empty() ? StealStatus::empty : StealStatus::success));
        if (due.empty()) return;
        RC_ASSERT(seen.job() == due.front());
        due.pop_front();
        return;
      }
    }
  }
};

template <class Deque>
void do_any_sequence_of_operations() {
  Pair<Deque> pair{Deque(*capacities(), *first_indices()), {}, 0};
  for (const Operation operation : *operations()) {
    pair.apply(operation);
    RC_ASSERT(pair.deque.size() == pair.due.size());
    RC_ASSERT(pair.deque.is_empty() == pair.due.empty());
  }
  while (!pair.due.empty()) pair.apply(Operation::pop);
  pair.apply(Operation::pop);
  pair.apply(Operation::steal);
}

RC_GTEST_PROP(ChaseLevDeque, AnySequenceOfOperationsDoesWhatADequeDoes, ()) { do_any_sequence_of_operations<Deque>(); }

// The machine, but each probe of a thief sees one job more than there are: it never reports an empty deque.
struct UselessProbe : StdAtomics {
  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    using StdAtomics::atomic<T>::load;
    [[nodiscard]] T load(LabelledAs<"steal.probe"> order) const { return StdAtomics::atomic<T>::load(order.value) + 1; }
  };
};

// The probe answers most empty steals. The check after the fence must be right without it.
RC_GTEST_PROP(ChaseLevDeque, TheProbeChangesNoAnswer, ()) {
  do_any_sequence_of_operations<ChaseLevDeque<int, UselessProbe>>();
}

RC_GTEST_PROP(ChaseLevDeque, CapacityDoublesExactlyWhenAPushFindsNoRoom, ()) {
  Pair<Deque> pair{Deque(*capacities(), *first_indices()), {}, 0};
  for (const Operation operation : *operations()) {
    const std::size_t before = pair.deque.capacity();
    const bool full = pair.due.size() == before;
    pair.apply(operation);
    RC_ASSERT(pair.deque.capacity() == (full && operation == Operation::push ? 2 * before : before));
  }
}

RC_GTEST_PROP(ChaseLevDeque, GrowthThatFailsLosesNothing, ()) {
  const std::size_t capacity = *capacities();
  MeteredDeque deque(capacity, *first_indices());
  // Slots are used before the test, so its jobs may lie anywhere in the array.
  for (std::size_t i = *rc::gen::inRange<std::size_t>(0, 10); i != 0; --i) {
    deque.push(-1);
    RC_ASSERT(deque.steal().is_success());
  }
  for (std::size_t i = 0; i != capacity; ++i) deque.push(static_cast<int>(i));
  {
    const OutOfMemory out_of_memory;
    RC_ASSERT_THROWS_AS(deque.push(-2), std::bad_alloc);
  }
  RC_ASSERT(deque.capacity() == capacity);
  RC_ASSERT(deque.size() == capacity);
  deque.push(static_cast<int>(capacity));
  for (std::size_t i = 0; i != capacity + 1; ++i) RC_ASSERT(deque.steal().job() == static_cast<int>(i));
  RC_ASSERT(deque.steal().is_empty());
}

RC_GTEST_PROP(ChaseLevDeque, EveryArrayIsFreedWithTheDeque, ()) {
  RC_ASSERT(MeteredAtomics::live_bytes == 0u);
  {
    MeteredDeque deque(*capacities(), *first_indices());
    for (const Operation operation : *operations()) {
      if (operation == Operation::push) deque.push(0);
      if (operation == Operation::pop) static_cast<void>(deque.pop());
      if (operation == Operation::steal) static_cast<void>(deque.steal());
    }
  }
  RC_ASSERT(MeteredAtomics::live_bytes == 0u);
}

TEST(ChaseLevDeque, ReplacedArraysAreTogetherSmallerThanTheNewest) {
  MeteredDeque deque;
  for (int job = 0; job != 1024; ++job) deque.push(job);
  const std::size_t replaced = MeteredAtomics::live_bytes;
  const std::size_t allocations = MeteredAtomics::allocations;
  deque.push(1024);
  EXPECT_EQ(MeteredAtomics::allocations, allocations + 1) << "one growth, one allocation";
  const std::size_t newest = MeteredAtomics::live_bytes - replaced;
  EXPECT_LT(replaced, newest) << "bytes of arrays with 256, 512 and 1024 slots, beside one with 2048";
}

TEST(ChaseLevDeque, ConstructionWithoutMemoryThrowsAndLeaksNothing) {
  const OutOfMemory out_of_memory;
  EXPECT_THROW(MeteredDeque(8), std::bad_alloc);
  EXPECT_EQ(MeteredAtomics::live_bytes, 0u);
}

TEST(ChaseLevDeque, CapacityBeyondTheAddressSpaceIsRefusedAsOutOfMemory) {
  EXPECT_THROW(Deque(std::size_t{1} << (std::numeric_limits<std::size_t>::digits - 1)), std::bad_alloc);
}

TEST(ChaseLevDeque, CapacityThatIsNoPowerOfTwoIsRefusedByName) {
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{3}, std::size_t{6}, std::size_t{255}}) {
    try {
      const Deque deque(capacity);
      ADD_FAILURE() << "capacity " << capacity << " was accepted; expected std::invalid_argument";
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), ::testing::StrEq("ChaseLevDeque: capacity must be a power of two"));
    }
  }
}

// The machine, on which each weak compare-exchange fails spuriously.
struct FailingWeakly : StdAtomics {
  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    bool compare_exchange_weak(T&, T, std::memory_order, std::memory_order) { return false; }
  };
};

TEST(ChaseLevDeque, AClaimWithoutACompetitorSucceedsWhereAWeakExchangeFails) {
  ChaseLevDeque<int, FailingWeakly> deque(2);
  deque.push(7);
  EXPECT_TRUE(deque.pop() == MaybeJob<int>(true, 7));
  deque.push(8);
  EXPECT_EQ(deque.steal(), StealResult<int>::success(8));
}

TEST(ChaseLevDeque, ADequeHas256SlotsByDefault) { EXPECT_EQ(Deque().capacity(), 256u); }

TEST(ChaseLevDeque, SlotsAreUsedAgainWithoutGrowthWhileThievesKeepUp) {
  Deque deque(2);
  for (int job = 0; job != 100; ++job) {
    deque.push(job);
    EXPECT_EQ(deque.steal(), StealResult<int>::success(job));
  }
  EXPECT_EQ(deque.capacity(), 2u);
}

// Records the addresses of its objects, to see the layout of private members.
struct LocatingAtomics : StdAtomics {
  static inline std::vector<std::uintptr_t> addresses;

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
   public:
    atomic() : atomic(T{}) {}
    explicit atomic(T value, Name name = {}) : StdAtomics::atomic<T>(value, name) {
      addresses.push_back(reinterpret_cast<std::uintptr_t>(this));
    }
  };
};

TEST(ChaseLevDeque, TopBottomAndArrayLieOnCacheLinesOfTheirOwn) {
  LocatingAtomics::addresses.clear();
  const ChaseLevDeque<int, LocatingAtomics> deque(1);
  const auto begin = reinterpret_cast<std::uintptr_t>(&deque);
  std::vector<std::uintptr_t> lines;
  for (const auto address : LocatingAtomics::addresses) {
    if (address >= begin && address < begin + sizeof deque) lines.push_back((address - begin) / kCacheLine);
  }
  EXPECT_THAT(lines, ::testing::ElementsAre(0, 1, 2)) << "cache lines of top, bottom, array";
  EXPECT_EQ(begin % kCacheLine, 0u);
  EXPECT_EQ(sizeof deque, 3 * kCacheLine)
      << "an object after the deque would share the cache line of the array pointer";
}

// The machine, with a top that is ahead of where it is when an invariant reads it.
struct TopAhead : StdAtomics {
  static inline std::uint64_t by = 0;

  template <class T>
  struct atomic : StdAtomics::atomic<T> {
    using StdAtomics::atomic<T>::atomic;
    using StdAtomics::atomic<T>::load;
    [[nodiscard]] T load(LabelledAs<"size.top"> order) const {
      return StdAtomics::atomic<T>::load(order.value) + static_cast<T>(by);
    }
  };
};

// A model evaluates it at every step: it must hold in each state that the deque may be in, and in no other.
TEST(ChaseLevDeque, TheInvariantAllowsTopToPassBottomByTheOneJobThatIsCompetedFor) {
  for (const std::uint64_t first_index : {std::uint64_t{5}, ~std::uint64_t{0}}) {
    TopAhead::by = 0;
    ChaseLevDeque<int, TopAhead> deque(4, first_index);
    EXPECT_TRUE(deque.top_never_passes_bottom()) << "they have met";
    TopAhead::by = 1;
    EXPECT_TRUE(deque.top_never_passes_bottom()) << "the owner has announced a claim on a job that is not there";
    TopAhead::by = 2;
    EXPECT_FALSE(deque.top_never_passes_bottom()) << "bottom is two below top";
    TopAhead::by = 0;
    deque.push(7);
    deque.push(8);
    deque.push(9);
    EXPECT_TRUE(deque.top_never_passes_bottom()) << "there are three jobs";
    TopAhead::by = 4;
    EXPECT_TRUE(deque.top_never_passes_bottom()) << "top is one above";
    TopAhead::by = 5;
    EXPECT_FALSE(deque.top_never_passes_bottom()) << "top is two above";
  }
}

enum class Colour : std::uint8_t { red, green = 200 };
struct Span {
  std::int32_t begin, end;
  friend bool operator==(const Span&, const Span&) = default;
};

template <class T>
void expect_to_carry(T first, T second) {
  ChaseLevDeque<T> deque(1);
  deque.push(first);
  deque.push(second);
  deque.push(first);
  EXPECT_TRUE(deque.pop() == MaybeJob<T>(true, first));
  EXPECT_TRUE(deque.steal() == StealResult<T>::success(first));
  EXPECT_TRUE(deque.pop() == MaybeJob<T>(true, second));
  EXPECT_TRUE(deque.pop() == MaybeJob<T>());
}

TEST(ChaseLevDeque, CarriesNumbersPointersEnumsAndSmallStructs) {
  int target = 0;
  expect_to_carry<int>(-1, 2);
  expect_to_carry<int*>(&target, nullptr);
  expect_to_carry<Colour>(Colour::green, Colour::red);
  expect_to_carry<Span>({1, 2}, {-3, 4});
}

struct Large {
  std::uint64_t words[2];
};
struct ThreeBytes {
  std::uint8_t bytes[3];
};
static_assert(DequeJob<void*> && DequeJob<Colour> && DequeJob<Span>);
static_assert(!DequeJob<Large>, "one atomic instruction cannot read the job");
static_assert(!DequeJob<ThreeBytes>, "one atomic instruction cannot read the job");
static_assert(!DequeJob<std::string>, "the job is not trivially copyable");
static_assert(!std::is_copy_constructible_v<Deque> && !std::is_move_constructible_v<Deque>);

TEST(MaybeJob, IsEitherNothingOrAJob) {
  constexpr MaybeJob<int> kNothing;
  constexpr MaybeJob<int> kSeven(true, 7);
  EXPECT_FALSE(kNothing.has_value());
  EXPECT_FALSE(static_cast<bool>(kNothing));
  EXPECT_EQ(kNothing.value_or(3), 3);
  EXPECT_TRUE(static_cast<bool>(kSeven));
  EXPECT_EQ(*kSeven, 7);
  EXPECT_EQ(kSeven.value_or(3), 7);
}

#ifndef NDEBUG
TEST(MaybeJobDeathTest, HasNoJobToGiveIfItHoldsNone) {
  const MaybeJob<int> nothing;
  EXPECT_DEATH((void)*nothing, "has_job_");
}
#endif

TEST(MaybeJob, TwoThatHoldNothingAreEqualForEveryType) {
  EXPECT_TRUE(MaybeJob<int>(false, 1) == MaybeJob<int>(false, 2));
  EXPECT_FALSE(MaybeJob<int>(true, 1) == MaybeJob<int>(true, 2));
  EXPECT_FALSE(MaybeJob<int>(true, 0) == MaybeJob<int>());
}

}  // namespace
}  // namespace vigil
