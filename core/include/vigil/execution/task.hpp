#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/execution/task_operation.hpp>
#include <vigil/execution/task_promise.hpp>

#include <type_traits>
#include <utility>

namespace vigil::execution {

/// A coroutine that is a sender, and that may await senders and other tasks.
///
/// \snippet execution/task.cpp example
///
/// **Start.** Calling the coroutine allocates its frame and copies the arguments. The body begins when the task is
/// awaited, or when the operation that it was connected to is started.
///
/// **Await.** `co_await sender` connects the sender, starts it, and gives its values: nothing, one value, or a
/// `std::tuple`. `co_await task` gives the task's value. A chain of tasks takes no more stack than one of them, however
/// long it is and with any compiler, and so does a loop that awaits what completes at once.
///
/// **Where it runs.** A task that is started with a scheduler, as by starts_on, runs on it from then on: after each
/// await it goes on there, on whichever thread the sender completed. A sender that completes in the call that starts
/// it is there already. Otherwise one operation is scheduled, for which nothing is allocated. Senders that it awaits
/// see the scheduler, so tasks in a when_all stay there too. If the scheduler refuses, as that of a stopped pool does,
/// the task ends as stopped, on the thread on which the sender completed. A task without a scheduler, such as one that
/// is given to sync_wait alone, goes on where the sender completed.
///
/// **End.** `co_return` gives the value. An exception that leaves the body is the error of the sender, or is thrown by
/// the `co_await` of the task that awaits. If a sender completes as stopped, the task is not resumed: its frame is
/// destroyed as it is, and then those of the tasks that await it, innermost first, as an exception would unwind them.
/// No handler sees that; destructors do. Then the whole completes as stopped. So `co_await just_stopped()` ends a task
/// as stopped. Senders see the stop token of the receiver; so does the task, by `co_await read_env(get_stop_token)`.
///
/// Each frame is freed once: when the value has been taken, when the task ends with an error or as stopped, or with the
/// task or operation if it was never started. The frame of the outermost task is freed before its receiver learns of
/// the end.
///
/// The task is narrower than that of P3552: there is no environment, no allocator, no `co_yield`, and no awaitable but
/// senders, tasks and read_env. The scheduler is that of the receiver's environment, and tasks cannot change it.
///
/// A compiler may put the frame of a task that is awaited at once into that of the caller, as clang++ does. Then
/// nothing is allocated for it.
///
/// \tparam T what the task gives, not a reference; void for nothing.
/// \tparam Layer the atomics layer.
/// \threads One thread at a time runs the coroutines of an operation. Each hands over to the next: what it did happens
///   before what follows.
/// \progress Resuming is as fast as what is awaited. Allocates one frame for each task, and nothing else.
/// \throws std::bad_alloc from the call of the coroutine, if there is no memory for its frame. Then there is no task,
///   and the arguments have been destroyed.
/// \source P3552.
template <class T = void, ThreadedLayer Layer = StdAtomics>
class [[nodiscard]] task {
  static_assert(!std::is_reference_v<T>, "a task gives a value: use a pointer or std::reference_wrapper");

 public:
  /// For the compiler.
  using promise_type = detail::TaskPromise<T, Layer>;
  /// The values of the sender.
  using values = typename promise_type::Values;

  /// A task can be moved, not copied. One that was moved from can only be destroyed or assigned to.
  /// \{
  task(task&&) noexcept = default;
  task& operator=(task&&) noexcept = default;
  /// \}
  ~task() = default;

  /// The operation that runs the task. The receiver learns of its end. If its environment has a scheduler, start the
  /// operation on it.
  ///
  /// \pre The task was neither moved from nor connected before.
  template <class Receiver>
  auto connect(Receiver receiver) && {
    return detail::TaskOperation<T, Receiver, Layer>(take_frame(), std::move(receiver));
  }

 private:
  friend promise_type;
  friend detail::TaskAwaiter<T, Layer>;

  explicit task(detail::FrameOwner frame) noexcept : frame_(std::move(frame)) {}

  detail::FrameOwner take_frame() {
    Layer::require(frame_.has_frame(), "task: used after it was moved from");
    return std::move(frame_);
  }

  detail::FrameOwner frame_;
};

}  // namespace vigil::execution
