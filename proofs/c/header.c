/* The C interface, as a C compiler sees it: that this file compiles without a warning is half of the test. */

#include <string.h>
#include <vigil/vigil.h>

/* C++ does not see the layout of an enumeration or the initialiser as C does. */
int vigil_proofs_c_header(void);

static void add_one(void* context) { ++*(int*)context; }

int vigil_proofs_c_header(void) {
  vigil_task task = VIGIL_TASK_INIT;
  vigil_options options;
  vigil_pool* pool = NULL;
  int count = 0;
  if (vigil_options_init(&options) != VIGIL_OK) return 1;
  options.workers = 1;
  options.placement = VIGIL_PLACEMENT_NONE;
  options.priorities = 1;
  if (vigil_pool_create(&options, &pool) != VIGIL_OK) return 2;
  if (vigil_submit(pool, &task, add_one, &count) != VIGIL_OK) return 3;
  if (vigil_wait(&task) != VIGIL_OK) return 4;
  if (vigil_submit_with_priority(pool, NULL, add_one, &count, VIGIL_PRIORITY_HIGH) != VIGIL_OK) return 5;
  if (vigil_pool_destroy(pool) != VIGIL_OK) return 6;
  if (strcmp(vigil_status_name(8), "unknown vigil_status") != 0) return 7;
  return count == 2 && strcmp(vigil_status_name(VIGIL_OK), "VIGIL_OK") == 0 ? 0 : 8;
}
