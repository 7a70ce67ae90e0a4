// What can a child of fork do with a pool of its parent, through the C interface?

#include "pool_in_c.hpp"

#include <vigil/vigil.h>
#include <vigil/testing/in_child.hpp>

#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstddef>

namespace vigil {
namespace {

using c_proofs::add_one;
using c_proofs::Gate;
using c_proofs::wait_at;
using testing::in_child;

using CInterfaceAfterFork = c_proofs::CInterface;

TEST_F(CInterfaceAfterFork, RefusesTheChildOfAFork) {
  start(2);
  std::atomic<int> count = 0;
  Gate gate;
  vigil_task before = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(pool_, &before, wait_at, &gate), VIGIL_OK);
  const int status = in_child([&] {
    vigil_task task = VIGIL_TASK_INIT;
    const bool is_refused = vigil_submit(pool_, &task, add_one, &count) == VIGIL_FORKED &&
                            vigil_wait(&task) == VIGIL_INVALID_ARGUMENT &&
                            vigil_submit(pool_, nullptr, add_one, &count) == VIGIL_FORKED &&
                            vigil_wait(&before) == VIGIL_FORKED && vigil_wait_all(pool_) == VIGIL_FORKED &&
                            vigil_pool_destroy(pool_) == VIGIL_OK && vigil_pool_workers(pool_) == 2;
    return is_refused ? 0 : 1;
  });
  gate.is_open = true;
  EXPECT_EQ(status, 0);
  EXPECT_EQ(vigil_wait(&before), VIGIL_OK);
}

#ifdef __GLIBC__
// The child has one thread, so its memory changes by what it allocates itself.
TEST_F(CInterfaceAfterFork, KeepsNoMemoryOfATaskThatIsRefused) {
  start(1);
  EXPECT_EQ(in_child([this] {
              const std::size_t before = mallinfo2().uordblks;
              for (int i = 0; i != 1000; ++i)
                if (vigil_submit(pool_, nullptr, add_one, nullptr) != VIGIL_FORKED) return 1;
              return mallinfo2().uordblks - before < 1000 ? 0 : 2;
            }),
            0);
}

// Its mutex may be locked, by a thread that the child does not have.
TEST_F(CInterfaceAfterFork, LeavesTheMemoryOfAPoolThatAChildDestroysAsItIs) {
  start(1);
  EXPECT_EQ(in_child([this] {
              const std::size_t before = mallinfo2().uordblks;
              if (vigil_pool_destroy(pool_) != VIGIL_OK) return 1;
              return mallinfo2().uordblks == before ? 0 : 2;
            }),
            0);
}
#endif

TEST_F(CInterfaceAfterFork, TellsTheChildOfAForkHowATaskEndedBefore) {
  start(1);
  std::atomic<int> count = 0;
  vigil_task ended = VIGIL_TASK_INIT;
  ASSERT_EQ(vigil_submit(pool_, &ended, add_one, &count), VIGIL_OK);
  ASSERT_EQ(vigil_wait_all(pool_), VIGIL_OK);
  EXPECT_EQ(in_child([&ended] { return vigil_wait(&ended) == VIGIL_OK ? 0 : 1; }), 0);
  EXPECT_EQ(vigil_wait(&ended), VIGIL_OK);
}

}  // namespace
}  // namespace vigil
