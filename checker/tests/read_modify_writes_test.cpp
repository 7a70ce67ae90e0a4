// What the read-modify-writes of the layer write.

#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/checker.hpp>

#include <array>
#include <cstdint>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;
using testing::HasSubstr;

constexpr auto relaxed = std::memory_order_relaxed;

// Runs as the one thread of a model.
template <auto Function>
struct Alone {
  static constexpr auto threads() { return std::tuple{&Alone::run}; }
  void run() { Function(); }
};
template <auto Function>
void expect_to_hold() {
  const auto verdict = checker::run<Alone<Function>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 1U);
}

template <class T, class Modify>
void require_change(T before, Modify modify, T after) {
  Layer::atomic<T> value(before);
  Layer::require(modify(value) == before, "it returns the value before");
  Layer::require(value.load(relaxed) == after, "it writes the value after");
}

template <class T>
void compare_as(T low, T high) {
  const auto least = [](auto other) { return [other](auto& value) { return value.fetch_min(other, relaxed); }; };
  const auto most = [](auto other) { return [other](auto& value) { return value.fetch_max(other, relaxed); }; };
  require_change(low, least(high), low);
  require_change(high, least(low), low);
  require_change(low, most(high), high);
  require_change(high, most(low), high);
}
TEST(ReadModifyWrite, FindsTheSmallerAndTheLargerValueOfItsType) {
  expect_to_hold<[] {
    compare_as<std::int8_t>(-1, 1);
    compare_as<std::int32_t>(-5, -4);
    compare_as<std::int64_t>(INT64_MIN, INT64_MAX);
    compare_as<std::uint8_t>(1, 255);
    compare_as<std::uint32_t>(1, 0xffffffff);
    compare_as<std::uint64_t>(1, UINT64_MAX);
  }>();
}
TEST(ReadModifyWrite, FlipsBits) {
  expect_to_hold<[] {
    require_change<std::uint8_t>(
        0b1100, [](auto& value) { return value.fetch_xor(0b1010, relaxed); }, 0b0110);
  }>();
}

std::array<std::uint32_t, 4> places;
template <class Other>
void move_pointer() {
  typename Other::template atomic<std::uint32_t*> place(&places[1]);
  Other::require(place.fetch_add(2, relaxed) == &places[1], "it returns the place before");
  Other::require(place.fetch_sub(3, relaxed) == &places[3], "it moves by whole objects");
  Other::require(place.load(relaxed) == &places[0], "it moves back");
  typename Other::template atomic<std::uint32_t> bits(6U);
  Other::require(bits.fetch_xor(3U, relaxed) == 6U, "it returns the bits before");
  Other::require(bits.load(relaxed) == 5U, "it flips bits");
}
TEST(ReadModifyWrite, MovesPointersByWholeObjects) { expect_to_hold<&move_pointer<Layer>>(); }
struct NeverHesitates {
  static void perhaps() {}
};
TEST(ReadModifyWrite, OfOtherLayersDoesTheSame) {
  move_pointer<StdAtomics>();
  move_pointer<HesitantAtomics<NeverHesitates>>();
}

// Of both threads, the larger value wins. A thread that compares and then stores may overwrite it.
template <bool kIsOneStep>
struct Highest {
  static constexpr auto threads() { return std::tuple{&Highest::raise_to_one, &Highest::raise_to_two}; }
  Layer::atomic<int> highest{0, "highest"};
  void raise_to_one() { raise_to(1); }
  void raise_to_two() { raise_to(2); }
  void raise_to(int value) {
    if constexpr (kIsOneStep)
      highest.fetch_max(value, relaxed);
    else if (highest.load(relaxed) < value)
      highest.store(value, relaxed);
  }
  void finish() { Layer::require(highest.load(relaxed) == 2, "the highest value stays"); }
};
TEST(ReadModifyWrite, OfTheLargerValueIsOneStep) {
  const auto verdict = run<Highest<true>>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_EQ(verdict.result.executions, 2U);
  EXPECT_TRUE(run<Highest<false>>().result.finding.has_value());
}

struct Shown {
  static constexpr auto threads() { return std::tuple{&Shown::modify}; }
  Layer::atomic<int> value{6, "value"};
  void modify() {
    value.fetch_xor(3, relaxed);
    value.fetch_min(-2, relaxed);
    value.fetch_max(7, relaxed);
    Layer::require(false, "this is shown");
  }
};
TEST(ReadModifyWrite, IsShownWithBothValues) {
  const auto shown = text(run<Shown>());
  EXPECT_THAT(shown, HasSubstr("fetch_xor value: 6 -> 5"));
  EXPECT_THAT(shown, HasSubstr("fetch_min value: 5 -> -2"));
  EXPECT_THAT(shown, HasSubstr("fetch_max value: -2 -> 7"));
}

}  // namespace
}  // namespace vigil::checker
