#include <vigil/vigil.h>

#include <gtest/gtest.h>

// What C programs see: proofs/c compiles the header as C99.
namespace {

//! [example]
struct square {
  int number;
  int result;
};

extern "C" void compute(void* context) {
  struct square* square = static_cast<struct square*>(context);
  square->result = square->number * square->number;
}

int sum_of_squares(void) {
  struct square squares[2] = {{3, 0}, {4, 0}};
  vigil_task tasks[2] = {VIGIL_TASK_INIT, VIGIL_TASK_INIT};
  vigil_pool* pool;
  int sum = 0;
  int i;

  if (vigil_pool_create(NULL, &pool) != VIGIL_OK) return -1;
  for (i = 0; i != 2; ++i) {
    if (vigil_submit(pool, &tasks[i], compute, &squares[i]) != VIGIL_OK) break;
  }
  /* Each task that was submitted is waited for. */
  while (i-- != 0) {
    if (vigil_wait(&tasks[i]) == VIGIL_OK) sum += squares[i].result;
  }
  return vigil_pool_destroy(pool) == VIGIL_OK ? sum : -1;
}
//! [example]

}  // namespace

TEST(CReference, RunsTasks) { EXPECT_EQ(sum_of_squares(), 25); }
