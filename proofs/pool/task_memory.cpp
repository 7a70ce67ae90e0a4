// Is what is taken from slabs aligned, nobody else's, and freed when all of it has been given back?

#include <vigil/pool/task_memory.hpp>

#include <vigil/atomics/std_atomics.hpp>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace vigil {
namespace {

// Production's layer, which knows what is allocated and which atomics there are, and whose memory may end.
struct CountedAtomics : StdAtomics {
  static inline int atomics = 0;

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
   public:
    explicit atomic(T value, Name name = {}) : StdAtomics::atomic<T>(value, name) { ++atomics; }
    ~atomic() { --atomics; }
  };

  struct Allocation {
    std::size_t bytes;
    std::size_t alignment;
  };
  static inline std::map<std::uintptr_t, Allocation> live;
  static inline std::size_t allocations = 0;
  static inline bool has_memory = true;

  static void* allocate(std::size_t bytes, std::size_t alignment, Name name = {}) {
    if (!has_memory) throw std::bad_alloc();
    void* const memory = StdAtomics::allocate(bytes, alignment, name);
    live.emplace(reinterpret_cast<std::uintptr_t>(memory), Allocation{bytes, alignment});
    ++allocations;
    return memory;
  }
  static void deallocate(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
    const auto found = live.find(reinterpret_cast<std::uintptr_t>(memory));
    ASSERT_NE(found, live.end()) << "freed twice, or never allocated";
    EXPECT_EQ(found->second.bytes, bytes);
    EXPECT_EQ(found->second.alignment, alignment);
    live.erase(found);
    StdAtomics::deallocate(memory, bytes, alignment);
  }
};

constexpr std::size_t kSlab = 1024;
using Memory = TaskMemory<CountedAtomics, kSlab>;

// A piece whose bytes all have one value, as long as nobody else writes there.
template <class Source = Memory>
class Taken {
 public:
  Taken(Source& memory, std::size_t bytes, std::size_t alignment, unsigned char value)
      : piece_(memory.take(bytes, alignment)), bytes_(bytes), value_(value) {
    std::memset(piece_.memory, value, bytes);
    is_right_ = reinterpret_cast<std::uintptr_t>(piece_.memory) % alignment == 0 && is_inside();
  }

  // Whether it is aligned, inside what was allocated, and nobody has written there.
  [[nodiscard]] bool is_right() const {
    const auto* const begin = static_cast<const unsigned char*>(piece_.memory);
    for (std::size_t at = 0; at != bytes_; ++at)
      if (begin[at] != value_) return false;
    return is_right_;
  }
  void give_back() { Source::give_back(*piece_.slab); }

 private:
  [[nodiscard]] bool is_inside() const {
    const auto address = reinterpret_cast<std::uintptr_t>(piece_.memory);
    auto allocated = CountedAtomics::live.upper_bound(address);
    return allocated != CountedAtomics::live.begin() &&
           address + bytes_ <= (--allocated)->first + allocated->second.bytes;
  }

  typename Source::Piece piece_;
  std::size_t bytes_;
  unsigned char value_;
  bool is_right_;
};

// Takes pieces of random sizes and alignments, gives some back on the way, and the rest when the owner has ended.
template <class Source>
void takes_and_gives_back(const std::vector<std::pair<std::uint16_t, std::uint8_t>>& sizes, std::uint32_t seed) {
  CountedAtomics::live.clear();
  std::mt19937 random(seed);
  std::optional<Source> memory(std::in_place);
  std::vector<Taken<Source>> taken;
  const auto give_back_one = [&] {
    std::swap(taken[random() % taken.size()], taken.back());
    RC_ASSERT(taken.back().is_right());
    taken.back().give_back();
    taken.pop_back();
  };
  unsigned char value = 0;
  for (const auto& [size, power] : sizes) {
    taken.emplace_back(*memory, size % (kSlab + 200) + 1U, std::size_t{1} << (power % 9), ++value);
    if (random() % 3 == 0) give_back_one();
  }
  memory.reset();
  while (!taken.empty()) give_back_one();
  RC_ASSERT(CountedAtomics::live.empty());
  RC_ASSERT(CountedAtomics::atomics == 0);
}

RC_GTEST_PROP(TaskMemory, GivesEachPieceAPlaceOfItsOwnAndFreesAll,
              (const std::vector<std::pair<std::uint16_t, std::uint8_t>>& sizes, std::uint32_t seed)) {
  takes_and_gives_back<Memory>(sizes, seed);
}

RC_GTEST_PROP(TaskMemory, GivesEachPieceASlabOfItsOwnIfSlabsHaveNoSize,
              (const std::vector<std::pair<std::uint16_t, std::uint8_t>>& sizes, std::uint32_t seed)) {
  const std::size_t before = CountedAtomics::allocations;
  takes_and_gives_back<TaskMemory<CountedAtomics, 0>>(sizes, seed);
  RC_ASSERT(CountedAtomics::allocations == before + sizes.size());
}

TEST(TaskMemory, AllocatesOnceForAsManyAsFitIntoASlab) {
  Memory memory;
  const std::size_t before = CountedAtomics::allocations;
  constexpr std::size_t kFit = (kSlab - kCacheLine) / 32;
  std::vector<Taken<>> taken;
  for (std::size_t i = 0; i != 10 * kFit; ++i) taken.emplace_back(memory, 32, 8, 1);
  EXPECT_EQ(CountedAtomics::allocations, before + 10);
  for (Taken<>& each : taken) each.give_back();
}

TEST(TaskMemory, HasRoomForAPieceThatFillsASlabAndForOneThatDoesNotFit) {
  Memory memory;
  const std::size_t before = CountedAtomics::allocations;
  Taken<> small(memory, 8, 8, 1);
  Taken<> whole(memory, kSlab - kCacheLine, 8, 2);
  Taken<> next(memory, 8, 8, 3);
  EXPECT_EQ(CountedAtomics::allocations, before + 3) << "each opened a slab, since the one before was full";
  Taken<> larger(memory, kSlab - kCacheLine + 1, 8, 4);
  Taken<> aligned(memory, 8, 4 * kCacheLine, 5);
  EXPECT_EQ(CountedAtomics::allocations, before + 5) << "these have slabs of their own";
  for (Taken<>* each : {&small, &whole, &next, &larger, &aligned}) {
    EXPECT_TRUE(each->is_right());
    each->give_back();
  }
}

TEST(TaskMemory, AlignsToACacheLineInASlab) {
  Memory memory;
  const std::size_t before = CountedAtomics::allocations;
  Taken<> first(memory, 8, kCacheLine, 1);
  Taken<> second(memory, 8, kCacheLine, 2);
  EXPECT_EQ(CountedAtomics::allocations, before + 1);
  for (Taken<>* each : {&first, &second}) {
    EXPECT_TRUE(each->is_right());
    each->give_back();
  }
}

// What does not fit leaves the open slab as it is.
TEST(TaskMemory, GoesOnWithItsSlabAfterAPieceThatDoesNotFit) {
  Memory memory;
  Taken<> first(memory, 8, 8, 1);
  Taken<> larger(memory, 2 * kSlab, 8, 2);
  const std::size_t before = CountedAtomics::allocations;
  Taken<> second(memory, 8, 8, 3);
  EXPECT_EQ(CountedAtomics::allocations, before);
  for (Taken<>* each : {&first, &larger, &second}) each->give_back();
}

TEST(TaskMemory, KeepsASlabAsLongAsOneOfItsPiecesIsKept) {
  CountedAtomics::live.clear();
  Memory memory;
  Taken<> kept(memory, 8, 8, 1);
  for (int i = 0; i != 1'000; ++i) Taken<>(memory, 64, 8, 2).give_back();
  EXPECT_EQ(CountedAtomics::live.size(), 2U) << "that of the first piece, and the open one";
  kept.give_back();
  EXPECT_EQ(CountedAtomics::live.size(), 1U);
}

TEST(TaskMemory, TakesNothingIfThereIsNoMemory) {
  CountedAtomics::live.clear();
  {
    Memory memory;
    CountedAtomics::has_memory = false;
    EXPECT_THROW((void)memory.take(8, 8), std::bad_alloc) << "the first slab";
    CountedAtomics::has_memory = true;
    Taken<> first(memory, kSlab - kCacheLine - 8, 8, 1);
    CountedAtomics::has_memory = false;
    EXPECT_THROW((void)memory.take(16, 8), std::bad_alloc) << "another slab";
    EXPECT_THROW((void)memory.take(2 * kSlab, 8), std::bad_alloc) << "a slab of its own";
    Taken<> last(memory, 8, 8, 2);  // There was room left, and still is.
    CountedAtomics::has_memory = true;
    EXPECT_TRUE(first.is_right() && last.is_right());
    first.give_back();
    last.give_back();
  }
  EXPECT_TRUE(CountedAtomics::live.empty());
}

TEST(TaskMemory, MakesEachTaskAnAllocationWhereAddressSanitizerIs) {
  // Every program that is linked with the tool has this function, whatever the compiler defines.
  EXPECT_EQ(kTaskSlabBytes == 0, dlsym(RTLD_DEFAULT, "__asan_init") != nullptr);
}

}  // namespace
}  // namespace vigil
