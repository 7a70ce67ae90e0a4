// Does each rung of the ladder run each accepted task once? The expected results come from the simplest rung, the loop
// of one thread.

#include <vigil/testing/task_programs.hpp>
#include "ladder/bounded_rings.hpp"
#include "ladder/one_queue.hpp"
#include "ladder/queue_each.hpp"
#include "ladder/searching.hpp"
#include "ladder/single_thread.hpp"
#include "ladder/unbounded_rings.hpp"
#include "lean/code_tasks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

namespace vigil::proofs {
namespace {

using namespace testing;

template <class Rung>
class Ladder : public ::testing::Test {};
using Rungs = ::testing::Types<ladder::OneQueue, ladder::QueueEach, ladder::BoundedRings, ladder::UnboundedRings,
                               ladder::Searching>;
TYPED_TEST_SUITE(Ladder, Rungs);

TYPED_TEST(Ladder, RunsEachTaskOfARandomProgramOnce) {
  EXPECT_TRUE(rc::check("each task of a random program is run once", [] {
    const TaskProgram program = *task_programs();
    const std::uint32_t threads = *rc::gen::inRange<std::uint32_t>(1, 4);
    RC_ASSERT((runs_on<TypeParam>(program, threads)) == std::vector<unsigned>(program.tasks.size(), 1));
  }));
}

TYPED_TEST(Ladder, RunsWhatItAcceptedBeforeItWasShutDown) {
  EXPECT_TRUE(rc::check("what is accepted is run, and nothing else", [] {
    const TaskProgram program = *task_programs();
    TypeParam pool(2);
    ProgramRun<TypeParam> run(program, pool);
    run.post_by_threads([&pool] { pool.shutdown(); });
    pool.join();
    RC_ASSERT(run.runs() == runs_of_accepted<ladder::SingleThread>(program, run.accepted()));
  }));
}

TYPED_TEST(Ladder, WakesUpForEachTask) {
  TypeParam pool(2);
  lean_proofs::expect_each_is_run(pool, 50);
}

TYPED_TEST(Ladder, KeepsItsThreadsUntilTheLastTaskHasRun) {
  for (int i = 0; i != 20; ++i) {
    TypeParam pool(3);
    lean_proofs::meet_after_the_shutdown(pool, 3);
  }
}

// Threads that have found no task, and are about to announce that, get a task and the shutdown at the same time.
TYPED_TEST(Ladder, RunsATaskThatIsFollowedByTheShutdownAtOnce) {
  for (int i = 0; i != 500; ++i) {
    int runs = 0;
    lean_proofs::CodeTask task([&runs] { ++runs; });
    TypeParam pool(2);
    EXPECT_TRUE(pool.schedule(task));
    pool.shutdown();
    pool.join();
    ASSERT_EQ(runs, 1) << "in round " << i;
  }
}

}  // namespace
}  // namespace vigil::proofs
