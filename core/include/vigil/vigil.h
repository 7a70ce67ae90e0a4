#ifndef VIGIL_VIGIL_H
#define VIGIL_VIGIL_H

/* Vigil's thread pool for C, and for whatever calls C: C99, linked as Vigil::c, or by pkg-config as vigil-c.
 *
 * A task lies in memory of the caller, who waits for it once; nothing is allocated to submit it. Every function that
 * can fail returns a status; none throws, and none ends the program. A null pointer is an error where it is not said to
 * mean something. Unless said otherwise any thread may call any function, a task of a pool included. */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using): C has none. */

#define VIGIL_VERSION_MAJOR 0
#define VIGIL_VERSION_MINOR 1
#define VIGIL_VERSION_PATCH 0

/* Of the library that is linked, which need not be that of this header: "0.1.0". */
const char* vigil_version(void);

typedef enum vigil_status {
  VIGIL_OK = 0,
  VIGIL_INVALID_ARGUMENT = 1, /* a null pointer, or options that make no pool */
  VIGIL_OUT_OF_MEMORY = 2,
  VIGIL_NO_THREAD = 3,      /* the system starts no more threads; none is left behind */
  VIGIL_WOULD_DEADLOCK = 4, /* a task would wait for its own end */
  VIGIL_TASK_THREW = 5,     /* the task is C++ and ended by an exception, which is lost */
  VIGIL_UNEXPECTED = 6
} vigil_status;

/* "VIGIL_OK" and so on; "unknown vigil_status" for what is none. Never null. */
const char* vigil_status_name(vigil_status status);

typedef struct vigil_pool vigil_pool;

typedef struct vigil_options {
  size_t workers;                 /* threads; zero makes no pool */
  size_t deque_capacity;          /* of each worker, to begin with: a power of two */
  unsigned rounds_until_sleepy;   /* looks for work in vain before a worker prepares to sleep */
  unsigned rounds_until_sleeping; /* and before it sleeps: more than the former */
} vigil_options;

/* Sets every option to its default: one worker for each processor. */
vigil_status vigil_options_init(vigil_options* options);

/* Starts a pool and writes it to `*pool`, or null if it fails. `options` may be null: the defaults. */
vigil_status vigil_pool_create(const vigil_options* options, vigil_pool** pool);

/* Runs what was submitted, ends the threads and frees the pool; null is no pool, and nothing happens. Nobody may use
 * the pool any more. VIGIL_WOULD_DEADLOCK, and nothing happens, if a task of the pool asks for it. */
vigil_status vigil_pool_destroy(vigil_pool* pool);

/* Zero for null. */
size_t vigil_pool_workers(const vigil_pool* pool);

typedef void (*vigil_function)(void* context);

/* Room for one task. Begin with VIGIL_TASK_INIT, or memory full of zeros. Where it lies it must stay, from
 * vigil_submit until vigil_wait returns; then it may be used again. */
typedef struct vigil_task {
  void* opaque[12];
} vigil_task;
/* clang-format off */
#define VIGIL_TASK_INIT {{NULL}}
/* clang-format on */

/* Leaves `function(context)` to a worker. The task must be waited for, once. `task` may be null: nobody waits for it
 * but vigil_wait_all and vigil_pool_destroy, and the pool allocates it. VIGIL_INVALID_ARGUMENT also for a task that is
 * waiting to be waited for. What happens before the call happens before the function. */
vigil_status vigil_submit(vigil_pool* pool, vigil_task* task, vigil_function function, void* context);

/* Waits for the end of a task, which is free afterwards. One thread. VIGIL_INVALID_ARGUMENT if it was not submitted,
 * VIGIL_TASK_THREW. A worker, of any pool, runs other tasks of its pool meanwhile; other threads block. What happens in
 * the task happens before the return. */
vigil_status vigil_wait(vigil_task* task);

/* Blocks until there is a moment at which no task of the pool is left. It frees no task: each is to be waited for all
 * the same. VIGIL_WOULD_DEADLOCK if a task of the pool asks for it. */
vigil_status vigil_wait_all(vigil_pool* pool);

/* NOLINTEND(modernize-use-using) */

#ifdef __cplusplus
}
#endif

#endif
