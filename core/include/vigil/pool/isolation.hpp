#pragma once

#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>

#include <concepts>
#include <utility>

namespace vigil {

// A worker that waits in a join or a scope runs other jobs on the same stack. If the frame that waits holds a lock, and
// one of these jobs wants it, the job waits for a frame that cannot continue before the job has ended: deadlock.
//
// An *isolation* is a call of isolate. A job is *made inside* if it is forked or spawned, or called in another pool, by
// the function of isolate, or by a job that was made inside. Three rules:
//
//   1. A worker that waits inside an isolation runs only jobs of its own deque, and only those above the *mark*: the
//      end of the deque when the isolation began. They were made inside. If there are none, the worker runs nothing.
//   2. A job that was made inside is isolated wherever it runs: its worker begins an isolation of its own for it.
//      Otherwise the worker of a stolen job could run a foreign job that wants the lock, while the holder waits for the
//      stolen one.
//   3. That isolation ends when the job has ended and no job lies above the mark. Otherwise a task that the job has
//      spawned could be left on the deque of a worker that goes on to wait for the lock, while the holder waits for the
//      task.
//
// A join inside leaves its call on the deque, as if it were forked by hand. The calls that joins around the isolation
// have left to thieves lie elsewhere (Forks). They are public when the isolation begins, and the worker takes none.
//
// Code is *under* a lock if it runs inside an isolation that began while the lock was held. Why this is no deadlock, if
// jobs wait by join, scope and locks alone; if they wait for jobs while they hold a lock only under that lock; and if
// there is an order of all locks such that code takes only locks that come after each that it holds or is under:
//
// A frame waits for its *children*: the jobs that it has made itself. Assume that no worker can continue.
//   * If workers wait for locks, take the last lock, in the order, that one waits for, and the frame that holds it. The
//     top frame of that worker is under the lock, or is the holder itself: it waits for no later lock, so it waits for
//     a child, under the lock. The same is true of the top frame of each worker that runs a job made there.
//   * If none waits for a lock, take the top frame of any worker.
// From this frame, go on to a child that it waits for:
//   * If the child has begun, go to the top frame of its worker, which is the child or began later.
//   * If it has not begun, a frame outside of all isolations would take it. If the child lies on the deque of the
//     worker of the frame, it lies above the mark, and the frame would take it (rule 1). Otherwise it lies on the deque
//     of a worker that has stolen a job that the frame or its children made, above the mark of that job's isolation,
//     which has not ended (rule 3). Go to the top frame there: it is the stolen job or began later.
// Each step leads to a later beginning, so the path ends. But from each frame it goes on: contradiction.
//
// Not covered, inside an isolation: to wait for a posted job, which no isolated worker runs, and to call another pool,
// whose workers may all be isolated or wait for the lock.
//
// **Sleep.** A worker that waits inside an isolation is none that a poster may count on, or should wake: it waits apart
// from the others (Sleep::wait_apart). A push on a deque wakes others only as a favour, because the owner runs the job
// (S-09). For jobs below the mark this owner is away. So, before it waits, it leaves them to the others as if they had
// been posted (WorkerSet::leave_on_deque).

/// Calls `function(worker)`, or `function()`, inside an isolation: while it runs, a wait of this worker runs only jobs
/// that were made inside. Returns what the function returns.
///
/// \code
///   const std::lock_guard lock(mutex);
///   vigil::isolate(worker, [&] { vigil::join(worker, [&] { ... }, [&] { ... }); });
/// \endcode
///
/// Use it where a job holds a lock, or has changed a thread-local variable, and waits by join, scope or a parallel
/// algorithm. Without it, the worker may run any job of the pool meanwhile, on the same stack, and wait for its own
/// lock.
///
/// Jobs that are forked, spawned or called inside are isolated too, on whatever worker. They must not take a lock that
/// is held around the isolation. This includes tasks that are spawned inside onto a scope that was opened outside.
/// Posted jobs are not isolated: an isolated worker runs none, so do not wait for one inside. Isolations may lie in
/// each other.
///
/// Other workers steal from an isolated worker as ever. But a worker that waits inside does not help with anything
/// else, so isolate what is short.
///
/// \snippet pool/isolation.cpp example
/// \param worker the worker that the caller runs on.
/// \param function what to call. If it joins a call that was forked outside, the worker may run the calls that were
///   forked between the two, as in any join that is not of the newest call.
/// \threads The worker.
/// \progress As the function.
/// \throws what the function throws.
/// \source oneTBB's this_task_arena::isolate, with a stricter rule: a worker that waits steals nothing.
template <class Parts, class Function>
decltype(auto) isolate(Worker<Parts>& worker, Function&& function) {
  return worker.isolate([&]() -> decltype(auto) { return call_on(worker, std::forward<Function>(function)); });
}

/// The same for a caller that does not know its worker. On a thread that is not a worker it is a plain call.
///
/// \threads Any thread.
template <std::invocable Function>
decltype(auto) isolate(Function&& function) {
  if (auto* const worker = Worker<DefaultParts>::current()) return isolate(*worker, std::forward<Function>(function));
  return std::forward<Function>(function)();
}

}  // namespace vigil
