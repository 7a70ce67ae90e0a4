// The random numbers of models, and those of the program that checks them.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>
#include <tuple>
#include <vector>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

std::vector<int> drawn;

// Two threads in two orders. One of them draws.
struct Draws {
  static constexpr auto threads() { return std::tuple{&Draws::draw, &Draws::count}; }
  Layer::atomic<int> word{0};
  int first = 0;
  int second = 0;
  void draw() {
    first = std::rand();
    second = static_cast<int>(random());
    word.fetch_add(1, std::memory_order_relaxed);
  }
  void count() { word.fetch_add(1, std::memory_order_relaxed); }
};

void check_draws() {
  drawn.clear();
  auto code = code_of<Draws>();
  code.finish = [](void* model) {
    drawn.push_back(static_cast<Draws*>(model)->first);
    drawn.push_back(static_cast<Draws*>(model)->second);
  };
  const Result result = check(code, {});
  EXPECT_TRUE(result.holds());
  EXPECT_EQ(result.executions, 2U);
}

TEST(RandomNumbers, AreTheSameInEachExecution) {
  check_draws();
  ASSERT_EQ(drawn.size(), 4U);
  EXPECT_NE(drawn[0], drawn[1]);
  EXPECT_EQ(drawn[0], drawn[2]);
  EXPECT_EQ(drawn[1], drawn[3]);
}

TEST(RandomNumbers, OfTheProgramGoOnAsIfNoModelHadDrawn) {
  const auto three = [](auto between) {
    std::srand(7);
    const int first = std::rand();
    between();
    const int second = std::rand();
    between();
    return std::vector{first, second, std::rand()};
  };
  EXPECT_EQ(three([] {}), three(&check_draws));
  EXPECT_EQ(three([] {}), three([] { std::thread(&check_draws).join(); }));
}

}  // namespace
}  // namespace vigil::checker
