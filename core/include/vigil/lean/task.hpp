#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>
#include <vigil/lean/task_tables.hpp>

#include <atomic>

namespace vigil::lean {

// Something to run that the lean pool holds by its address alone: a link and a callback, two pointers.
//
// The memory is the caller's. A program derives from Task, or has a Task as a member, and the callback finds the object
// around it. So no part of the pool ever allocates. A task is in one place at a time: in a batch, a queue or a ring. It
// belongs to its callback from the moment in which the callback begins: the callback may free it, or schedule it again.
//
// Unlike a Job of pool/job.hpp, a task does not report how it ended. Unlike the link of an InjectorNode, its link is
// atomic: the next producer of a VyukovQueue writes it while a consumer reads it.

/// Something to run, in memory of its caller: a link and a callback.
///
/// Derive from it, or have one as a member; the callback finds the object around it.
///
/// \snippet lean/task.cpp example
template <AtomicsLayer TaskLayer = StdAtomics, const TaskOrders& Orders = kTaskOrders>
class Task {
 public:
  /// The layer of the task, and of the containers that hold it.
  using Layer = TaskLayer;
  /// What a task runs. It must not throw: no caller would catch the exception.
  using Callback = void (*)(Task&) noexcept;

  /// A task that is never run, like the stub of a VyukovQueue.
  Task() = default;
  /// A task that runs `callback`.
  explicit constexpr Task(Callback callback) : callback_(callback, "task.callback") {}
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  /// Runs the callback, which may free the task.
  ///
  /// \threads  The thread that took the task.
  void run() { callback_.get()(*this); }

  /// The task behind this one, for containers.
  ///
  /// \threads  The one thread that has the task.
  /// \{
  [[nodiscard]] Task* next() const { return link_.load(Orders.link); }
  void set_next(Task* next) { link_.store(next, Orders.link); }
  /// \}

  /// The link itself, for containers in which other threads may read it.
  [[nodiscard]] auto& link() { return link_; }

 private:
  typename Layer::template atomic<Task*> link_{nullptr, "task.link"};
  // Plain data: the thread that takes a task must see what was written before the task was pushed.
  typename Layer::template var<Callback> callback_;
};

static_assert(sizeof(Task<>) == 2 * sizeof(void*));
static_assert(alignof(Task<>) >= 4, "a TreiberQueue keeps two bits beside a task's address");

}  // namespace vigil::lean
