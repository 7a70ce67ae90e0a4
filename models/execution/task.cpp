// Does a task go on exactly once, whenever and wherever what it awaits completes, and may it free itself there?

#include <vigil/execution/just.hpp>
#include <vigil/execution/task.hpp>

#include <atomic>
#include <exception>
#include <optional>
#include <tuple>
#include <utility>

#include <vigil/model/model.hpp>

// Named, not unnamed: g++ warns of a coroutine's frame with members of an unnamed namespace, outside of the main
// source.
namespace vigil::models::tasks {

namespace ex = vigil::execution;

// What another thread does with an operation: completes it with a number, with an error, or as stopped.
enum class How { value, error, stopped };

// Where an operation is left to the thread that completes it.
template <AtomicsLayer Layer>
class Counter {
 public:
  class Completion {
   public:
    virtual void complete(How how) noexcept = 0;

   protected:
    ~Completion() = default;
  };

  void leave(Completion& completion) { left_.store(&completion, std::memory_order_release); }
  [[nodiscard]] Completion& take() {
    const auto is_there = [](Completion* completion) { return completion != nullptr; };
    Completion* const completion = left_.spin_until(is_there, std::memory_order_acquire);
    left_.store(nullptr, std::memory_order_relaxed);
    return *completion;
  }

 private:
  typename Layer::template atomic<Completion*> left_{nullptr, "left"};
};

// A sender that leaves its operation there.
template <AtomicsLayer Layer>
struct Left {
  using values = std::tuple<int>;
  Counter<Layer>* counter;

  template <class Receiver>
  class Operation final : public Counter<Layer>::Completion {
   public:
    Operation(Counter<Layer>& counter, Receiver receiver) : counter_(counter), receiver_(std::move(receiver)) {}
    ~Operation() = default;
    void start() noexcept { counter_.leave(*this); }

   private:
    void complete(How how) noexcept override {
      if (how == How::value) return ex::set_value(std::move(receiver_), 7);
      if (how == How::error) return ex::set_error(std::move(receiver_), std::make_exception_ptr(7));
      ex::set_stopped(std::move(receiver_));
    }

    Counter<Layer>& counter_;
    Receiver receiver_;
  };

  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>(*counter, std::move(receiver));
  }
};

// Counts how many of it there are.
template <AtomicsLayer Layer>
struct Local {
  explicit Local(typename Layer::template var<int>& all) : count(all) { count.set(count.get() + 1); }
  Local(const Local&) = delete;
  Local& operator=(const Local&) = delete;
  ~Local() { count.set(count.get() - 1); }
  typename Layer::template var<int>& count;
};

template <AtomicsLayer Layer>
ex::task<int, Layer> inner(Counter<Layer>& counter, typename Layer::template var<int>& locals) {
  const Local<Layer> local(locals);
  const int given = co_await Left<Layer>{&counter};
  co_await ex::just();
  co_return given + 1;
}
template <AtomicsLayer Layer>
ex::task<int, Layer> outer(Counter<Layer>& counter, typename Layer::template var<int>& locals) {
  const Local<Layer> local(locals);
  co_return 1 + co_await inner<Layer>(counter, locals);
}

// One thread starts a task that awaits another one, which awaits an operation. Another thread completes that as soon as
// it can. The receiver frees the operation of the task.
template <AtomicsLayer Layer>
struct AwaitsAnotherThread {
  struct Receiver {
    AwaitsAnotherThread* model;
    void set_value(int value) && noexcept { model->end(How::value, value); }
    void set_error(std::exception_ptr&& /*error*/) && noexcept { model->end(How::error, 0); }
    void set_stopped() && noexcept { model->end(How::stopped, 0); }
  };
  using Operation = ex::connect_result_t<ex::task<int, Layer>, Receiver>;

  Counter<Layer> counter;
  typename Layer::template var<int> locals{0, "locals"};
  typename Layer::template var<bool> has_ended{false, "has_ended"};
  std::optional<ex::detail::InPlace<Operation>> operation;
  How ending = How::value;
  int result = 0;

  AwaitsAnotherThread() {
    operation.emplace([this] { return ex::connect(outer<Layer>(counter, locals), Receiver{this}); });
  }
  void starts() { ex::start(operation->operation); }
  void end(How how, int value) {
    Layer::require(!has_ended.get(), "a task ends once");
    Layer::require(locals.get() == 0, "what the coroutines held is destroyed before the end is known");
    has_ended.set(true);
    ending = how;
    result = value;
    operation.reset();
  }
  void require_end(How how, int value) {
    Layer::require(has_ended.get(), "the task ends");
    Layer::require(ending == how && result == value, "the task ends as what it awaits");
  }
};

template <AtomicsLayer Layer>
struct AwaitsAValue : AwaitsAnotherThread<Layer> {
  static constexpr std::string_view kSentence =
      "a task that awaits what another thread completes goes on once, there, and may be freed there";
  static constexpr std::string_view kBounds =
      "1 thread starts a task that awaits a task; 1 completes what that awaits with a number";
  static constexpr auto threads() { return std::tuple{&AwaitsAValue::starts, &AwaitsAValue::completes}; }

  void completes() { this->counter.take().complete(How::value); }
  void finish() { this->require_end(How::value, 9); }
};

const auto with_value = model<AwaitsAValue>("execution/task/value").holds();

const auto start_again = with_value.mutant("trampoline_reads_the_root_after_a_step")
                             .named("execution/task/value/root-read-after-a-step")
                             .fails(Violation::data_race, Violation::use_after_free);

const auto any_trampoline = with_value.mutant("completion_left_to_the_last_trampoline")
                                .named("execution/task/value/left-to-the-last-trampoline")
                                .fails(Violation::data_race, Violation::use_after_free, Violation::uninitialised_read);

template <AtomicsLayer Layer>
struct AwaitsAnError : AwaitsAnotherThread<Layer> {
  static constexpr std::string_view kSentence =
      "a task that awaits what another thread completes with an error ends with it, and frees its frames";
  static constexpr std::string_view kBounds =
      "1 thread starts a task that awaits a task; 1 completes what that awaits with an error";
  static constexpr auto threads() { return std::tuple{&AwaitsAnError::starts, &AwaitsAnError::completes}; }

  void completes() { this->counter.take().complete(How::error); }
  void finish() { this->require_end(How::error, 0); }
};

const auto with_error = model<AwaitsAnError>("execution/task/error").holds();

template <AtomicsLayer Layer>
struct AwaitsAStop : AwaitsAnotherThread<Layer> {
  static constexpr std::string_view kSentence =
      "a task that awaits what another thread stops is unwound there, and its frames are freed once";
  static constexpr std::string_view kBounds =
      "1 thread starts a task that awaits a task; 1 completes what that awaits as stopped";
  static constexpr auto threads() { return std::tuple{&AwaitsAStop::starts, &AwaitsAStop::completes}; }

  void completes() { this->counter.take().complete(How::stopped); }
  void finish() { this->require_end(How::stopped, 0); }
};

const auto with_stop = model<AwaitsAStop>("execution/task/stop").holds();

const auto outermost_alone = with_stop.mutant("unwinding_ends_at_the_innermost_task")
                                 .named("execution/task/stop/only-innermost-unwound")
                                 .fails(Violation::requirement, Violation::leak);

// The scheduler of a task leaves its operations to a third thread.
template <AtomicsLayer Layer>
struct ThirdThread {
  Counter<Layer>* counter;

  struct Sender {
    using values = std::tuple<>;
    Counter<Layer>* counter;

    template <class Receiver>
    class Operation final : public Counter<Layer>::Completion {
     public:
      Operation(Counter<Layer>& counter, Receiver receiver) : counter_(counter), receiver_(std::move(receiver)) {}
      ~Operation() = default;
      void start() noexcept { counter_.leave(*this); }

     private:
      void complete(How how) noexcept override {
        if (how == How::value) return ex::set_value(std::move(receiver_));
        ex::set_stopped(std::move(receiver_));
      }

      Counter<Layer>& counter_;
      Receiver receiver_;
    };
    template <class Receiver>
    auto connect(Receiver receiver) const {
      return Operation<Receiver>(*counter, std::move(receiver));
    }
  };

  [[nodiscard]] Sender schedule() const { return {counter}; }
  friend bool operator==(const ThirdThread&, const ThirdThread&) = default;
};

template <AtomicsLayer Layer>
struct GoesBack {
  static constexpr std::string_view kSentence =
      "a task with a scheduler goes on there, with the value of what another thread completes";
  static constexpr std::string_view kBounds =
      "1 thread starts a task that awaits a task; 1 completes what that awaits with a number; 1 thread of the "
      "scheduler";
  static constexpr auto threads() { return std::tuple{&GoesBack::starts, &GoesBack::completes, &GoesBack::scheduler}; }

  struct Env {
    GoesBack* model;
    [[nodiscard]] ThirdThread<Layer> get_scheduler() const noexcept { return {&model->scheduled}; }
  };
  struct Receiver {
    GoesBack* model;
    void set_value(int value) && noexcept { model->end(value); }
    void set_error(std::exception_ptr&& /*error*/) && noexcept { Layer::require(false, "there is no error"); }
    void set_stopped() && noexcept { Layer::require(false, "there is no stop"); }
    [[nodiscard]] Env get_env() const noexcept { return {model}; }
  };
  using Operation = ex::connect_result_t<ex::task<int, Layer>, Receiver>;

  Counter<Layer> counter;
  Counter<Layer> scheduled;
  typename Layer::template var<int> locals{0, "locals"};
  typename Layer::template var<int> result{0, "result"};
  std::optional<ex::detail::InPlace<Operation>> operation;

  GoesBack() {
    operation.emplace([this] { return ex::connect(outer<Layer>(counter, locals), Receiver{this}); });
  }
  void starts() { ex::start(operation->operation); }
  void completes() { counter.take().complete(How::value); }
  void scheduler() {
    scheduled.take().complete(How::value);
    Layer::require(result.get() == 9, "the task has ended on its scheduler");
  }
  void end(int value) {
    Layer::require(locals.get() == 0, "what the coroutines held is destroyed before the end is known");
    result.set(value);
    operation.reset();
  }
};

const auto goes_back = model<GoesBack>("execution/task/goes-back").holds();

const auto stays = goes_back.mutant("task_ignores_its_scheduler")
                       .named("execution/task/goes-back/scheduler-ignored")
                       .fails(Violation::requirement, Violation::livelock, Violation::missed_wake);

// A task of one await.
template <AtomicsLayer Layer, class Sender>
ex::task<int, Layer> awaits(Sender sender) {
  co_return 1 + co_await sender;
}

// A sender whose start completes what is left to `other`, then itself. With `own`, it is left there first, so that
// another thread completes it.
template <AtomicsLayer Layer>
struct CompletesAnother {
  using values = std::tuple<int>;
  Counter<Layer>* other;
  Counter<Layer>* own;

  template <class Receiver>
  class Operation final : public Counter<Layer>::Completion {
   public:
    Operation(CompletesAnother sender, Receiver receiver) : sender_(sender), receiver_(std::move(receiver)) {}
    ~Operation() = default;
    // With `own`, the operation may have been destroyed when it has been left.
    void start() noexcept {
      const CompletesAnother sender = sender_;
      if (sender.own != nullptr) sender.own->leave(*this);
      sender.other->take().complete(How::value);
      if (sender.own == nullptr) complete(How::value);
    }

   private:
    void complete(How /*how*/) noexcept override { ex::set_value(std::move(receiver_), 7); }

    CompletesAnother sender_;
    Receiver receiver_;
  };
  template <class Receiver>
  auto connect(Receiver receiver) const {
    return Operation<Receiver>(*this, std::move(receiver));
  }
};

// Two tasks, one after the other.
template <AtomicsLayer Layer>
struct TwoTasks {
  struct Receiver {
    TwoTasks* model;
    int which;
    void set_value(int value) && noexcept {
      Layer::require(value == 8, "a task gives its value");
      model->end(which);
    }
    void set_error(std::exception_ptr&& /*error*/) && noexcept { Layer::require(false, "there is no error"); }
    void set_stopped() && noexcept { Layer::require(false, "there is no stop"); }
  };
  using Operation = ex::detail::InPlace<ex::connect_result_t<ex::task<int, Layer>, Receiver>>;

  Counter<Layer> left;
  Counter<Layer> also_left;
  std::optional<Operation> first;
  std::optional<Operation> second;
  typename Layer::template var<int> ended{0, "ended"};

  virtual void end(int /*which*/) noexcept { ended.set(ended.get() + 1); }
  template <class Sender>
  void make(std::optional<Operation>& operation, int which, Sender sender) {
    operation.emplace([&] { return ex::connect(awaits<Layer>(sender), Receiver{this, which}); });
  }
  void finish() { Layer::require(ended.get() == 2, "both tasks end"); }

 protected:
  ~TwoTasks() = default;
};

template <AtomicsLayer Layer>
struct CompletesAnEarlierTask final : TwoTasks<Layer> {
  static constexpr std::string_view kSentence =
      "what a task awaits may complete what an earlier task of the thread awaits: both go on";
  static constexpr std::string_view kBounds =
      "1 thread: starts a task that suspends, then one whose await completes what the first awaits";
  static constexpr auto threads() { return std::tuple{&CompletesAnEarlierTask::starts}; }

  CompletesAnEarlierTask() {
    this->make(this->first, 1, Left<Layer>{&this->left});
    this->make(this->second, 2, CompletesAnother<Layer>{&this->left, nullptr});
  }
  void starts() {
    for (auto* const operation : {&this->first, &this->second}) ex::start((*operation)->operation);
  }
};

const auto earlier = model<CompletesAnEarlierTask>("execution/task/earlier-task").holds();

const auto wrong_root = earlier.mutant("trampoline_known_by_its_address_alone")
                            .named("execution/task/earlier-task/root-not-compared")
                            .fails(Violation::requirement, Violation::leak);

template <AtomicsLayer Layer>
struct CompletesALaterTask final : TwoTasks<Layer> {
  static constexpr std::string_view kSentence =
      "a start that outlives its task may complete what another task awaits whose operation is in the same memory";
  static constexpr std::string_view kBounds =
      "1 thread starts a task, and in that completes what a second task awaits; 1 completes what the first awaits, and "
      "then starts the second, in the memory of the first";
  static constexpr auto threads() { return std::tuple{&CompletesALaterTask::starts, &CompletesALaterTask::completes}; }

  CompletesALaterTask() { this->make(this->first, 1, CompletesAnother<Layer>{&this->also_left, &this->left}); }
  void starts() { ex::start(this->first->operation); }
  void completes() { this->left.take().complete(How::value); }
  void end(int which) noexcept override {
    TwoTasks<Layer>::end(which);
    if (which == 2) return this->first.reset();
    this->make(this->first, 2, Left<Layer>{&this->also_left});
    ex::start(this->first->operation);
  }
};

const auto later = model<CompletesALaterTask>("execution/task/later-task").holds();

const auto wrong_trampoline =
    later.mutant("trampoline_known_by_its_root_alone")
        .named("execution/task/later-task/trampoline-not-compared")
        .fails(Violation::data_race, Violation::use_after_free, Violation::uninitialised_read, Violation::requirement);

}  // namespace vigil::models::tasks
