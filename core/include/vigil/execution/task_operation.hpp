#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/execution/in_place.hpp>
#include <vigil/execution/in_storage.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/execution/task_promise.hpp>
#include <vigil/execution/trampoline.hpp>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace vigil::execution::detail {

// Lets a root go on where its scheduler lets work run.
template <class Scheduler, ThreadedLayer Layer>
class Rescheduled {
 public:
  // Once at a time. The root may have been destroyed when this returns.
  void go_on(Scheduler scheduler, TaskRoot<Layer>& root, TaskFrame<Layer>& frame, bool is_stopped) noexcept {
    root_ = &root;
    frame_ = &frame;
    is_stopped_ = is_stopped;
    VIGIL_TRY {
      operation_.emplace([&] { return execution::connect(execution::schedule(std::move(scheduler)), Receiver{this}); });
    }
    VIGIL_CATCH_ALL { return run(true); }
    execution::start(operation_->operation);
  }

 private:
  // Its environment has no stop token: what has completed is not lost because of a stop. So the operation is stopped
  // only if the scheduler refuses it.
  struct Receiver {
    Rescheduled* self;
    void set_value() && noexcept { self->run(self->is_stopped_); }
    void set_error(std::exception_ptr&& /*error*/) && noexcept { self->run(true); }
    void set_stopped() && noexcept { self->run(true); }
  };

  void run(bool is_stopped) noexcept {
    Trampoline<Layer>::run(*root_, is_stopped ? frame_->unwind() : frame_->resume());
  }

  TaskRoot<Layer>* root_ = nullptr;
  TaskFrame<Layer>* frame_ = nullptr;
  bool is_stopped_ = false;
  std::optional<InPlace<connect_result_t<schedule_result_t<Scheduler>, Receiver>>> operation_;
};

// Lets what waits for the scheduler of a root go on there.
template <class Scheduler>
class WaitingOperation {
 public:
  // What waits may have been destroyed when this returns.
  static void start(Scheduler scheduler, Waiting& waiting, Waiting::Room& storage) noexcept {
    Room* room = nullptr;
    VIGIL_TRY {
      room = Room::make(storage.bytes, [&](Room& in) { return WaitingOperation(std::move(scheduler), in, waiting); });
    }
    VIGIL_CATCH_ALL { return waiting.go_on(true); }
    if (room == nullptr) return waiting.go_on(true);
    execution::start(room->kept().operation_);
  }

 private:
  using Room = InStorage<WaitingOperation>;

  struct Receiver {
    Room* room;
    Waiting* waiting;
    void set_value() && noexcept { end(false); }
    void set_error(std::exception_ptr&& /*error*/) && noexcept { end(true); }
    void set_stopped() && noexcept { end(true); }

    void end(bool is_stopped) const noexcept {
      Waiting& what = *waiting;
      Room::destroy(room);
      what.go_on(is_stopped);
    }
  };

  WaitingOperation(Scheduler scheduler, Room& room, Waiting& waiting)
      : operation_(execution::connect(execution::schedule(std::move(scheduler)), Receiver{&room, &waiting})) {}

  connect_result_t<schedule_result_t<Scheduler>, Receiver> operation_;
};

template <has_scheduler Receiver>
using SchedulerOf = decltype(get_scheduler(get_env(std::declval<const Receiver&>())));

// What a root without a scheduler has in place of it.
struct NotRescheduled {};

template <class Receiver, ThreadedLayer Layer>
struct RescheduledFor {
  using type = NotRescheduled;
};
template <has_scheduler Receiver, ThreadedLayer Layer>
struct RescheduledFor<Receiver, Layer> {
  using type = Rescheduled<SchedulerOf<Receiver>, Layer>;
};

template <class T, class Receiver, ThreadedLayer Layer>
class TaskOperation final : public TaskRoot<Layer> {
 public:
  TaskOperation(FrameOwner frame, Receiver receiver) : frame_(std::move(frame)), receiver_(std::move(receiver)) {}
  ~TaskOperation() = default;

  void start() noexcept {
    auto& promise = Promise::of(frame_);
    promise.root = this;
    promise.owner = &frame_;
    Trampoline<Layer>::run(*this, promise.resume());
  }

 private:
  using Promise = TaskPromise<T, Layer>;
  using Elsewhere = typename RescheduledFor<Receiver, Layer>::type;

  [[nodiscard]] bool stop_requested() const noexcept override {
    return execution::get_stop_token(execution::get_env(receiver_)).stop_requested();
  }
  void go_on_elsewhere(TaskFrame<Layer>& frame, bool is_stopped) noexcept override {
    if constexpr (has_scheduler<Receiver>)
      elsewhere_.go_on(execution::get_scheduler(execution::get_env(receiver_)), *this, frame, is_stopped);
    else
      Trampoline<Layer>::run(*this, is_stopped ? frame.unwind() : frame.resume());
  }
  void schedule(Waiting& waiting, [[maybe_unused]] Waiting::Room& room) const noexcept override {
    if constexpr (has_scheduler<Receiver>)
      WaitingOperation<SchedulerOf<Receiver>>::start(get_scheduler(execution::get_env(receiver_)), waiting, room);
    else
      waiting.go_on(false);
  }
  void complete() noexcept override {
    if (std::exception_ptr error = Promise::of(frame_).take_error()) {
      frame_.destroy();
      return execution::set_error(std::move(receiver_), std::move(error));
    }
    VIGIL_TRY {
      if constexpr (std::is_void_v<T>) {
        frame_.destroy();
        execution::set_value(std::move(receiver_));
      } else {
        T value = Promise::of(frame_).take();
        frame_.destroy();
        execution::set_value(std::move(receiver_), std::move(value));
      }
    }
    VIGIL_CATCH_ALL {
      frame_.destroy();
      execution::set_error(std::move(receiver_), std::current_exception());
    }
  }
  void complete_as_stopped() noexcept override { execution::set_stopped(std::move(receiver_)); }

  FrameOwner frame_;
  Receiver receiver_;
  [[no_unique_address]] Elsewhere elsewhere_;
};

}  // namespace vigil::execution::detail
