#pragma once

// A pool as C programs have one, and tasks for it.

#include <vigil/vigil.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>

namespace vigil::c_proofs {

// A pool that is destroyed at the end of the test.
class CInterface : public ::testing::Test {
 protected:
  void start(std::size_t workers) {
    vigil_options options;
    ASSERT_EQ(vigil_options_init(&options), VIGIL_OK);
    options.workers = workers;
    ASSERT_EQ(vigil_pool_create(&options, &pool_), VIGIL_OK);
  }
  void TearDown() override { EXPECT_EQ(vigil_pool_destroy(pool_), VIGIL_OK); }

  vigil_pool* pool_ = nullptr;
};

inline void add_one(void* count) { ++*static_cast<std::atomic<int>*>(count); }

// Tasks wait here until the test lets them through.
struct Gate {
  std::atomic<bool> is_reached = false;  // by a task
  std::atomic<bool> is_open = false;
};

inline void wait_at(void* context) {
  auto& gate = *static_cast<Gate*>(context);
  gate.is_reached = true;
  while (!gate.is_open) std::this_thread::yield();
}

}  // namespace vigil::c_proofs
