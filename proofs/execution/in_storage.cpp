// Is an object made in the storage that its user gives if it fits, and in memory of its own if not?

#include "leaks.hpp"

#include <vigil/execution/in_storage.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

namespace vigil::execution::detail {
namespace {

constexpr std::size_t kAlignment = 128;

// Notes whether it exists.
struct alignas(kAlignment) Kept {
  explicit Kept(bool throws) {
    if (throws) throw std::runtime_error("not made");
    ++existing;
  }
  ~Kept() { --existing; }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

  static inline int existing = 0;
};
using Room = InStorage<Kept>;

Room* made_in(std::span<std::byte> storage, bool throws = false) {
  return Room::make(storage, [throws](Room&) { return Kept(throws); });
}

class MakesInStorage : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(Kept::existing, 0); }
  [[nodiscard]] bool is_in_storage(const void* memory) const {
    return memory >= storage_.data() && memory < storage_.data() + storage_.size();
  }

  // One byte more than an object needs wherever it begins.
  alignas(kAlignment) std::array<std::byte, sizeof(Room) + kAlignment> storage_{};
};

TEST_F(MakesInStorage, WhatFits) {
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}, kAlignment - 1, kAlignment}) {
    const auto given = std::span(storage_).subspan(first);
    Room* const room = made_in(given);
    ASSERT_NE(room, nullptr);
    const auto* const place = reinterpret_cast<const std::byte*>(room);
    EXPECT_GE(place, given.data());
    EXPECT_LE(place + sizeof(Room), given.data() + given.size());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % kAlignment, 0U);
    EXPECT_EQ(Kept::existing, 1);
    Room::destroy(room);
  }
}

TEST_F(MakesInStorage, NothingThatDoesNotFit) {
  for (const auto given : {std::span<std::byte>(), std::span(storage_).first(sizeof(Room) - 1),
                           std::span(storage_).subspan(1, sizeof(Room) + kAlignment - 2)}) {
    Room* const room = made_in(given);
    ASSERT_NE(room, nullptr);
    EXPECT_FALSE(is_in_storage(room));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(room) % kAlignment, 0U);
    EXPECT_EQ(Kept::existing, 1);
    Room::destroy(room);
    EXPECT_EQ(Kept::existing, 0);
  }
}

TEST_F(MakesInStorage, NothingThatStaysAllocated) {
  EXPECT_FALSE(proofs::leaks([] { Room::destroy(made_in({})); }));
  EXPECT_FALSE(proofs::leaks([] { EXPECT_THROW(made_in({}, true), std::runtime_error); }));
  EXPECT_THROW(made_in(storage_, true), std::runtime_error);
}

// No machine has so much.
struct Enormous {
  std::array<std::byte, std::numeric_limits<std::size_t>::max() / 16> bytes;
};

TEST_F(MakesInStorage, NullIfThereIsNoMemory) {
#if defined(VIGIL_PROOFS_KNOW_LEAKS)
  const auto not_made = [](InStorage<Enormous>&) -> Enormous { throw std::runtime_error("made"); };
  EXPECT_EQ(InStorage<Enormous>::make(storage_, not_made), nullptr);
#else
  GTEST_SKIP() << "a sanitizer ends programs that ask for so much";
#endif
}

}  // namespace
}  // namespace vigil::execution::detail
