// Does an array of the deque take the memory that its slots need, and give all of it back?

#include <vigil/deque/chase_lev.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

namespace vigil {
namespace {

struct Block {
  std::size_t bytes;
  std::size_t alignment;
  friend bool operator==(const Block&, const Block&) = default;
};
std::ostream& operator<<(std::ostream& out, const Block& block) {
  return out << block.bytes << " bytes at multiples of " << block.alignment;
}

// The machine, with lists of the memory that is asked for and given back, and counts of the objects that live.
struct Audited : StdAtomics {
  static inline std::vector<Block> asked;
  static inline std::vector<Block> freed;
  static inline int live_atomics = 0;
  static inline int live_vars = 0;
  // Those that were left when a block was freed, and when a header ended.
  static inline int vars_when_freed = 0;
  static inline int slots_when_header_ends = 0;
  static inline bool out_of_memory = false;

  static void begin() {
    asked.clear();
    freed.clear();
    live_atomics = live_vars = vars_when_freed = slots_when_header_ends = 0;
    out_of_memory = false;
  }
  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    asked.push_back({bytes, alignment});
    if (out_of_memory) throw std::bad_alloc();
    return StdAtomics::allocate(bytes, alignment, name);
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    freed.push_back({bytes, alignment});
    vars_when_freed += live_vars;
    StdAtomics::deallocate(memory, bytes, alignment);
  }

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
   public:
    atomic() { ++live_atomics; }
    explicit atomic(T value, Name name = {}) : StdAtomics::atomic<T>(value, name) { ++live_atomics; }
    ~atomic() { --live_atomics; }
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
  };
  template <class T>
  class var : public StdAtomics::var<T> {
   public:
    explicit var(Name name) : StdAtomics::var<T>(name) { ++live_vars; }
    explicit var(T value, Name name = {}) : StdAtomics::var<T>(value, name) { ++live_vars; }
    ~var() {
      --live_vars;
      slots_when_header_ends += live_atomics;
    }
    var(const var&) = delete;
    var& operator=(const var&) = delete;
  };
};

template <class T>
using Array = detail::CircularArray<T, Audited>;

// What precedes the slots. A number of 64 bits is not aligned to its size in every structure of a 32-bit system.
struct Header {
  std::uint64_t mask;
  void* previous;
};

// The block of an array. A slot is aligned to its size.
template <class T>
constexpr Block block_of(std::uint64_t capacity) {
  constexpr std::size_t kBefore = (sizeof(Header) + sizeof(T) - 1) / sizeof(T) * sizeof(T);
  return {kBefore + static_cast<std::size_t>(capacity) * sizeof(T), std::max(alignof(Header), sizeof(T))};
}

template <class T>
std::vector<Block> asked_for(std::uint64_t capacity) {
  Audited::begin();
  Array<T>::destroy_all(Array<T>::create(capacity, nullptr));
  EXPECT_EQ(Audited::freed, Audited::asked) << "memory is given back as it was asked for";
  return Audited::asked;
}

struct Pair {
  std::int32_t first, second;
};

TEST(CircularArray, IsOneBlockOfItsHeaderAndItsSlots) {
  using ::testing::ElementsAre;
  EXPECT_THAT(asked_for<char>(8), ElementsAre(block_of<char>(8)));
  EXPECT_THAT(asked_for<int>(8), ElementsAre(block_of<int>(8)));
  EXPECT_THAT(asked_for<void*>(8), ElementsAre(block_of<void*>(8)));
  EXPECT_THAT(asked_for<Pair>(8), ElementsAre(block_of<Pair>(8)));
}

TEST(CircularArray, ConstructsEachSlotOnceAndDestroysAllThatItConstructed) {
  Audited::begin();
  auto* const older = Array<int>::create(4, nullptr);
  EXPECT_EQ(Audited::live_atomics, 4) << "a slot is an atomic";
  auto* const newer = Array<int>::create(8, older);
  EXPECT_EQ(Audited::live_atomics, 4 + 8);
  EXPECT_EQ(Audited::live_vars, 2);
  EXPECT_EQ(newer->capacity(), 8U);
  Array<int>::destroy_all(newer);
  EXPECT_EQ(Audited::live_atomics, 0);
  EXPECT_EQ(Audited::live_vars, 0);
  EXPECT_EQ(Audited::freed.size(), 2U);
}

TEST(CircularArray, DestroysItsSlotsThenItsHeaderAndThenGivesTheMemoryBack) {
  Audited::begin();
  Array<int>::destroy_all(Array<int>::create(4, nullptr));
  EXPECT_EQ(Audited::slots_when_header_ends, 0) << "the header says how many slots there are";
  EXPECT_EQ(Audited::vars_when_freed, 0) << "the header is in the memory that is freed";
}

TEST(CircularArray, HasASlotOfItsOwnForEachIndexOfALap) {
  Audited::begin();
  auto* const array = Array<int>::create(8, nullptr);
  for (std::uint64_t index = 0; index != 8; ++index) {
    EXPECT_EQ(array->slot(index).load(std::memory_order_relaxed), 0) << "slot " << index << " of a new array";
    array->slot(index).store(static_cast<int>(index) + 1, std::memory_order_relaxed);
  }
  for (std::uint64_t index = 0; index != 8; ++index) {
    EXPECT_EQ(array->slot(index).load(std::memory_order_relaxed), static_cast<int>(index) + 1);
    EXPECT_EQ(&array->slot(index + 8), &array->slot(index)) << "a lap later";
  }
  Array<int>::destroy_all(array);
}

// The largest array has 2^56 slots where a size has 64 bits: its bytes can be counted, and the system is asked for
// them.
TEST(CircularArray, RefusesWithoutAskingMoreThanTheAddressSpaceHas) {
  constexpr auto kMost = std::uint64_t{1} << (std::numeric_limits<std::size_t>::digits - 8);
  Audited::begin();
  Audited::out_of_memory = true;
  EXPECT_THROW((void)Array<int>::create(kMost, nullptr), std::bad_alloc);
  EXPECT_THAT(Audited::asked, ::testing::ElementsAre(block_of<int>(kMost)));
  EXPECT_THROW((void)Array<int>::create(2 * kMost, nullptr), std::bad_alloc);
  EXPECT_EQ(Audited::asked.size(), 1U) << "the system was asked for an array that it cannot have";
  Audited::begin();
}

}  // namespace
}  // namespace vigil
