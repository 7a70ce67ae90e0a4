#include "arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

namespace vigil::checker {
namespace {

std::uintptr_t number_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

TEST(Arena, AnAddressDependsOnWhatItsOwnerAllocatedBefore) {
  Arena arena;
  std::vector<void*> first, second;
  for (int i = 0; i != 5; ++i) first.push_back(arena.allocate(0, 24, 8));
  for (int i = 0; i != 5; ++i) second.push_back(arena.allocate(3, 40, 16));
  arena.reset();
  for (std::size_t i = 0; i != 5; ++i) {
    EXPECT_EQ(arena.allocate(3, 40, 16), second[i]);
    EXPECT_EQ(arena.allocate(0, 24, 8), first[i]);
  }
}

TEST(Arena, TheNextArenaHasTheSameAddresses) {
  const auto address = [] {
    Arena arena;
    return number_of(arena.allocate(2, 8, 8));
  };
  const auto first = address();
  EXPECT_EQ(first, address());
}

TEST(Arena, AllocationsDoNotOverlap) {
  Arena arena;
  std::uintptr_t end = 0;
  for (std::size_t bytes = 0; bytes != 100; ++bytes) {
    const auto begin = number_of(arena.allocate(1, bytes, 1));
    EXPECT_GE(begin, end);
    end = begin + std::max<std::size_t>(bytes, 1);
  }
}

TEST(Arena, RespectsAlignment) {
  Arena arena;
  for (std::size_t alignment = 1; alignment <= 64 * 1024; alignment *= 2) {
    (void)arena.allocate(0, 1, 1);
    EXPECT_EQ(number_of(arena.allocate(0, 3, alignment)) % alignment, 0U) << alignment;
  }
}

TEST(Arena, MemoryIsZeroInEveryExecution) {
  Arena arena;
  for (int execution = 0; execution != 3; ++execution) {
    for (unsigned owner = 0; owner != Arena::kOwners; ++owner) {
      auto* const bytes = static_cast<unsigned char*>(arena.allocate(owner, 1000, 8));
      for (std::size_t i = 0; i != 1000; ++i) ASSERT_EQ(bytes[i], 0) << i;
      std::memset(bytes, 0xff, 1000);
    }
    arena.reset();
  }
}

TEST(Arena, AFullRegionThrowsAndTheOthersGoOn) {
  constexpr std::size_t kBytes = 64 * 1024;
  Arena arena(2, kBytes);
  (void)arena.allocate(0, kBytes - 8, 8);
  EXPECT_THROW((void)arena.allocate(0, 9, 1), std::bad_alloc);
  EXPECT_THROW((void)arena.allocate(0, std::numeric_limits<std::size_t>::max(), 1), std::bad_alloc);
  (void)arena.allocate(0, 7, 1);
  EXPECT_THROW((void)arena.allocate(0, 1, 8), std::bad_alloc);
  (void)arena.allocate(0, 1, 1);
  EXPECT_THROW((void)arena.allocate(0, 0, 1), std::bad_alloc);
  (void)arena.allocate(1, kBytes, 8);
  arena.reset();
  (void)arena.allocate(0, kBytes, 8);
}

TEST(Arena, AnAlignmentThatLeavesTheRegionThrows) {
  constexpr std::size_t kFar = std::size_t{1} << 30;
  Arena arena(2, 1);
  (void)arena.allocate(0, 1, 1);
  EXPECT_THROW((void)arena.allocate(0, 1, kFar), std::bad_alloc);
}

TEST(Arena, KnowsItsMemory) {
  Arena arena;
  const int outside = 0;
  auto* const last = static_cast<char*>(arena.allocate(Arena::kOwners - 1, Arena::kRegionBytes, 8));
  EXPECT_TRUE(arena.contains(arena.allocate(0, 1, 1)));
  EXPECT_TRUE(arena.contains(last + Arena::kRegionBytes - 1));
  EXPECT_FALSE(arena.contains(&outside));
  EXPECT_FALSE(arena.contains(nullptr));
}

TEST(ArenaDeathTest, NoOwnerRunsIntoAnothersMemory) {
  Arena arena;
  (void)arena.allocate(1, 8, 8);
  auto* const memory = static_cast<volatile char*>(arena.allocate(0, Arena::kRegionBytes, 8));
  memory[Arena::kRegionBytes - 1] = 1;
  EXPECT_DEATH(memory[Arena::kRegionBytes] = 1, "");
}

}  // namespace
}  // namespace vigil::checker
