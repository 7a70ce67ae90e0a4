#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>
#include <vigil/checker/execution.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <tuple>

namespace {

//! [example]
struct OneStoreOneLoad {
  using Layer = vigil::checker::CheckedAtomics;
  static constexpr auto threads() { return std::tuple{&OneStoreOneLoad::writer, &OneStoreOneLoad::reader}; }

  Layer::atomic<int> value{0, "value"};

  void writer() { value.store(7, std::memory_order_release); }
  void reader() { (void)value.load(std::memory_order_acquire); }
};

TEST(ExecutionReference, HasTheStepsOfEachThread) {
  using namespace vigil::checker;
  const RecordedExecution execution = draw(code_of<OneStoreOneLoad>(), {}, Sampling::uniform, 1);
  EXPECT_EQ(execution.thread_names[0], "writer");
  const TraceStep& store = execution.threads[0].front();
  EXPECT_EQ(store.action, Action::store);
  EXPECT_EQ(store.object, "value");
  EXPECT_EQ(store.written, "7");
  EXPECT_EQ(store.order, "release");
  EXPECT_EQ(store.place, 1U);
  EXPECT_FALSE(execution.violation.has_value());
}
//! [example]

}  // namespace
