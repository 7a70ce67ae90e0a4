// Is each task of a scope that gets a stop request either run or dropped, and counted once in either case?

#include <vigil/pool/scope.hpp>

#include "parts.hpp"

#include <tuple>
#include <utility>

namespace vigil::models {
namespace {

using pools::with_tables;

ScopeOrders scope_orders;
ScopeProtocol scope_protocol;

// A request to stop as the checker can see it: `std::stop_source` uses the atomics of the machine. It orders what
// std::stop_source orders.
template <AtomicsLayer Layer>
class StopSource {
 public:
  struct Token {
    const StopSource* source;
    [[nodiscard]] bool stop_requested() const noexcept { return source->is_requested(); }
  };

  void request_stop() { is_requested_.store(true, std::memory_order_release); }
  [[nodiscard]] bool is_requested() const { return is_requested_.load(std::memory_order_acquire); }
  [[nodiscard]] Token token() const { return {this}; }

 private:
  typename Layer::template atomic<bool> is_requested_{false, "is_requested"};
};

// What became of a task. It lies in the frame of the scope, and the task uses it until it is destroyed.
template <AtomicsLayer Layer>
struct Fate {
  typename Layer::template var<int> runs{0, "runs"};
  typename Layer::template var<int> ends{0, "ends"};
};

template <AtomicsLayer Layer>
class Fated {
 public:
  explicit Fated(Fate<Layer>& fate) : fate_(&fate) {}
  Fated(Fated&& other) noexcept : fate_(std::exchange(other.fate_, nullptr)) {}
  ~Fated() {
    if (fate_ != nullptr) fate_->ends.set(fate_->ends.get() + 1);
  }
  void operator()() { fate_->runs.set(fate_->runs.get() + 1); }

 private:
  Fate<Layer>* fate_;
};

template <AtomicsLayer Layer>
struct StoppedScope {
  using Parts = pools::RestlessParts<Layer>;
  using Worker = vigil::Worker<Parts>;

  StoppedScope() {
    worker_set.add_worker(0);
    worker_set.add_worker(1);
  }
  void steals() { (void)worker_set.worker(1).run_one(); }
  void requests() { stop.request_stop(); }

  template <class Body>
  void scope_of_worker_0(Body body) {
    scope<scope_orders, scope_protocol>(worker_set.worker(0), body, stop.token());
  }
  static void require_one_end(const Fate<Layer>& fate) {
    Layer::require(fate.ends.get() == 1, "a task is destroyed once, before its scope ends");
    Layer::require(fate.runs.get() <= 1, "a task is run once, or dropped");
  }

  WorkerSet<Parts> worker_set{2, pools::kNoRounds, pools::kCapacity};
  StopSource<Layer> stop;
};

template <class Model>
[[nodiscard]] auto with_scope_tables(Model draft) {
  return with_tables(std::move(draft)).tables(scope_orders, scope_protocol, pools::deque_orders);
}

template <AtomicsLayer Layer>
struct StopMeetsTasks : StoppedScope<Layer> {
  static constexpr std::string_view kSentence =
      "a scope that gets a stop request while it runs ends, after each task was run or dropped";
  static constexpr std::string_view kBounds =
      "1 worker: a scope with two tasks; 1 thief: steals once; 1 thread that requests the stop";
  static constexpr auto threads() {
    return std::tuple{&StopMeetsTasks::owner, &StopMeetsTasks::steals, &StopMeetsTasks::requests};
  }

  void owner() {
    Fate<Layer> first;
    Fate<Layer> second;
    auto& worker = this->worker_set.worker(0);
    this->scope_of_worker_0([&](auto& tasks) {
      tasks.spawn(worker, Fated<Layer>(first));
      tasks.spawn(worker, Fated<Layer>(second));
    });
    this->require_one_end(first);
    this->require_one_end(second);
  }
};

const auto meets = with_scope_tables(model<StopMeetsTasks>("pool/scope/stop/meets-tasks")).holds();

const auto destroyed_late = meets.mutant("scope_destroys_task_after_count")
                                .named("pool/scope/stop/meets-tasks/destroyed-after-done")
                                .defect("S-24")
                                .fails(Violation::use_after_free, Violation::data_race, Violation::requirement);

const auto done_release = meets.with(ScopeOrders{.done = std::memory_order_release})
                              .named("pool/scope/stop/meets-tasks/done-release")
                              .fails(Violation::data_race, Violation::use_after_free);

template <AtomicsLayer Layer>
struct StopBefore : StoppedScope<Layer> {
  static constexpr std::string_view kSentence = "a stop that was requested before a task was spawned is seen by it";
  static constexpr std::string_view kBounds =
      "1 worker: a scope with one task, requests the stop before it, or not; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&StopBefore::owner, &StopBefore::steals}; }

  void owner() {
    const bool is_requested = Layer::choose(2) == 1;
    Fate<Layer> fate;
    auto& worker = this->worker_set.worker(0);
    this->scope_of_worker_0([&](auto& tasks) {
      if (is_requested) this->requests();
      tasks.spawn(worker, Fated<Layer>(fate));
    });
    this->require_one_end(fate);
    Layer::require(fate.runs.get() == (is_requested ? 0 : 1), "a task is dropped if a stop was requested before it");
  }
};

const auto before = with_scope_tables(model<StopBefore>("pool/scope/stop/before-spawn")).holds();

// The task sees nothing of what was done before it was left, not even the stop request.
const auto push_relaxed =
    before.with(ChaseLevOrders{.push_publish = std::memory_order_relaxed, .pop_reserve = std::memory_order_relaxed})
        .named("pool/scope/stop/before-spawn/push-relaxed")
        .relacy_may_find(Violation::livelock)
        .fails(Violation::data_race, Violation::uninitialised_read, Violation::use_after_free);

// A task may request a stop and then spawn another task, which is counted and dropped.
template <AtomicsLayer Layer>
struct StopByTask : StoppedScope<Layer> {
  static constexpr std::string_view kSentence = "a task that requests a stop and spawns another one has that dropped";
  static constexpr std::string_view kBounds =
      "1 worker: a scope with a task that requests the stop and spawns one; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&StopByTask::owner, &StopByTask::steals}; }

  using typename StoppedScope<Layer>::Worker;

  void owner() {
    Fate<Layer> fate;
    auto& worker = this->worker_set.worker(0);
    this->scope_of_worker_0([&](auto& tasks) {
      tasks.spawn(worker, [&](Worker& other) {
        this->requests();
        tasks.spawn(other, Fated<Layer>(fate));
      });
    });
    this->require_one_end(fate);
    Layer::require(fate.runs.get() == 0, "the task that was spawned after the stop is dropped");
  }
};

const auto by_task = with_scope_tables(model<StopByTask>("pool/scope/stop/requested-by-task")).holds();

const auto counted_late =
    by_task.mutant("scope_counts_task_after_push")
        .named("pool/scope/stop/requested-by-task/counted-after-push")
        .fails(Violation::use_after_free, Violation::data_race, Violation::requirement, Violation::livelock);

}  // namespace
}  // namespace vigil::models
