// Does the C interface do what its header says, also when it is misused?

#include "pool_in_c.hpp"

#include <vigil/vigil.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

extern "C" int vigil_proofs_c_header();

namespace vigil {
namespace {

using c_proofs::add_one;
using c_proofs::CInterface;
using c_proofs::Gate;
using c_proofs::wait_at;

TEST_F(CInterface, IsCompiledByACCompiler) { EXPECT_EQ(vigil_proofs_c_header(), 0); }

TEST_F(CInterface, RunsEachTaskOnce) {
  for (const std::size_t workers : {1U, 2U, 4U}) {
    start(workers);
    std::atomic<int> count = 0;
    std::vector<vigil_task> tasks(100, vigil_task VIGIL_TASK_INIT);
    for (vigil_task& task : tasks) ASSERT_EQ(vigil_submit(pool_, &task, add_one, &count), VIGIL_OK);
    for (vigil_task& task : tasks) ASSERT_EQ(vigil_wait(&task), VIGIL_OK);
    EXPECT_EQ(count, 100);
    EXPECT_EQ(vigil_pool_workers(pool_), workers);
    EXPECT_EQ(vigil_pool_destroy(pool_), VIGIL_OK);
    pool_ = nullptr;
  }
}

TEST_F(CInterface, WaitsForAllTasksAlsoForThoseWithoutAHandle) {
  start(2);
  std::atomic<int> count = 0;
  for (int i = 0; i != 100; ++i) ASSERT_EQ(vigil_submit(pool_, nullptr, add_one, &count), VIGIL_OK);
  ASSERT_EQ(vigil_wait_all(pool_), VIGIL_OK);
  EXPECT_EQ(count, 100);
}

TEST_F(CInterface, WaitsForAllTasksUntilTheLastHasReturned) {
  start(1);
  Gate gate;
  std::atomic<bool> have_ended = false;
  ASSERT_EQ(vigil_submit(pool_, nullptr, wait_at, &gate), VIGIL_OK);
  std::thread waits([&] {
    EXPECT_EQ(vigil_wait_all(pool_), VIGIL_OK);
    have_ended = true;
  });
  for (int i = 0; i != 20; ++i) std::this_thread::yield();
  EXPECT_FALSE(have_ended);
  gate.is_open = true;
  waits.join();
}

TEST_F(CInterface, WaitsForATaskUntilItHasReturned) {
  start(1);
  Gate gate;
  std::atomic<bool> has_ended = false;
  vigil_task task = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(pool_, &task, wait_at, &gate), VIGIL_OK);
  std::thread waits([&] {
    EXPECT_EQ(vigil_wait(&task), VIGIL_OK);
    has_ended = true;
  });
  for (int i = 0; i != 20; ++i) std::this_thread::yield();
  EXPECT_FALSE(has_ended);
  gate.is_open = true;
  waits.join();
}

TEST_F(CInterface, WakesEachThreadThatWaitsForAllTasks) {
  start(1);
  for (int round = 0; round != 10; ++round) {
    Gate gate;
    ASSERT_EQ(vigil_submit(pool_, nullptr, wait_at, &gate), VIGIL_OK);
    std::vector<std::thread> waiting;
    for (int i = 0; i != 3; ++i) waiting.emplace_back([&] { EXPECT_EQ(vigil_wait_all(pool_), VIGIL_OK); });
    // Most of them sleep when the task ends.
    for (int i = 0; i != 20; ++i) std::this_thread::yield();
    gate.is_open = true;
    for (std::thread& thread : waiting) thread.join();
  }
}

TEST_F(CInterface, WaitsForATaskAlsoAfterItsPoolIsDestroyed) {
  start(1);
  std::atomic<int> count = 0;
  vigil_task returns = VIGIL_TASK_INIT;
  vigil_task throws = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(pool_, &returns, add_one, &count), VIGIL_OK);
  ASSERT_EQ(vigil_submit(
                pool_, &throws, [](void*) { throw std::out_of_range("here"); }, nullptr),
            VIGIL_OK);
  ASSERT_EQ(vigil_pool_destroy(pool_), VIGIL_OK);
  pool_ = nullptr;
  EXPECT_EQ(vigil_wait(&returns), VIGIL_OK);
  EXPECT_EQ(vigil_wait(&throws), VIGIL_TASK_THREW);
}

// A thread that uses a pool that is being destroyed breaks the rules. It comes to no harm while a task keeps the pool.
TEST_F(CInterface, RefusesWhatOtherThreadsSubmitWhileThePoolIsDestroyed) {
  start(1);
  Gate gate;
  std::atomic<int> count = 0;
  ASSERT_EQ(vigil_submit(pool_, nullptr, wait_at, &gate), VIGIL_OK);
  std::thread submits([&gate, &count, pool = pool_] {
    vigil_status status = VIGIL_OK;
    while ((status = vigil_submit(pool, nullptr, add_one, &count)) == VIGIL_OK) std::this_thread::yield();
    EXPECT_EQ(status, VIGIL_UNEXPECTED);
    vigil_task task = VIGIL_TASK_INIT;
    EXPECT_EQ(vigil_submit(pool, &task, add_one, &count), VIGIL_UNEXPECTED);
    EXPECT_EQ(vigil_wait(&task), VIGIL_INVALID_ARGUMENT) << "it was not submitted";
    gate.is_open = true;
  });
  EXPECT_EQ(vigil_pool_destroy(pool_), VIGIL_OK);
  pool_ = nullptr;
  submits.join();
}

TEST_F(CInterface, RunsWhatIsLeftBeforeThePoolIsDestroyed) {
  start(1);
  std::atomic<int> count = 0;
  for (int i = 0; i != 100; ++i) ASSERT_EQ(vigil_submit(pool_, nullptr, add_one, &count), VIGIL_OK);
  ASSERT_EQ(vigil_pool_destroy(pool_), VIGIL_OK);
  pool_ = nullptr;
  EXPECT_EQ(count, 100);
}

struct Chain {
  vigil_pool* pool;
  int left;
};

void submit_next(void* context) {
  auto& chain = *static_cast<Chain*>(context);
  if (--chain.left != 0) {
    EXPECT_EQ(vigil_submit(chain.pool, nullptr, submit_next, context), VIGIL_OK);
  }
}

TEST_F(CInterface, RunsWhatTasksSubmitWhileThePoolIsDestroyed) {
  for (const std::size_t workers : {1U, 2U, 4U}) {
    start(workers);
    Chain chain{pool_, 1000};
    ASSERT_EQ(vigil_submit(pool_, nullptr, submit_next, &chain), VIGIL_OK);
    EXPECT_EQ(vigil_pool_destroy(pool_), VIGIL_OK);
    pool_ = nullptr;
    EXPECT_EQ(chain.left, 0);
  }
}

TEST_F(CInterface, RefusesOptionsThatMakeNoPool) {
  const auto refused = [this](const auto& change) {
    vigil_options options;
    EXPECT_EQ(vigil_options_init(&options), VIGIL_OK);
    options.workers = 1;
    change(options);
    pool_ = reinterpret_cast<vigil_pool*>(this);
    const vigil_status status = vigil_pool_create(&options, &pool_);
    EXPECT_EQ(pool_, nullptr);
    return status;
  };
  using Options = vigil_options;
  EXPECT_EQ(refused([](Options& options) { options.workers = 0; }), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](Options& options) { options.deque_capacity = 3; }), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](Options& options) { options.rounds_until_sleeping = options.rounds_until_sleepy; }),
            VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](Options& options) { options.workers = ~std::size_t{0}; }), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(refused([](Options& options) { options.stack_bytes = ~std::size_t{0}; }), VIGIL_INVALID_ARGUMENT);
  // A process of 32 bits may have room for such a stack.
  if (sizeof(std::size_t) > 4) {
    EXPECT_EQ(refused([](Options& options) { options.stack_bytes = PTRDIFF_MAX; }), VIGIL_NO_THREAD);
  }
  constexpr auto kTooMuch = std::size_t{1} << (std::numeric_limits<std::size_t>::digits - 4);
  EXPECT_EQ(refused([](Options& options) { options.deque_capacity = kTooMuch; }), VIGIL_OUT_OF_MEMORY);
  for (const int neither : {-1, 2})
    EXPECT_EQ(refused([=](Options& options) { options.priorities = neither; }), VIGIL_INVALID_ARGUMENT);
}

// Waits for a task, which waits for another, and so on: each lies on the stack of the one that waits.
struct Nested {
  vigil_pool* pool;
  int depth;
};

void submit_and_wait(void* context) {
  auto& nested = *static_cast<Nested*>(context);
  if (nested.depth == 0) return;
  volatile char on_the_stack[4096];
  on_the_stack[0] = 0;
  EXPECT_EQ(on_the_stack[0], 0);
  Nested next{nested.pool, nested.depth - 1};
  vigil_task task = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(nested.pool, &task, submit_and_wait, &next), VIGIL_OK);
  ASSERT_EQ(vigil_wait(&task), VIGIL_OK);
}

TEST_F(CInterface, LetsAPoolHaveNoPlacementAndNoPrioritiesUnlessItIsAsked) {
  vigil_options options;
  std::memset(&options, 0xff, sizeof options);
  ASSERT_EQ(vigil_options_init(&options), VIGIL_OK);
  EXPECT_EQ(options.placement, VIGIL_PLACEMENT_NONE);
  EXPECT_EQ(options.processors, nullptr);
  EXPECT_EQ(options.processor_count, 0U);
  EXPECT_EQ(options.priorities, 0);
}

TEST_F(CInterface, GivesThreadsStacksOfTheSizeThatIsAskedFor) {
  vigil_options options;
  ASSERT_EQ(vigil_options_init(&options), VIGIL_OK);
  EXPECT_EQ(options.stack_bytes, 0U);
  options.workers = 1;
  options.stack_bytes = std::size_t{256} << 20;
  ASSERT_EQ(vigil_pool_create(&options, &pool_), VIGIL_OK);
  Nested nested{pool_, 4000};  // 16 MB and more
  vigil_task task = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(pool_, &task, submit_and_wait, &nested), VIGIL_OK);
  EXPECT_EQ(vigil_wait(&task), VIGIL_OK);
}

TEST_F(CInterface, RefusesNull) {
  start(1);
  vigil_task task = VIGIL_TASK_INIT;
  EXPECT_EQ(vigil_options_init(nullptr), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_pool_create(nullptr, nullptr), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_pool_destroy(nullptr), VIGIL_OK);
  EXPECT_EQ(vigil_pool_workers(nullptr), 0U);
  EXPECT_EQ(vigil_submit(nullptr, &task, add_one, nullptr), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_submit(pool_, &task, nullptr, nullptr), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_wait(nullptr), VIGIL_INVALID_ARGUMENT);
  EXPECT_EQ(vigil_wait(&task), VIGIL_INVALID_ARGUMENT) << "it was not submitted";
  EXPECT_EQ(vigil_wait_all(nullptr), VIGIL_INVALID_ARGUMENT);
}

TEST_F(CInterface, StartsAPoolWithoutOptions) {
  ASSERT_EQ(vigil_pool_create(nullptr, &pool_), VIGIL_OK);
  EXPECT_EQ(vigil_pool_workers(pool_), std::max(1U, std::thread::hardware_concurrency()));
}

TEST_F(CInterface, UsesATaskAgainOnlyAfterItsWait) {
  start(1);
  std::atomic<int> count = 0;
  vigil_task task = VIGIL_TASK_INIT;
  for (int i = 0; i != 3; ++i) {
    EXPECT_EQ(vigil_submit(pool_, &task, add_one, &count), VIGIL_OK);
    EXPECT_EQ(vigil_submit(pool_, &task, add_one, &count), VIGIL_INVALID_ARGUMENT);
    EXPECT_EQ(vigil_wait(&task), VIGIL_OK);
    EXPECT_EQ(vigil_wait(&task), VIGIL_INVALID_ARGUMENT);
  }
  EXPECT_EQ(count, 3);
}

TEST_F(CInterface, KeepsExceptionsOfTasksToItself) {
  start(1);
  vigil_task task = VIGIL_TASK_INIT;
  const auto throws = [](void*) { throw std::out_of_range("here"); };
  ASSERT_EQ(vigil_submit(pool_, &task, throws, nullptr), VIGIL_OK);
  EXPECT_EQ(vigil_wait(&task), VIGIL_TASK_THREW);
  ASSERT_EQ(vigil_submit(pool_, nullptr, throws, nullptr), VIGIL_OK);
  EXPECT_EQ(vigil_wait_all(pool_), VIGIL_OK);
}

TEST_F(CInterface, LetsATaskWaitForAnotherOnTheOnlyWorker) {
  start(1);
  struct Context {
    vigil_pool* pool;
    vigil_status waited, waited_for_all, destroyed;
    std::atomic<int> count;
  } context{pool_, VIGIL_UNEXPECTED, VIGIL_UNEXPECTED, VIGIL_UNEXPECTED, 0};
  vigil_task outer = VIGIL_TASK_INIT;
  const auto run = [](void* argument) {
    auto& seen = *static_cast<Context*>(argument);
    vigil_task inner = VIGIL_TASK_INIT;
    ASSERT_EQ(vigil_submit(seen.pool, &inner, add_one, &seen.count), VIGIL_OK);
    seen.waited = vigil_wait(&inner);
    seen.waited_for_all = vigil_wait_all(seen.pool);
    seen.destroyed = vigil_pool_destroy(seen.pool);
  };
  ASSERT_EQ(vigil_submit(pool_, &outer, run, &context), VIGIL_OK);
  ASSERT_EQ(vigil_wait(&outer), VIGIL_OK);
  EXPECT_EQ(context.waited, VIGIL_OK);
  EXPECT_EQ(context.count, 1);
  EXPECT_EQ(context.waited_for_all, VIGIL_WOULD_DEADLOCK);
  EXPECT_EQ(context.destroyed, VIGIL_WOULD_DEADLOCK);
}

// What Linux says of a thread of this process: S if it is blocked, R if it runs or could run.
char state_of(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  const std::string line(std::istreambuf_iterator<char>(file), {});
  const std::size_t name_end = line.rfind(") ");
  return name_end == std::string::npos ? '?' : line.at(name_end + 2);
}

// A worker of one pool waits for a task of another pool. That task ends when it sees that the worker is blocked.
TEST_F(CInterface, BlocksAWorkerThatWaitsAndHasNothingElseToDo) {
  start(1);
  vigil_pool* far = nullptr;
  ASSERT_EQ(vigil_pool_create(nullptr, &far), VIGIL_OK);
  struct Context {
    vigil_pool* far;
    pid_t worker;
    bool is_blocked;
  } context{far, 0, false};
  const auto waits = [](void* argument) {
    auto& seen = *static_cast<Context*>(argument);
    seen.worker = gettid();
    const auto watches = [](void* same) {
      auto& from = *static_cast<Context*>(same);
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (!from.is_blocked && std::chrono::steady_clock::now() < end) from.is_blocked = state_of(from.worker) == 'S';
    };
    vigil_task inner = VIGIL_TASK_INIT;
    ASSERT_EQ(vigil_submit(seen.far, &inner, watches, &seen), VIGIL_OK);
    EXPECT_EQ(vigil_wait(&inner), VIGIL_OK);
  };
  vigil_task outer = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(pool_, &outer, waits, &context), VIGIL_OK);
  ASSERT_EQ(vigil_wait(&outer), VIGIL_OK);
  EXPECT_TRUE(context.is_blocked);
  EXPECT_EQ(vigil_pool_destroy(far), VIGIL_OK);
}

TEST_F(CInterface, NamesEachStatusAndItsVersion) {
  EXPECT_STREQ(vigil_status_name(VIGIL_OK), "VIGIL_OK");
  EXPECT_STREQ(vigil_status_name(VIGIL_OUT_OF_MEMORY), "VIGIL_OUT_OF_MEMORY");
  EXPECT_STREQ(vigil_status_name(VIGIL_UNEXPECTED), "VIGIL_UNEXPECTED");
  EXPECT_STREQ(vigil_status_name(VIGIL_FORKED), "VIGIL_FORKED");
  for (const int none : {-1, 8, 1000, INT_MIN, INT_MAX}) EXPECT_STREQ(vigil_status_name(none), "unknown vigil_status");
  EXPECT_STREQ(vigil_version(), VIGIL_VERSION_STRING);
}

}  // namespace
}  // namespace vigil
