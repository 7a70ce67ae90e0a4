#include "running_fiber.hpp"
#include "sanitizers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::checker {
namespace {

const std::byte* bottom_of(const Fiber& fiber) { return static_cast<const std::byte*>(fiber.top()) - kStackBytes; }

std::size_t bytes_left(const std::byte* from, const void* to) {
  std::size_t left = 0;
  for (; from != to; ++from) left += *from != std::byte{0} ? 1U : 0U;
  return left;
}

[[gnu::noinline]] void write_below(std::size_t bytes) { std::memset(opaque(__builtin_alloca(bytes)), 1, bytes); }

TEST(Fiber, ClearingLeavesNothingAboveTheLowestAddress) {
  Running fiber([](Fiber& self) {
    write_below(kStackBytes / 2);
    self.suspend();
  });
  const auto* const bottom = bottom_of(fiber.fiber());
  const auto* const lowest = bottom + (kStackBytes / 4 * 3);
  for (int i = 0; i != 3; ++i) {
    fiber.resume();
    EXPECT_GE(bytes_left(bottom, fiber.fiber().top()), kStackBytes / 3);
    fiber.fiber().clear(lowest);
    EXPECT_EQ(bytes_left(lowest, fiber.fiber().top()), 0U);
    EXPECT_NE(bytes_left(bottom, lowest), 0U);
    fiber.fiber().clear(bottom);
    EXPECT_EQ(bytes_left(bottom, fiber.fiber().top()), 0U);
    fiber.start();
  }
}

// A state as the recognition of spins sees it: values in registers and on the stack.
[[gnu::noinline]] std::uint64_t digest_with(const Fiber& fiber, std::uint64_t value, std::size_t changed) {
  std::array<std::uint64_t, 8> values{};
  values[changed] = value;
  std::uint64_t a = opaque(values[0]), b = opaque(values[1]), c = opaque(values[2]), d = opaque(values[3]);
  std::uint64_t e = opaque(values[4]), f = opaque(values[5]), g = opaque(values[6]), h = opaque(values[7]);
  values = {};
  Registers registers;
  capture(registers);
  const std::uint64_t result = digest(registers, fiber);
  asm volatile("" : : "r"(a), "r"(b), "r"(c), "r"(d));
  asm volatile("" : : "r"(e), "r"(f), "r"(g), "r"(h));
  return result;
}

TEST(FiberDigest, DistinguishesStates) {
  std::vector<std::uint64_t> digests;
  Running fiber([&](Fiber& self) {
    for (std::size_t changed = 0; changed != 8; ++changed)
      for (std::uint64_t value = 1; value != 4; ++value) digests.push_back(digest_with(self, value, changed));
  });
  fiber.resume();
  for (std::size_t i = 0; i != digests.size(); ++i)
    for (std::size_t k = 0; k != i; ++k) EXPECT_NE(digests[i], digests[k]) << i << " and " << k;
}

// Outside the loop's own frame, as in the explorer.
struct Watch {
  Registers registers;
  std::vector<std::uint64_t> digests;
  [[gnu::noinline]] void note(const Fiber& fiber) { digests.push_back(digest(registers, fiber)); }
};

[[gnu::noinline]] void loop_that_changes_nothing(Fiber& self, Watch& watch) {
  for (;;) {
    capture(watch.registers);
    watch.note(self);
    self.suspend();
  }
}

constexpr std::size_t kIterations = 4;

// The digests of the iterations of several executions.
std::vector<std::uint64_t> digests_of(std::size_t executions) {
  Watch watch;
  watch.digests.reserve(executions * kIterations);
  Running fiber([&](Fiber& self) { loop_that_changes_nothing(self, watch); });
  for (std::size_t execution = 0; execution != executions; ++execution) {
    fiber.fiber().clear(bottom_of(fiber.fiber()));
    fiber.start();
    for (std::size_t i = 0; i != kIterations; ++i) fiber.resume();
  }
  EXPECT_EQ(watch.digests.size(), executions * kIterations);
  return watch.digests;
}

TEST(FiberDigest, IsTheSameInEveryIteration) {
  const auto digests = digests_of(1);
  // The first iteration may find other values in registers that it does not use.
  for (std::size_t i = 2; i != digests.size(); ++i) EXPECT_EQ(digests[i], digests[1]) << i;
}

TEST(FiberDigest, IsTheSameInEveryExecution) {
  if (kThreadSanitizer) GTEST_SKIP() << "ThreadSanitizer's calls leave different values in the gaps between variables";
  const auto digests = digests_of(5);
  for (std::size_t i = kIterations; i != digests.size(); ++i) EXPECT_EQ(digests[i], digests[i % kIterations]) << i;
}

// The registers and the stack up to `end`, before any of it can change. Reads memory that AddressSanitizer forbids to
// read.
[[gnu::noinline, gnu::no_sanitize_address]] std::vector<std::uint64_t> state_up_to(const void* end,
                                                                                   const Registers& registers) {
  std::vector<std::uint64_t> state(registers.values.begin(), registers.values.end());
  for (const auto* word = static_cast<const std::uint64_t*>(registers.stack_pointer); word != end; ++word) {
    const std::uint64_t value = *word;
    state.push_back(value);
  }
  return state;
}

template <class Number, std::size_t... I>
[[gnu::noinline]] std::vector<std::uint64_t> state_with(volatile Number* values, const void* end,
                                                        std::index_sequence<I...> /*indices*/) {
  Registers registers;
  const std::tuple live{values[I]...};
  capture(registers);
  auto state = state_up_to(end, registers);
  const auto write_back = [](volatile Number& place, Number value) { place = value; };
  (write_back(values[I], std::get<I>(live)), ...);
  return state;
}

// The number of live values that are neither in a register nor on the stack. There are more values than registers.
template <class Number>
[[gnu::noinline]] std::size_t lost_values() {
  static std::array<volatile Number, 20> values;
  for (std::size_t i = 0; i != values.size(); ++i) values[i] = static_cast<Number>(987'654'321 + i);
  const auto state =
      state_with<Number>(values.data(), __builtin_frame_address(0), std::make_index_sequence<values.size()>());
  std::size_t lost = 0;
  for (const Number value : values) {
    lost += std::count(state.begin(), state.end(), std::bit_cast<std::uint64_t>(value)) == 0 ? 1U : 0U;
  }
  return lost;
}

TEST(FiberDigest, NoLiveValueIsLost) {
  EXPECT_EQ(lost_values<std::uint64_t>(), 0U);
  EXPECT_EQ(lost_values<double>(), 0U);
}

TEST(FiberDigest, SeesEveryRegisterAndEveryByte) {
  const Fiber fiber(kStackBytes);
  auto* const top = static_cast<unsigned char*>(const_cast<void*>(fiber.top()));
  for (std::size_t words = 0; words != 10; ++words) {
    Registers registers;
    registers.stack_pointer = top - (words * sizeof(std::uint64_t));
    for (std::size_t i = 0; i != registers.values.size(); ++i) registers.values[i] = i + 100;
    const auto before = digest(registers, fiber);
    for (auto& value : registers.values) {
      value ^= 1;
      EXPECT_NE(digest(registers, fiber), before);
      value ^= 1;
    }
    for (auto* byte = top - (words * sizeof(std::uint64_t)); byte != top; ++byte) {
      *byte ^= 0x80;
      EXPECT_NE(digest(registers, fiber), before);
      *byte ^= 0x80;
    }
    EXPECT_EQ(digest(registers, fiber), before);
  }
}

}  // namespace
}  // namespace vigil::checker
