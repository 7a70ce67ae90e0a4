#ifndef VIGIL_VIGIL_H
#define VIGIL_VIGIL_H

/// \file
/// Vigil's thread pool for C, and for languages that call C. C99; linked as Vigil::c, or by pkg-config as vigil-c.
///
/// The caller owns the memory of a task and waits for the task once, so submitting it allocates nothing. Every function
/// that can fail returns a status. None throws, and none ends the program. A null pointer is an error unless the
/// documentation gives it a meaning. Any thread may call any function, also a task of a pool, unless stated otherwise.
///
/// After a fork, in the child, each function that submits to a pool of the parent or waits for one returns
/// VIGIL_FORKED. So does vigil_wait() for a task that had not ended; of another task it returns how that ended.
/// vigil_pool_destroy() leaves the memory of the pool as it is. A task that forks must not return in the child.
///
/// \snippet vigil.cpp example

#include <stddef.h>
#include <vigil/version.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using): C has none. */

/// The version of the library that is linked, such as "0.1.0". That of this header, VIGIL_VERSION_STRING in
/// vigil/version.hpp, may differ.
///
/// \progress Wait-free.
const char* vigil_version(void);

/// The result of a function. After any other than VIGIL_OK the function has changed nothing, except where stated.
typedef enum vigil_status {
  /// Success.
  VIGIL_OK = 0,
  /// An argument is a null pointer or has an invalid value.
  VIGIL_INVALID_ARGUMENT = 1,
  /// An allocation failed.
  VIGIL_OUT_OF_MEMORY = 2,
  /// The system could not start a thread, or pin it to its processor. Those that were started have ended.
  VIGIL_NO_THREAD = 3,
  /// A task would wait for its own end.
  VIGIL_WOULD_DEADLOCK = 4,
  /// The task is C++ code and ended by an exception. The exception is lost.
  VIGIL_TASK_THREW = 5,
  /// Any other error.
  VIGIL_UNEXPECTED = 6,
  /// This process is a child of the one that made the pool, and fork copies no threads. The pool cannot be used.
  VIGIL_FORKED = 7
} vigil_status;

/// The name of a status, such as "VIGIL_OK"; "unknown vigil_status" for any other number. Never null.
///
/// \progress Wait-free.
const char* vigil_status_name(int status);

/// A thread pool. Made by vigil_pool_create(), freed by vigil_pool_destroy().
typedef struct vigil_pool vigil_pool;

/// On which processors the workers of a pool run. A pinned worker stays on its processor for its whole life.
typedef enum vigil_placement {
  /// Wherever the system lets them.
  VIGIL_PLACEMENT_NONE = 0,
  /// Far from each other: for tasks that use much memory.
  VIGIL_PLACEMENT_SPREAD = 1,
  /// Near each other: for tasks that share data.
  VIGIL_PLACEMENT_COMPACT = 2,
  /// On those of vigil_options::processors.
  VIGIL_PLACEMENT_LIST = 3
} vigil_placement;

/// Which tasks of a pool with priorities run first.
typedef enum vigil_priority {
  /// Urgent: before the tasks that tasks have submitted and that wait for each other. For few and short tasks.
  VIGIL_PRIORITY_HIGH = 0,
  /// What a task has, if nothing else is said.
  VIGIL_PRIORITY_NORMAL = 1,
  /// Only while there is nothing else to do, but for one task in 32.
  VIGIL_PRIORITY_LOW = 2
} vigil_priority;

/// The options of a pool. Let vigil_options_init() set the defaults, then change what you need.
typedef struct vigil_options {
  /// The number of threads, at least one. Default: one for each processor.
  size_t workers;
  /// The initial capacity of each worker's deque, in tasks: a power of two. Deques grow.
  size_t deque_capacity;
  /// How often a worker searches for work in vain before it announces that it is sleepy. Less often after searches that
  /// ended with sleep: down to an eighth.
  unsigned rounds_until_sleepy;
  /// How often it searches before it sleeps. More than `rounds_until_sleepy`.
  unsigned rounds_until_sleeping;
  /// The least size of each thread's stack, in bytes; raised to what the system allows. 0, the default, for the
  /// system's. A task that waits runs other tasks on the same stack: see vigil_wait().
  size_t stack_bytes;
  /// Where the workers run: a value of vigil_placement. Default: VIGIL_PLACEMENT_NONE. The others need a system that
  /// can pin threads, such as Linux.
  int placement;
  /// For VIGIL_PLACEMENT_LIST: the numbers of processors that the calling thread may use. Worker `i` runs on the one at
  /// position `i` modulo their count. A number may be repeated. vigil_pool_create() copies them.
  const unsigned* processors;
  /// How many numbers there are, at least one.
  size_t processor_count;
  /// 1 for a pool whose tasks have priorities: before each task a worker looks for urgent ones. Default: 0.
  int priorities;
} vigil_options;

/// Sets every option to its default.
///
/// \return VIGIL_OK, or VIGIL_INVALID_ARGUMENT for null.
vigil_status vigil_options_init(vigil_options* options);

/// Starts a pool and writes it to `*pool`; on an error, writes null.
///
/// \param options null means the defaults.
/// \param pool where the pool is written.
/// \progress Blocking: allocates and starts threads.
/// \return VIGIL_OK; VIGIL_INVALID_ARGUMENT for options that vigil_options does not allow, or for more workers than can
///   be counted; VIGIL_OUT_OF_MEMORY; VIGIL_NO_THREAD.
vigil_status vigil_pool_create(const vigil_options* options, vigil_pool** pool);

/// Runs all tasks that were submitted, ends the threads and frees the pool. Does nothing for null.
///
/// A task whose memory is the caller's must still be waited for, before or after.
///
/// \threads One that is no worker of the pool. No other thread may use the pool during the call or after it.
/// \progress Blocking: waits for the end of all tasks and threads.
/// \orders What the tasks did happens before the return.
/// \return VIGIL_OK; VIGIL_WOULD_DEADLOCK if a task of the pool makes the call, and then the pool is unchanged.
vigil_status vigil_pool_destroy(vigil_pool* pool);

/// The number of workers of the pool; zero for null.
///
/// \progress Wait-free.
size_t vigil_pool_workers(const vigil_pool* pool);

/// The function of a task. `context` is the pointer that was given to vigil_submit().
typedef void (*vigil_function)(void* context);

/// The memory of one task. Initialise it with VIGIL_TASK_INIT or with zeros.
///
/// It must not be moved or freed from vigil_submit() until vigil_wait() returns. Then it may be used again.
typedef struct vigil_task {
  /// For the library only.
  void* opaque[12];
} vigil_task;
/* clang-format off */
/// The initial value of a vigil_task.
#define VIGIL_TASK_INIT {{NULL}}
/* clang-format on */

/// Submits `function(context)` to be called by a worker, and returns without waiting for it.
///
/// \param pool the pool, which must not be destroyed during the call.
/// \param task its memory. vigil_wait() must be called for it, once. Null: the pool allocates the task, and only
///   vigil_wait_all() and vigil_pool_destroy() wait for it.
/// \param function what is called.
/// \param context its argument, which may be null.
/// \threads Any thread, also a task of the pool. Two threads may not submit the same `task` at the same time.
/// \progress Blocking, briefly: takes a mutex of the pool that counts its tasks, and wakes a worker if one sleeps.
/// \orders What happens before the call happens before the function.
/// \return VIGIL_OK; VIGIL_INVALID_ARGUMENT for a null `pool` or `function`, or for a `task` that was submitted and not
///   waited for; VIGIL_OUT_OF_MEMORY if `task` is null.
vigil_status vigil_submit(vigil_pool* pool, vigil_task* task, vigil_function function, void* context);

/// As vigil_submit(), with a value of vigil_priority. A pool without vigil_options::priorities takes only
/// VIGIL_PRIORITY_NORMAL.
///
/// \return as vigil_submit(); VIGIL_INVALID_ARGUMENT also for a priority that the pool does not know.
vigil_status vigil_submit_with_priority(vigil_pool* pool, vigil_task* task, vigil_function function, void* context,
                                        int priority);

/// Waits for the end of a task. Its memory is free afterwards.
///
/// \threads One thread for each task that was submitted. Not the task itself: it would wait for ever.
/// A worker, of any pool, runs other tasks of its own pool meanwhile, on the same stack. Such a task may wait too: as
/// many tasks that wait may lie above each other as there are. Give the threads larger stacks, by
/// vigil_options::stack_bytes, if these may be thousands. A worker that finds no task sleeps.
///
/// \progress Blocking.
/// \orders What happens in the task happens before the return.
/// \return VIGIL_OK; VIGIL_INVALID_ARGUMENT for null, or if the task was not submitted; VIGIL_TASK_THREW, and then too
///   its memory is free.
vigil_status vigil_wait(vigil_task* task);

/// Waits until the pool has no task: each that was submitted before the call has ended then.
///
/// It frees the memory of no task: call vigil_wait() for each that has its own.
///
/// \threads One that is no worker of the pool. Others may submit tasks meanwhile, which may make the call wait longer.
/// \progress Blocking.
/// \orders What the tasks did happens before the return.
/// \return VIGIL_OK; VIGIL_INVALID_ARGUMENT for null; VIGIL_WOULD_DEADLOCK if a task of the pool makes the call.
vigil_status vigil_wait_all(vigil_pool* pool);

/* NOLINTEND(modernize-use-using) */

#ifdef __cplusplus
}
#endif

#endif
