#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/execution/read_env.hpp>
#include <vigil/execution/receiver.hpp>
#include <vigil/execution/trampoline.hpp>

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace vigil::execution {

template <class T, ThreadedLayer Layer>
class task;

namespace detail {

template <class T, ThreadedLayer Layer>
class TaskAwaiter;
template <class T, ThreadedLayer Layer>
class TaskPromise;

// The stop token that what a task awaits sees.
template <ThreadedLayer Layer>
struct TaskToken {
  const TaskRoot<Layer>* root;
  [[nodiscard]] bool stop_requested() const noexcept { return root->stop_requested(); }
  [[nodiscard]] static constexpr bool stop_possible() noexcept { return true; }
  friend bool operator==(const TaskToken&, const TaskToken&) = default;
};

// The scheduler that what a task awaits sees: that of the root, whatever its type. Valid until the root ends.
template <ThreadedLayer Layer>
struct TaskScheduler {
  const TaskRoot<Layer>* root;

  template <class Receiver>
  class Operation final : Waiting {
   public:
    Operation(const TaskRoot<Layer>& root_of_task, Receiver receiver)
        : root_(root_of_task), receiver_(std::move(receiver)) {}
    ~Operation() = default;

    void start() noexcept { root_.schedule(*this, room_); }

   private:
    void go_on(bool is_stopped) noexcept override {
      if (is_stopped || execution::get_stop_token(execution::get_env(receiver_)).stop_requested())
        execution::set_stopped(std::move(receiver_));
      else
        execution::set_value(std::move(receiver_));
    }

    const TaskRoot<Layer>& root_;
    Receiver receiver_;
    Waiting::Room room_;
  };

  struct Sender {
    using values = std::tuple<>;
    const TaskRoot<Layer>* root;
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return Operation<Receiver>(*root, std::move(receiver));
    }
  };

  [[nodiscard]] Sender schedule() const noexcept { return {root}; }
  friend bool operator==(const TaskScheduler&, const TaskScheduler&) = default;
};

template <ThreadedLayer Layer>
struct TaskEnv {
  const TaskRoot<Layer>* root;
  [[nodiscard]] TaskToken<Layer> get_stop_token() const noexcept { return {root}; }
  [[nodiscard]] TaskScheduler<Layer> get_scheduler() const noexcept { return {root}; }
};

// What a task has while it awaits a sender, in its frame.
template <class Sender, ThreadedLayer Layer>
class SenderAwaiter {
 public:
  SenderAwaiter(TaskFrame<Layer>& frame, Sender&& sender)
      : frame_(frame), operation_(execution::connect(std::forward<Sender>(sender), Receiver{this})) {}
  SenderAwaiter(const SenderAwaiter&) = delete;
  SenderAwaiter& operator=(const SenderAwaiter&) = delete;

  [[nodiscard]] static constexpr bool await_ready() noexcept { return false; }
  // The operation is started when the coroutine has suspended.
  void await_suspend(std::coroutine_handle<> /*awaiting*/) noexcept {
    frame_.root->next(
        {[](void* self) noexcept { execution::start(static_cast<SenderAwaiter*>(self)->operation_); }, this});
  }
  auto await_resume() {
    if (error_) std::rethrow_exception(std::move(error_));
    if constexpr (std::tuple_size_v<Values> == 1)
      return std::get<0>(std::move(*values_));
    else if constexpr (std::tuple_size_v<Values> != 0)
      return std::move(*values_);
  }

 private:
  using Values = values_of_t<Sender>;

  struct Receiver {
    SenderAwaiter* awaiter;

    template <class... Results>
    void set_value(Results&&... results) && noexcept {
      VIGIL_TRY { awaiter->values_.emplace(std::forward<Results>(results)...); }
      VIGIL_CATCH_ALL { awaiter->error_ = std::current_exception(); }
      awaiter->go_on(false);
    }
    void set_error(std::exception_ptr&& error) && noexcept {
      awaiter->error_ = std::move(error);
      awaiter->go_on(false);
    }
    void set_stopped() && noexcept { awaiter->go_on(true); }
    [[nodiscard]] TaskEnv<Layer> get_env() const noexcept { return {awaiter->frame_.root}; }
  };

  void go_on(bool is_stopped) noexcept { frame_.root->go_on(frame_, is_stopped); }

  TaskFrame<Layer>& frame_;
  std::optional<Values> values_;
  std::exception_ptr error_;
  connect_result_t<Sender, Receiver> operation_;
};

// The same for a task, which becomes one of the awaiting task's root.
template <class T, ThreadedLayer Layer>
class TaskAwaiter {
 public:
  TaskAwaiter(TaskFrame<Layer>& outer, task<T, Layer>&& inner) : outer_(outer), owner_(inner.take_frame()) {}
  TaskAwaiter(const TaskAwaiter&) = delete;
  TaskAwaiter& operator=(const TaskAwaiter&) = delete;

  [[nodiscard]] static constexpr bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> /*awaiting*/) noexcept {
    auto& inner = TaskPromise<T, Layer>::of(owner_);
    inner.root = outer_.root;
    inner.outer = &outer_;
    inner.owner = &owner_;
    inner.root->next(inner.resume());
  }
  T await_resume() { return TaskPromise<T, Layer>::of(owner_).take(); }

 private:
  TaskFrame<Layer>& outer_;
  FrameOwner owner_;
};

// For what is known without waiting.
template <class Value>
struct ReadyAwaiter {
  Value value;
  [[nodiscard]] static constexpr bool await_ready() noexcept { return true; }
  static void await_suspend(std::coroutine_handle<> /*awaiting*/) noexcept {}
  Value await_resume() const noexcept { return value; }
};

// What ends a coroutine: it stays suspended until its owner frees it.
template <ThreadedLayer Layer>
struct TaskEnd {
  TaskFrame<Layer>& frame;

  [[nodiscard]] static constexpr bool await_ready() noexcept { return false; }
  void await_suspend(std::coroutine_handle<> /*ended*/) noexcept {
    TaskRoot<Layer>* const root = frame.root;
    if (frame.outer != nullptr)
      root->next(frame.outer->resume());
    else
      root->next({[](void* self) noexcept { static_cast<TaskRoot<Layer>*>(self)->complete(); }, root});
  }
  static void await_resume() noexcept {}
};

// The exception that has left the body of a task, if one has.
class TaskError {
 public:
  void unhandled_exception() noexcept { error_ = std::current_exception(); }
  [[nodiscard]] std::exception_ptr take_error() noexcept { return std::exchange(error_, nullptr); }

 protected:
  void rethrow_error() {
    if (error_) std::rethrow_exception(std::move(error_));
  }

 private:
  std::exception_ptr error_;
};

// The result of a task.
template <class T>
class TaskResult : public TaskError {
 public:
  using Values = std::tuple<T>;

  template <class Given = T>
  requires std::constructible_from<T, Given>
  void return_value(Given&& given) { value_.emplace(std::forward<Given>(given)); }

  T take() {
    rethrow_error();
    return std::move(*value_);
  }

 private:
  std::optional<T> value_;
};

template <>
class TaskResult<void> : public TaskError {
 public:
  using Values = std::tuple<>;

  static void return_void() noexcept {}
  void take() { rethrow_error(); }
};

template <class T, ThreadedLayer Layer>
class TaskPromise : public TaskFrame<Layer>, public TaskResult<T> {
 public:
  // The promise in an owned frame.
  static TaskPromise& of(const FrameOwner& owner) {
    return std::coroutine_handle<TaskPromise>::from_address(owner.handle().address()).promise();
  }

  static void* operator new(std::size_t bytes) { return Layer::allocate(bytes, kAlignment, "frame"); }
  static void operator delete(void* memory, std::size_t bytes) noexcept {
    Layer::deallocate(memory, bytes, kAlignment);
  }

  task<T, Layer> get_return_object() noexcept {
    return task<T, Layer>(FrameOwner(std::coroutine_handle<TaskPromise>::from_promise(*this)));
  }
  static std::suspend_always initial_suspend() noexcept { return {}; }
  TaskEnd<Layer> final_suspend() noexcept { return {*this}; }

  template <sender Sender>
  auto await_transform(Sender&& sender) {
    return SenderAwaiter<Sender, Layer>(*this, std::forward<Sender>(sender));
  }
  template <class U>
  auto await_transform(task<U, Layer>&& inner) {
    return TaskAwaiter<U, Layer>(*this, std::move(inner));
  }
  auto await_transform(read_env_t::Of<get_stop_token_t> /*query*/) noexcept {
    return ReadyAwaiter<TaskToken<Layer>>{{this->root}};
  }
  auto await_transform(read_env_t::Of<get_scheduler_t> /*query*/) noexcept {
    return ReadyAwaiter<TaskScheduler<Layer>>{{this->root}};
  }

 private:
  static constexpr std::size_t kAlignment = alignof(std::max_align_t);
};

}  // namespace detail
}  // namespace vigil::execution
