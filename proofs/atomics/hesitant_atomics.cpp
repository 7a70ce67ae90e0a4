// HesitantAtomics: the operations of another layer, with a hesitation before each.

#include "layer_conformance.hpp"

#include <vigil/atomics/hesitant_atomics.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <vigil/testing/sometimes_yields.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <concepts>
#include <optional>
#include <string>
#include <vector>

namespace vigil::proofs {
namespace {

using ::testing::ElementsAre;

constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

INSTANTIATE_TYPED_TEST_SUITE_P(HesitantAtomics, LayerConformance, HesitantAtomics<testing::SometimesYields>);

std::vector<std::string> steps;

struct NotedHesitation {
  static void perhaps() { steps.emplace_back("hesitation"); }
};

// A layer that notes which of its operations are called.
struct NotingAtomics : StdAtomics {
  static void relax() { steps.emplace_back("relax"); }

  template <class T>
  class atomic : public StdAtomics::atomic<T> {
   public:
    using Machine = StdAtomics::atomic<T>;
    using Machine::Machine;

    [[nodiscard]] T load(std::memory_order order) const {
      return noted("load", static_cast<const Machine&>(*this)).load(order);
    }
    void store(T value, std::memory_order order) { noted("store", machine()).store(value, order); }
    T exchange(T value, std::memory_order order) { return noted("exchange", machine()).exchange(value, order); }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return noted("strong", machine()).compare_exchange_strong(expected, desired, success, failure);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return noted("weak", machine()).compare_exchange_weak(expected, desired, success, failure);
    }
    T fetch_add(T value, std::memory_order order) requires std::integral<T> {
      return noted("fetch_add", machine()).fetch_add(value, order);
    }
    void wait(T old, std::memory_order order) const {
      noted("wait", static_cast<const Machine&>(*this)).wait(old, order);
    }
    void notify_one() { noted("notify_one", machine()).notify_one(); }
    void notify_all() { noted("notify_all", machine()).notify_all(); }

   private:
    Machine& machine() { return *this; }
    template <class Word>
    static Word& noted(const char* step, Word& word) {
      steps.emplace_back(step);
      return word;
    }
  };
};

TEST(HesitantAtomics, HesitateOnceBeforeEachOperation) {
  HesitantAtomics<NotedHesitation, NotingAtomics>::atomic<unsigned> word(1);
  const auto steps_of = [](auto operation) {
    steps.clear();
    operation();
    return steps;
  };
  unsigned expected = 5;
  EXPECT_THAT(steps_of([&] { static_cast<void>(word.load(kAcquire)); }), ElementsAre("hesitation", "load"));
  EXPECT_THAT(steps_of([&] { word.store(3, kRelease); }), ElementsAre("hesitation", "store"));
  EXPECT_THAT(steps_of([&] { word.exchange(4, kAcquire); }), ElementsAre("hesitation", "exchange"));
  EXPECT_THAT(steps_of([&] { word.fetch_add(1, kAcquire); }), ElementsAre("hesitation", "fetch_add"));
  EXPECT_THAT(steps_of([&] { word.compare_exchange_strong(expected, 6, kAcquire, kAcquire); }),
              ElementsAre("hesitation", "strong"));
  EXPECT_THAT(steps_of([&] { word.compare_exchange_weak(expected, 7, kAcquire, kAcquire); }),
              ElementsAre("hesitation", "weak"));
  EXPECT_THAT(steps_of([&] { word.wait(1, kAcquire); }), ElementsAre("hesitation", "wait"));
  EXPECT_THAT(steps_of([&] { word.notify_one(); }), ElementsAre("hesitation", "notify_one"));
  EXPECT_THAT(steps_of([&] { word.notify_all(); }), ElementsAre("hesitation", "notify_all"));
}

struct NoHesitation {
  static void perhaps() {}
};

TEST(SpinUntil, PausesAfterEachValueThatIsNotAccepted) {
  HesitantAtomics<NoHesitation, NotingAtomics>::atomic<int> word(1);
  steps.clear();
  int calls = 0;
  word.spin_until([&](int) { return ++calls == 3; }, kAcquire);
  EXPECT_THAT(steps, ElementsAre("load", "relax", "load", "relax", "load"));
}

TEST(SpinUpdate, PausesBetweenTwoLoads) {
  HesitantAtomics<NoHesitation, NotingAtomics>::atomic<int> word(1);
  steps.clear();
  int calls = 0;
  word.spin_update([&](int value) { return ++calls == 3 ? std::optional(value) : std::nullopt; }, kAcquire, kAcquire);
  EXPECT_THAT(steps, ElementsAre("load", "relax", "load", "relax", "load", "weak"));
}

}  // namespace
}  // namespace vigil::proofs
