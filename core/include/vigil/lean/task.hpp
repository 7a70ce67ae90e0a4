#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/lean/task_tables.hpp>

#include <atomic>

namespace vigil::lean {

// Something to run that the lean pool holds by its address alone: a link and a callback, two pointers.
//
// The memory is the caller's. A program derives from Task, or has one as a member, and comes back to what lies around
// it from the callback, so that no part of the pool ever allocates. A task is in one place at a time: in a batch, a
// queue or a ring. From the moment in which its callback is entered it is the callback's: to be freed, or scheduled
// again.
//
// Unlike pool/job.hpp's Job a task says nothing of how it ended, and unlike an InjectorNode its link is atomic: the
// producer that comes next in a VyukovQueue writes it while a consumer looks.

template <AtomicsLayer A = StdAtomics, const TaskOrders& Orders = kTaskOrders>
class Task {
 public:
  using Layer = A;
  // Must not throw: nobody would be there to catch it.
  using Callback = void (*)(Task&) noexcept;

  // A task that is never run, as the stub of a VyukovQueue is not.
  Task() = default;
  explicit constexpr Task(Callback callback) : callback_(callback, "task.callback") {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  // Runs the callback, which may free the task. Whoever took the task, once.
  void run() { callback_.get()(*this); }

  // For containers: the task behind this one, while this one is nobody else's.
  [[nodiscard]] Task* next() const { return link_.load(Orders.link); }
  void set_next(Task* next) { link_.store(next, Orders.link); }
  // For containers in which somebody else may be looking.
  [[nodiscard]] auto& link() { return link_; }

 private:
  typename A::template atomic<Task*> link_{nullptr, "task.link"};
  // Plain data: whoever takes a task must see what was written before it was left.
  typename A::template var<Callback> callback_;
};

static_assert(sizeof(Task<>) == 2 * sizeof(void*));
static_assert(alignof(Task<>) >= 4, "a TreiberQueue keeps two bits beside a task's address");

}  // namespace vigil::lean
