#pragma once

#include <vigil/checker.hpp>
#include <vigil/latch/once_latch.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

// The models of the scheduler, and of its mutants. Their threads run the header as it ships: a submitter makes a
// scheduler, whose threads are threads of the model, and stops it. So a worker that sleeps through a task, or through
// the stop, is a thread that waits forever.

// What a model and the workers of its scheduler share.
struct Stage {
  // How often a worker has gone to sleep.
  vigil::checker::CheckedAtomics::atomic<unsigned> sleeps{0U, "sleeps"};
  // Whether any start of a thread may fail.
  bool starts_may_fail = false;
};

// The checker's layer, with two additions. A submitter can wait until workers are asleep: a search that begins there is
// smaller. And a thread can fail to start.
struct ModelLayer : vigil::checker::CheckedAtomics {
  using Base = vigil::checker::CheckedAtomics;
  using CurrentStage = Base::thread_specific<Stage>;

  class thread : public Base::thread {
   public:
    template <class Code>
    explicit thread(Code code) : Base::thread(on_the_stage(std::move(code))) {}

   private:
    template <class Code>
    static auto on_the_stage(Code code) {
      Stage* const stage = CurrentStage::get();
      if (stage->starts_may_fail && Base::choose(2) == 1)
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      return [stage, code = std::move(code)] {
        CurrentStage::set(stage);
        code();
      };
    }
  };

  class condition_variable : public Base::condition_variable {
   public:
    using Base::condition_variable::condition_variable;
    void wait(mutex& held, vigil::Location location = vigil::Location::current()) {
      CurrentStage::get()->sleeps.fetch_add(1, std::memory_order_release);
      Base::condition_variable::wait(held, location);
    }
  };
};

// A weak compare-exchange fails, and a thread is woken, only for a reason. Vigil's own models cover the others.
inline vigil::checker::Options bounds() {
  vigil::checker::Options options;
  options.weak_failures = 0;
  options.spurious_wakes = 0;
  return options;
}
// Where all executions are too many: those with at most so many preemptions.
inline vigil::checker::Options bounded_by_preemptions(unsigned preemptions) {
  auto options = bounds();
  options.most_preemptions = preemptions;
  return options;
}

// The common part of the models: a scheduler, and how often each of its tasks ran. `Namespace` has the scheduler.
template <class Namespace, std::size_t Tasks>
class Model {
 public:
  static vigil::checker::Options options() { return bounds(); }
  void finish() {
    for (const auto& runs : runs_) ModelLayer::require(runs.get() == 1, "each task runs once");
  }

 protected:
  using Layer = ModelLayer;

  // As impatient as Sleep allows: a worker searches once between its announcement and its sleep.
  void start(std::size_t workers) {
    Layer::CurrentStage::set(&stage_);
    scheduler_.emplace(typename Namespace::Options{
        .workers = workers, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 2});
  }
  void wait_for_sleeps(unsigned sleeps) {
    (void)stage_.sleeps.spin_until([sleeps](unsigned so_far) { return so_far >= sleeps; }, std::memory_order_acquire);
  }
  void ran(std::size_t task) { runs_[task].set(runs_[task].get() + 1); }

  Stage stage_;
  std::array<Layer::var<int>, Tasks> runs_ = vigil::Names("runs", 0);
  std::optional<typename Namespace::Scheduler> scheduler_;
};

// Two tasks from outside reach a worker that searches, announces, sleeps. The second finds the jobs event counter odd.
template <class Namespace>
struct TwoTasks : Model<Namespace, 2> {
  static constexpr auto threads() { return std::tuple{&TwoTasks::submitter}; }
  void submitter() {
    this->start(1);
    this->scheduler_->spawn([this] { this->ran(0); });
    this->scheduler_->spawn([this] { this->ran(1); });
    this->scheduler_->stop();
  }
};

// A task from outside wakes one of two workers; both are stopped, asleep or not.
template <class Namespace>
struct TwoWorkers : Model<Namespace, 1> {
  static constexpr auto threads() { return std::tuple{&TwoWorkers::submitter}; }
  void submitter() {
    this->start(2);
    this->wait_for_sleeps(2);
    this->scheduler_->spawn([this] { this->ran(0); });
    this->scheduler_->stop();
  }
};

// A task spawns another one, which its own worker pops or the other one steals.
template <class Namespace>
struct Inside : Model<Namespace, 2> {
  static constexpr auto threads() { return std::tuple{&Inside::submitter}; }
  static vigil::checker::Options options() { return bounded_by_preemptions(1); }
  void submitter() {
    this->start(2);
    this->wait_for_sleeps(2);
    this->scheduler_->spawn([this] {
      this->scheduler_->spawn([this] { this->ran(1); });
      this->ran(0);
    });
    this->scheduler_->stop();
  }
};

// A task waits for the next one. So its worker must not leave that to a sleeper.
template <class Namespace>
struct FirstWaitsForSecond : Model<Namespace, 2> {
  static constexpr auto threads() { return std::tuple{&FirstWaitsForSecond::submitter}; }
  static vigil::checker::Options options() { return bounded_by_preemptions(0); }
  void submitter() {
    this->start(2);
    this->wait_for_sleeps(2);
    this->scheduler_->spawn([this] {
      (void)second_ran.spin_until([](bool ran) { return ran; }, std::memory_order_acquire);
      this->ran(0);
    });
    this->scheduler_->spawn([this] {
      this->ran(1);
      second_ran.store(true, std::memory_order_release);
    });
    this->wait_for_sleeps(4);
    this->scheduler_->stop();
  }
  ModelLayer::atomic<bool> second_ran{false, "second_ran"};
};

// The scheduler is stopped while another thread spawns: the task runs if it was accepted, and only then.
template <class Namespace>
struct SpawnAndStop : Model<Namespace, 0> {
  static constexpr auto threads() { return std::tuple{&SpawnAndStop::submitter}; }
  void submitter() {
    this->start(1);
    this->wait_for_sleeps(1);
    bool is_accepted = false;
    ModelLayer::thread other([&] { is_accepted = this->scheduler_->spawn([this] { runs.set(runs.get() + 1); }); });
    this->scheduler_->stop();
    const int runs_by_then = runs.get();
    other.join();
    ModelLayer::require(runs_by_then == (is_accepted ? 1 : 0), "a task runs if it was accepted");
  }
  ModelLayer::var<int> runs{0, "runs"};
};

// The task says that it is over. So the scheduler is destroyed, perhaps before the call that spawned the task returns.
template <class Namespace>
struct SpawnAndDestroy : Model<Namespace, 1> {
  static constexpr auto threads() { return std::tuple{&SpawnAndDestroy::submitter}; }
  void submitter() {
    this->start(1);
    this->wait_for_sleeps(1);
    ModelLayer::thread other([this] {
      this->scheduler_->spawn([this] {
        this->ran(0);
        is_over.set();
      });
    });
    is_over.wait(vigil::SpinWait<ModelLayer>(0));
    this->scheduler_.reset();
    other.join();
  }
  vigil::OnceLatch<ModelLayer> is_over;
};

// Of two threads, any start may fail: then none is left, and the scheduler's memory is free.
template <class Namespace>
struct StartFails : Model<Namespace, 0> {
  static constexpr auto threads() { return std::tuple{&StartFails::submitter}; }
  void submitter() {
    this->stage_.starts_may_fail = true;
    try {
      this->start(2);
      this->scheduler_->stop();
    } catch (const std::system_error&) {
    }
  }
};

// One of two tasks throws; stop passes it on when both are over.
template <class Namespace>
struct TaskThrows : Model<Namespace, 2> {
  static constexpr auto threads() { return std::tuple{&TaskThrows::submitter}; }
  void submitter() {
    this->start(1);
    this->wait_for_sleeps(1);
    bool has_thrown = false;
    this->scheduler_->spawn([this] {
      this->ran(0);
      throw std::runtime_error("a task failed");
    });
    this->scheduler_->spawn([this] { this->ran(1); });
    try {
      this->scheduler_->stop();
    } catch (const std::runtime_error&) {
      has_thrown = true;
    }
    ModelLayer::require(has_thrown, "stop throws what a task threw");
  }
};
