// Do tasks in C run by their priorities, in a pool that has them, and are priorities refused in another one?

#include "c/pool_in_c.hpp"

#include <vigil/vigil.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <utility>
#include <vector>

namespace vigil::c_proofs {
namespace {

using ::testing::ElementsAre;

class PrioritiesInC : public CInterface {
 protected:
  void SetUp() override {
    vigil_options options;
    ASSERT_EQ(vigil_options_init(&options), VIGIL_OK);
    EXPECT_EQ(options.priorities, 0);
    options.workers = 1;
    options.priorities = 1;
    ASSERT_EQ(vigil_pool_create(&options, &pool_), VIGIL_OK);
  }

  // Keeps the worker until all tasks are submitted.
  void hold() {
    ASSERT_EQ(vigil_submit(pool_, nullptr, wait_at, &gate_), VIGIL_OK);
    while (!gate_.is_reached) std::this_thread::yield();
  }
  void let_go() {
    gate_.is_open = true;
    ASSERT_EQ(vigil_wait_all(pool_), VIGIL_OK);
    gate_.is_reached = gate_.is_open = false;
  }

 private:
  Gate gate_;
};

// Notes in which order the tasks run.
struct Noted {
  std::vector<vigil_priority>* order;
  vigil_priority priority;
};
void note(void* context) {
  const auto& noted = *static_cast<Noted*>(context);
  noted.order->push_back(noted.priority);
}

TEST_F(PrioritiesInC, RunsUrgentTasksFirstAndLowOnesLast) {
  for (const bool has_memory : {false, true}) {
    hold();
    std::vector<vigil_priority> order;
    std::vector<std::pair<Noted, vigil_task>> tasks;
    // Neither this order nor its reverse is the one that is due.
    for (const vigil_priority each : {VIGIL_PRIORITY_NORMAL, VIGIL_PRIORITY_HIGH, VIGIL_PRIORITY_LOW})
      tasks.push_back({{&order, each}, VIGIL_TASK_INIT});
    for (auto& [noted, task] : tasks)
      ASSERT_EQ(vigil_submit_with_priority(pool_, has_memory ? &task : nullptr, note, &noted, noted.priority),
                VIGIL_OK);
    let_go();
    for (auto& [noted, task] : tasks) EXPECT_EQ(vigil_wait(&task), has_memory ? VIGIL_OK : VIGIL_INVALID_ARGUMENT);
    EXPECT_THAT(order, ElementsAre(VIGIL_PRIORITY_HIGH, VIGIL_PRIORITY_NORMAL, VIGIL_PRIORITY_LOW));
  }
}

TEST_F(PrioritiesInC, TakesATaskOfWhichNothingIsSaidAsNormal) {
  hold();
  std::vector<vigil_priority> order;
  Noted low{&order, VIGIL_PRIORITY_LOW}, normal{&order, VIGIL_PRIORITY_NORMAL}, high{&order, VIGIL_PRIORITY_HIGH};
  ASSERT_EQ(vigil_submit(pool_, nullptr, note, &normal), VIGIL_OK);
  ASSERT_EQ(vigil_submit_with_priority(pool_, nullptr, note, &high, VIGIL_PRIORITY_HIGH), VIGIL_OK);
  ASSERT_EQ(vigil_submit_with_priority(pool_, nullptr, note, &low, VIGIL_PRIORITY_LOW), VIGIL_OK);
  let_go();
  EXPECT_THAT(order, ElementsAre(VIGIL_PRIORITY_HIGH, VIGIL_PRIORITY_NORMAL, VIGIL_PRIORITY_LOW));
}

TEST_F(PrioritiesInC, RefusesOthers) {
  vigil_task task = VIGIL_TASK_INIT;
  for (const int none : {-1, 3})
    EXPECT_EQ(vigil_submit_with_priority(pool_, &task, note, nullptr, none), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_wait(&task), VIGIL_INVALID_ARGUMENT) << "it was not submitted";
}

TEST_F(CInterface, TakesNormalTasksAloneWithoutPriorities) {
  start(1);
  std::vector<vigil_priority> order;
  Noted normal{&order, VIGIL_PRIORITY_NORMAL};
  for (const vigil_priority none : {VIGIL_PRIORITY_HIGH, VIGIL_PRIORITY_LOW})
    EXPECT_EQ(vigil_submit_with_priority(pool_, nullptr, note, &normal, none), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_submit_with_priority(pool_, nullptr, note, &normal, VIGIL_PRIORITY_NORMAL), VIGIL_OK);
  EXPECT_EQ(vigil_wait_all(pool_), VIGIL_OK);
  EXPECT_EQ(order.size(), 1U);
}

}  // namespace
}  // namespace vigil::c_proofs
