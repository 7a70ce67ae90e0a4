#include <vigil/checker.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace vigil::checker {
namespace {

using Layer = CheckedAtomics;

std::optional<Violation> violation_in(const Verdict& verdict) {
  if (!verdict.result.finding) return std::nullopt;
  return verdict.result.finding->violation;
}

struct Containers {
  static constexpr auto threads() { return std::tuple{&Containers::fill, &Containers::fill}; }
  Layer::atomic<int> turns{0};
  Layer::mutex mutex;
  std::vector<std::string> names;
  void fill() {
    const int turn = turns.fetch_add(1, std::memory_order_relaxed);
    mutex.lock();
    names.push_back("a name that is too long for the object itself, number " + std::to_string(turn));
    mutex.unlock();
  }
  void finish() { Layer::require(names.size() == 2, "both names are there"); }
};

TEST(GlobalNew, LetsAModelUseContainers) {
  const auto verdict = run<Containers>();
  EXPECT_TRUE(verdict.holds()) << text(verdict);
  EXPECT_GT(verdict.result.executions, 1U);
}

// An array, because a container's memory would be the model's.
std::array<const void*, 8> addresses{};
std::size_t runs = 0;

struct Addresses {
  static constexpr auto threads() { return std::tuple{&Addresses::take, &Addresses::add}; }
  Layer::atomic<int> other{0};
  void take() {
    const int seen = other.load(std::memory_order_relaxed);
    const int* const own = new int(seen);
    addresses.at(runs++ % addresses.size()) = own;
    delete own;
  }
  void add() { other.store(1, std::memory_order_relaxed); }
};

TEST(GlobalNew, GivesTheSameAddressesInEveryExecution) {
  const auto verdict = run<Addresses>();
  EXPECT_EQ(verdict.result.executions, 2U);
  ASSERT_EQ(runs, 2U);
  EXPECT_EQ(addresses[0], addresses[1]);
}

struct Leaking {
  static constexpr auto threads() { return std::tuple{&Leaking::publish}; }
  Layer::atomic<int*> published{nullptr};
  void publish() { published.store(new int(1), std::memory_order_release); }
};
TEST(GlobalNew, FindsALeak) { EXPECT_EQ(violation_in(run<Leaking>()), Violation::leak); }

struct FreedTwice {
  static constexpr auto threads() { return std::tuple{&FreedTwice::free, &FreedTwice::free}; }
  Layer::atomic<int*> published{new int(1)};
  void free() { delete published.load(std::memory_order_acquire); }
};
TEST(GlobalNew, FindsMemoryFreedTwice) { EXPECT_EQ(violation_in(run<FreedTwice>()), Violation::double_free); }

struct Node {
  Layer::atomic<int> value{0};
};
struct UsedAfterFree {
  static constexpr auto threads() { return std::tuple{&UsedAfterFree::use, &UsedAfterFree::free}; }
  Node* const node = new Node;
  void use() { node->value.store(1, std::memory_order_relaxed); }
  void free() { delete node; }
};
TEST(GlobalNew, FindsUseAfterFree) { EXPECT_EQ(violation_in(run<UsedAfterFree>()), Violation::use_after_free); }

struct Throwing {
  static constexpr auto threads() { return std::tuple{&Throwing::fail}; }
  void fail() { throw std::runtime_error("a message that is too long for the object that carries it, by far"); }
};
TEST(GlobalNew, KeepsTheMessageOfAnException) {
  const auto verdict = run<Throwing>();
  ASSERT_EQ(violation_in(verdict), Violation::exception);
  EXPECT_NE(verdict.result.finding->what.find("a message that is too long"), std::string::npos);
}

// Volatile, because a compiler that knows the address may omit the call.
int* volatile nowhere = nullptr;

struct Crashing {
  static constexpr auto threads() { return std::tuple{&Crashing::fail}; }
  void fail() { *nowhere = *std::make_unique<int>(1); }
};
TEST(GlobalNew, SurvivesACrash) {
  for (int time = 0; time != 3; ++time) EXPECT_EQ(violation_in(run<Crashing>()), Violation::crash);
}

// The started thread's code is too large for the buffer of std::function. Executions that end early abandon it.
struct Starting {
  static constexpr auto threads() { return std::tuple{&Starting::start, &Starting::add}; }
  Layer::atomic<int> count{0};
  void start() {
    Layer::thread thread([this, name = std::string("a name that is too long for the object itself"), more = 1] {
      Layer::require(name.size() == 45 && more == 1, "the captures are there");
      const int seen = count.load(std::memory_order_relaxed);
      count.store(seen + 1, std::memory_order_relaxed);
    });
    thread.join();
  }
  void add() {
    const int seen = count.load(std::memory_order_relaxed);
    count.store(seen + 1, std::memory_order_relaxed);
  }
  void finish() { Layer::require(count.load(std::memory_order_relaxed) == 2, "no increment is lost"); }
};
TEST(GlobalNew, KeepsTheCodeOfStartedThreadsApart) {
  Options options;
  options.count_violations = true;
  const auto verdict = run<Starting>(options);
  EXPECT_EQ(violation_in(verdict), Violation::requirement) << text(verdict);
  EXPECT_EQ(verdict.result.finding->what, "no increment is lost");
}

}  // namespace
}  // namespace vigil::checker
