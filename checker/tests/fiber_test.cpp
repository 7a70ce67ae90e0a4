#include "running_fiber.hpp"
#include "sanitizers.hpp"

#include <gtest/gtest.h>

#include <unwind.h>
#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace vigil::checker {
namespace {

TEST(Fiber, GoesOnWhereItSuspended) {
  std::vector<int> seen;
  Running fiber([&](Fiber& self) {
    for (int i = 0; i != 3; ++i) {
      seen.push_back(i);
      self.suspend();
    }
  });
  EXPECT_TRUE(seen.empty());
  fiber.resume();
  EXPECT_EQ(seen, (std::vector{0}));
  fiber.resume();
  fiber.resume();
  EXPECT_EQ(seen, (std::vector{0, 1, 2}));
}

TEST(Fiber, SuspendGoesBackToTheResumer) {
  std::string order;
  Running inner([&](Fiber& self) {
    for (;;) {
      order += Fiber::current() == &self ? 'i' : '?';
      self.suspend();
    }
  });
  Running outer([&](Fiber& self) {
    order += 'o';
    inner.resume();
    order += Fiber::current() == &self ? 'o' : '?';
    self.suspend();
    order += 'O';
  });
  EXPECT_EQ(Fiber::current(), nullptr);
  outer.resume();
  EXPECT_EQ(Fiber::current(), nullptr);
  inner.resume();
  outer.resume();
  EXPECT_EQ(order, "oioiO");
}

// More values than there are callee-saved registers of either kind.
template <class Number>
[[gnu::noinline]] Number live_across_switches(Fiber* suspends, Fiber* resumes, Number seed) {
  std::array<Number, 24> values;
  for (auto& value : values) value = seed += opaque(Number{1});
  Number a = values[0], b = values[1], c = values[2], d = values[3], e = values[4], f = values[5], g = values[6],
         h = values[7], i = values[8], j = values[9], k = values[10], l = values[11], m = values[12], n = values[13];
  for (int round = opaque(0); round != 5; ++round) {
    if (suspends != nullptr) suspends->suspend();
    if (resumes != nullptr) resumes->resume();
    a += b, b += c, c += d, d += e, e += f, f += g, g += h, h += i, i += j, j += k, k += l, l += m, m += n, n += seed;
  }
  return a + b + c + d + e + f + g + h + i + j + k + l + m + n;
}

template <class Number>
void expect_that_values_survive() {
  Number inside = 0;
  Running fiber([&](Fiber& self) { inside = live_across_switches<Number>(&self, nullptr, 100); });
  const auto outside = live_across_switches<Number>(nullptr, &fiber.fiber(), 7000);
  fiber.resume();
  EXPECT_EQ(inside, live_across_switches<Number>(nullptr, nullptr, 100));
  EXPECT_EQ(outside, live_across_switches<Number>(nullptr, nullptr, 7000));
}

TEST(Fiber, RegistersSurviveASwitch) {
  expect_that_values_survive<std::uint64_t>();
  expect_that_values_survive<double>();
}

TEST(Fiber, ItsStackIsAlignedForCalls) {
  std::uintptr_t frame = 1;
  Running fiber([&](Fiber&) { frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); });
  fiber.resume();
  EXPECT_EQ(frame % 16, 0U);
}

TEST(Fiber, StartAbandonsWhatRan) {
  struct CountsDestructions {
    int& count;
    ~CountsDestructions() { ++count; }
  };
  int begun = 0;
  int destroyed = 0;
  Running fiber([&](Fiber& self) {
    ++begun;
    const CountsDestructions counts{destroyed};
    self.suspend();
  });
  constexpr int kTimes = 1000;
  for (int i = 0; i != kTimes; ++i) {
    fiber.resume();
    fiber.start();
  }
  EXPECT_EQ(begun, kTimes);
  EXPECT_EQ(destroyed, 0);
}

TEST(Fiber, KnowsItsStack) {
  const void* local = nullptr;
  Running fiber([&](Fiber& self) {
    int here = 0;
    local = &here;
    self.suspend();
  });
  fiber.resume();
  const auto* const top = static_cast<const char*>(fiber.fiber().top());
  const int outside = 0;
  EXPECT_TRUE(fiber.fiber().contains(top - kStackBytes));
  EXPECT_TRUE(fiber.fiber().contains(top - 1));
  EXPECT_FALSE(fiber.fiber().contains(top));
  EXPECT_FALSE(fiber.fiber().contains(&outside));
  EXPECT_FALSE(fiber.fiber().contains(top - kStackBytes - 1));
  EXPECT_TRUE(fiber.fiber().overflows_at(top - kStackBytes - 1));
  EXPECT_FALSE(fiber.fiber().overflows_at(top - kStackBytes));
  EXPECT_FALSE(fiber.fiber().overflows_at(nullptr));
  EXPECT_NE(local, nullptr);
}

_Unwind_Reason_Code count_frame(_Unwind_Context* /*context*/, void* count) {
  return ++*static_cast<int*>(count) == 1000 ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

TEST(Fiber, BacktracesEndAtItsEntry) {
  int frames = 0;
  auto reason = _URC_NO_REASON;
  Running fiber([&](Fiber&) { reason = _Unwind_Backtrace(&count_frame, &frames); });
  fiber.resume();
  EXPECT_EQ(reason, _URC_END_OF_STACK);
  EXPECT_GE(frames, 2);
  EXPECT_LE(frames, 10);
}

std::string caught_in(Fiber& self, const std::string& what) {
  std::string caught;
  try {
    try {
      throw std::runtime_error(what);
    } catch (...) {
      self.suspend();
      throw;
    }
  } catch (const std::exception& exception) {
    caught = exception.what();
  }
  return caught;
}

TEST(FiberExceptions, StayInTheirFiberWhileTheyAreHandled) {
  std::string first, second;
  Running a([&](Fiber& self) { first = caught_in(self, "first"); });
  Running b([&](Fiber& self) { second = caught_in(self, "second"); });
  a.resume();
  EXPECT_EQ(std::current_exception(), nullptr);
  b.resume();
  a.resume();
  b.resume();
  EXPECT_EQ(first, "first");
  EXPECT_EQ(second, "second");
}

TEST(FiberExceptions, StayInTheirFiberWhileTheyAreInFlight) {
  struct SuspendsAtTheEnd {
    Fiber& fiber;
    int& uncaught;
    ~SuspendsAtTheEnd() {
      fiber.suspend();
      uncaught = std::uncaught_exceptions();
    }
  };
  int inside = -1;
  bool caught = false;
  Running fiber([&](Fiber& self) {
    try {
      const SuspendsAtTheEnd suspends{self, inside};
      throw std::runtime_error("in flight");
    } catch (const std::exception&) {
      caught = true;
    }
  });
  fiber.resume();
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  fiber.resume();
  EXPECT_EQ(inside, 1);
  EXPECT_TRUE(caught);
  EXPECT_EQ(std::uncaught_exceptions(), 0);
}

TEST(FiberExceptions, OneThatWasAbandonedIsForgotten) {
  static const std::exception_ptr kept = std::make_exception_ptr(1);
  bool begins_clean = false;
  Running fiber([&](Fiber& self) {
    begins_clean = std::current_exception() == nullptr;
    try {
      std::rethrow_exception(kept);
    } catch (...) {
      self.suspend();
    }
  });
  fiber.resume();
  fiber.start();
  begins_clean = false;
  fiber.resume();
  EXPECT_TRUE(begins_clean);
}

}  // namespace
}  // namespace vigil::checker
