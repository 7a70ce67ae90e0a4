#pragma once

#include <vigil/atomics/layer.hpp>

#include <array>
#include <coroutine>
#include <cstddef>
#include <utility>

namespace vigil::execution::detail {

// Coroutines that await each other are run one after the other, by a loop.
//
// A *root* is the operation of one task. It has at most one *step* to make at any time: resume a coroutine, start the
// operation that a coroutine awaits, or complete the root. A *trampoline* is a loop on the stack of a thread that makes
// the steps of one root. A coroutine that suspends leaves the next step to its trampoline and returns to it. So
//
//   * a chain of awaits takes the same stack however long it is. Symmetric transfer promises that only where a compiler
//     makes a tail call, which g++ 12 does not without -O2 or with a sanitizer;
//   * a coroutine has suspended, and its last instruction has been executed, before the operation that it awaits is
//     started. So no completion can come too early, on whichever thread it comes.
//
// An operation that is started completes in one of two ways:
//
//   * **inside its start**, on the thread of the trampoline. The trampoline is then the innermost one of this thread,
//     and the one that has last run the root. The completion leaves the next step to it;
//   * **elsewhere or later**: a new trampoline runs the root, at once, or when its scheduler comes to it. The old one
//     finds that it was left no step, and ends. It may not access the root any more: the root may have been destroyed.
//     So it is left its steps in its own frame.
//
// No two threads need to agree on which of the two it is. Each completion knows, and there is no atomic operation.

// What a trampoline does next. None if it has no code.
struct Step {
  void (*code)(void*) noexcept = nullptr;
  void* object = nullptr;
};

template <ThreadedLayer Layer>
class Trampoline;
template <ThreadedLayer Layer>
class TaskRoot;

// Owns the frame of a coroutine, which is suspended whenever it is destroyed.
class FrameOwner {
 public:
  FrameOwner() = default;
  explicit FrameOwner(std::coroutine_handle<> handle) noexcept : handle_(handle) {}
  FrameOwner(FrameOwner&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  FrameOwner& operator=(FrameOwner&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~FrameOwner() { destroy(); }

  [[nodiscard]] bool has_frame() const { return static_cast<bool>(handle_); }
  [[nodiscard]] std::coroutine_handle<> handle() const { return handle_; }
  void destroy() noexcept {
    if (handle_) std::exchange(handle_, nullptr).destroy();
  }

 private:
  std::coroutine_handle<> handle_;
};

// What the tasks of one root know of themselves: the part of each promise that does not depend on the task's type.
template <ThreadedLayer Layer>
struct TaskFrame {
  TaskRoot<Layer>* root = nullptr;
  // The task that awaits this one. Null for the outermost one.
  TaskFrame* outer = nullptr;
  FrameOwner* owner = nullptr;

  [[nodiscard]] Step resume() {
    return {[](void* self) noexcept { static_cast<TaskFrame*>(self)->owner->handle().resume(); }, this};
  }
  // Ends this task and those that await it as stopped. Innermost first, as an exception would unwind them, and by a
  // loop.
  [[nodiscard]] Step unwind() {
    return {[](void* self) noexcept { unwind_from(static_cast<TaskFrame*>(self)); }, this};
  }

 private:
  static void unwind_from(TaskFrame* innermost) noexcept {
    TaskRoot<Layer>& root = *innermost->root;
    for (TaskFrame* frame = innermost; frame != nullptr;) {
      FrameOwner& owner = *frame->owner;
      frame = frame->outer;
      owner.destroy();
    }
    root.complete_as_stopped();
  }
};

// What waits until the scheduler of a root lets it run.
class Waiting {
 public:
  Waiting() = default;
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  // Called once. This may have been destroyed when it returns.
  virtual void go_on(bool is_stopped) noexcept = 0;

  // For what the scheduler needs meanwhile: the operations of the pools and of the parallel scheduler.
  struct Room {
    alignas(std::max_align_t) std::array<std::byte, 256> bytes;
  };

 protected:
  ~Waiting() = default;
};

template <ThreadedLayer Layer>
class TaskRoot {
 public:
  TaskRoot() = default;
  TaskRoot(const TaskRoot&) = delete;
  TaskRoot& operator=(const TaskRoot&) = delete;

  // Whether the receiver of the root was asked to stop.
  [[nodiscard]] virtual bool stop_requested() const noexcept = 0;
  // Lets what waits go on where the scheduler of the root lets work run, or as stopped if the scheduler refuses. At
  // once if there is none. Any thread, while the root has not ended.
  virtual void schedule(Waiting& waiting, Waiting::Room& room) const noexcept = 0;
  // The end of the root. It may have been destroyed when these return.
  virtual void complete() noexcept = 0;
  virtual void complete_as_stopped() noexcept = 0;

  // For a coroutine of the root that suspends: the next step.
  void next(Step step) { trampoline_.get()->next_.set(step); }

  // For what a coroutine of the root awaits: it has completed, with values or an error, or as stopped. The root may
  // have been destroyed when this returns.
  void go_on(TaskFrame<Layer>& frame, bool is_stopped) noexcept {
    Trampoline<Layer>* const innermost = Trampoline<Layer>::innermost();
    // Not null: a trampoline has run the root before.
    if (innermost == trampoline_.get() && &innermost->root_ == this)
      next(is_stopped ? frame.unwind() : frame.resume());
    else
      go_on_elsewhere(frame, is_stopped);
  }

 protected:
  ~TaskRoot() = default;

  // Runs the root on this thread, or where its scheduler lets it run.
  virtual void go_on_elsewhere(TaskFrame<Layer>& frame, bool is_stopped) noexcept = 0;

 private:
  friend Trampoline<Layer>;

  // The one that has last run the root.
  typename Layer::template var<Trampoline<Layer>*> trampoline_{nullptr, "trampoline"};
};

template <ThreadedLayer Layer>
class Trampoline {
 public:
  // Makes `step` and those that follow it. The root may have been destroyed when this returns.
  static void run(TaskRoot<Layer>& root, Step step) noexcept {
    Trampoline here(root);
    here.make(step);
  }

  // That of the calling thread. Null if it is in none.
  [[nodiscard]] static Trampoline* innermost() { return Innermost::get(); }

 private:
  using Innermost = typename Layer::template thread_specific<Trampoline>;
  friend TaskRoot<Layer>;

  explicit Trampoline(TaskRoot<Layer>& root) : root_(root) {}

  // Not inlined: g++ would warn of the address of a local variable, which the root keeps longer than it lives.
  [[gnu::noinline]] void make(Step step) noexcept {
    root_.trampoline_.set(this);
    Trampoline* const outer = innermost();
    Innermost::set(this);
    while (step.code != nullptr) {
      next_.set(Step());
      step.code(step.object);
      step = next_.get();
    }
    Innermost::set(outer);
  }

  // May have been destroyed. Then only its address is of use.
  TaskRoot<Layer>& root_;
  typename Layer::template var<Step> next_{Step(), "next"};
};

}  // namespace vigil::execution::detail
