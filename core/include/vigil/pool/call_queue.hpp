#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/pool/job.hpp>

#include <cstdint>

namespace vigil {

// A worker that calls another pool runs jobs of its own pool while it waits. Such a job may call another pool too, and
// so on, all on one stack. So a worker does this in a bounded number of calls (PoolOptions::nested_calls). In one more
// call it is *at its limit*: it leaves all jobs to other workers and waits at this queue, until its own call has ended
// or a worker of another pool calls.
//
// Why this is no deadlock. Assume that jobs wait by call, join and scope only. A frame then waits for its *children*:
// jobs that it has made itself, so they begin later than the frame. Assume that no worker can continue. Begin at the
// top frame of a worker, and go to a child that it waits for; from a child that has begun, go to the top frame of the
// worker that runs it, which is the child or began later. Each step goes to a later beginning, so the path ends: at a
// child that has not begun, of a top frame.
//   * It is a job on a deque. The frame waits in a join or a scope. In these, a worker refuses no job: it takes it.
//   * It is a call. No worker of the pool that was called refuses the call of a worker.
// A posted job, and a call of a thread that is no worker, is no child of any frame. A worker at its limit may leave it.
//
// Not covered: a job that blocks in another way, for a posted job or for a thread that calls. A worker that waits for
// that job may be at its limit, and be the only one that could run what the job waits for.
//
// The oldest call is taken first. So calls end about in the order in which they were made, and the job at the bottom of
// a stack continues as soon as those above it, which are bounded too, have made their calls.
//
// The queue is a monitor. Its mutex orders everything. The count alone is atomic: workers that search read it first.

/// The call of a worker of another pool.
///
/// \tparam Parts what the pool is made of; see PoolParts.
template <class Parts>
class CallJob : public Job<Parts> {
 protected:
  using Job<Parts>::Job;
  ~CallJob() = default;

 private:
  template <class>
  friend class CallQueue;
  typename Parts::Layer::template var<CallJob*> next_{nullptr, "call.next"};
};

/// The calls of other pools' workers, and where workers wait that take nothing else.
///
/// \snippet pool/call_queue.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \threads Any thread, for all members.
template <class Parts>
class CallQueue {
  using Layer = typename Parts::Layer;

 public:
  /// Leaves `call`, and wakes the workers that wait here. True if there was no other call.
  ///
  /// \progress Blocking: takes the mutex.
  /// \orders What the caller did before happens before the return of the take that returns the call.
  bool push(CallJob<Parts>& call) {
    bool was_empty = false;
    change([&] {
      was_empty = oldest_.get() == nullptr;
      call.next_.set(nullptr);
      was_empty ? oldest_.set(&call) : newest_.get()->next_.set(&call);
      newest_.set(&call);
      count(1);
    });
    return was_empty;
  }

  /// Takes the oldest call. Null if there is none.
  ///
  /// \progress Wait-free if there is none; otherwise takes the mutex.
  [[nodiscard]] CallJob<Parts>* take() {
    if (!has_calls()) return nullptr;
    const LockGuard lock(mutex_);
    CallJob<Parts>* const call = oldest_.get();
    if (call == nullptr) return nullptr;
    oldest_.set(call->next_.get());
    count(-1);
    return call;
  }

  /// Whether there was a call a moment ago.
  ///
  /// \progress Wait-free.
  [[nodiscard]] bool has_calls() const { return calls_.load(Parts::kOrders.calls) != 0; }

  /// Blocks until there is a call, or `is_over()` is true.
  ///
  /// \progress Blocking.
  template <class IsOver>
  void wait(IsOver is_over) {
    const LockGuard lock(mutex_);
    Layer::retry([&] {
      if (oldest_.get() != nullptr || is_over()) return true;
      changed_.wait(mutex_);
      return false;
    });
  }

  /// The same for a thread that would take no call: blocks until `is_over()` is true.
  ///
  /// \progress Blocking.
  template <class IsOver>
  void wait_for_end(IsOver is_over) {
    const LockGuard lock(mutex_);
    Layer::retry([&] {
      if (is_over()) return true;
      changed_.wait(mutex_);
      return false;
    });
  }

  /// Calls `end()`, by which `is_over()` of a thread that waits may become true.
  ///
  /// \progress Blocking: takes the mutex.
  /// \orders What the caller did before happens before the return of each wait that it ends.
  template <class End>
  void end_wait(End end) {
    change(end);
  }

 private:
  template <class Change>
  void change(Change change) {
    {
      const LockGuard lock(mutex_);
      change();
    }
    // All: a worker that is woken for a call may leave it, because its own wait is over.
    changed_.notify_all();
  }
  // With the mutex held.
  void count(std::int64_t more) { calls_.store(calls_.load(Parts::kOrders.calls) + more, Parts::kOrders.calls); }

  typename Layer::mutex mutex_{"calls.mutex"};
  typename Layer::condition_variable changed_{"calls.changed"};
  typename Layer::template var<CallJob<Parts>*> oldest_{nullptr, "calls.oldest"};
  typename Layer::template var<CallJob<Parts>*> newest_{nullptr, "calls.newest"};
  typename Layer::template atomic<std::int64_t> calls_{std::int64_t{0}, "calls"};
};

}  // namespace vigil
