// Is every task that a lean pool has accepted run, once, before a join returns; and is the pool then free to go?

#include "pool_parts.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

using namespace lean;

// One thread schedules, another shuts down, joins, and frees the pool; `Layer` says which threads can be started.
template <AtomicsLayer A, class Layer>
class ScheduleMeetsShutdown {
 public:
  void owner() {
    std::optional<Pool<Layer, 1>> pool(std::in_place, LeanOptions{.most_threads = 1});
    task_.prepare(*this, [](ScheduleMeetsShutdown&) {});
    typename A::thread scheduler([this, &pool] { is_accepted_.set(pool->schedule(task_)); });
    pool->shutdown();
    pool->join();
    // The scheduler may still be in schedule; what it has to do there with the pool is over.
    A::require(task_.runs.get() <= 1, "no task runs twice");
    const int runs = task_.runs.get();
    scheduler.join();
    A::require(runs == (is_accepted_.get() ? 1 : 0), "accepted and run before join returns, or refused");
  }

 private:
  CountedTask<Layer, ScheduleMeetsShutdown> task_;
  typename A::template var<bool> is_accepted_{false};
};

template <AtomicsLayer A>
struct AgainstShutdown : ScheduleMeetsShutdown<A, A> {
  static constexpr std::string_view kSentence =
      "a task that comes with a shutdown is run before join returns, or refused";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task; 1 that shuts down and joins; at most 1 worker";
  static constexpr auto threads() { return std::tuple{&AgainstShutdown::owner}; }
};

const auto against_shutdown = with_pool_tables(model<AgainstShutdown, kCheckerAlone>("lean/pool/against-shutdown"))
                                  .weak_failures(0)
                                  .spurious_wakes(0)
                                  .defect("S-51")
                                  .holds();

const auto not_refused = against_shutdown.with(LeanProtocol{.refuse_after_stop = false})
                             .named("lean/pool/against-shutdown/late-tasks-accepted")
                             .defect("S-51")
                             .fails(Violation::requirement);

const auto shut_down_at_once = against_shutdown.with(LeanProtocol{.shut_down_when_empty = false})
                                   .named("lean/pool/against-shutdown/shut-down-at-once")
                                   .defect("S-44")
                                   .fails(Violation::requirement);

// The queue of those who are no workers, left out: a worker looks in its own places, for ever in vain.
const auto not_looked_outside = against_shutdown.with(LeanProtocol{.look_outside = false})
                                    .named("lean/pool/against-shutdown/outside-not-looked-at")
                                    .defect("S-47")
                                    .fails(Violation::requirement);

// The task shuts the pool down. Whoever has scheduled it may still be there when the pool is freed.
template <AtomicsLayer A, class Layer>
class FreedAfterJoin {
 public:
  void owner() {
    pool_.emplace(LeanOptions{.most_threads = 1});
    task_.prepare(*this, [](FreedAfterJoin& self) { self.pool_->shutdown(); });
    typename A::thread scheduler([this] { A::require(pool_->schedule(task_), "accepted before the shutdown"); });
    pool_->join();
    A::require(task_.runs.get() == 1, "run before join returns");
    pool_.reset();
    scheduler.join();
  }

 private:
  std::optional<Pool<Layer, 1>> pool_;
  CountedTask<Layer, FreedAfterJoin> task_;
};

template <AtomicsLayer A>
struct ShutDownByTask : FreedAfterJoin<A, A> {
  static constexpr std::string_view kSentence =
      "after join a pool may be freed, though the last schedule is still returning";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task, which shuts down; 1 that joins; at most 1 worker";
  static constexpr auto threads() { return std::tuple{&ShutDownByTask::owner}; }
};

const auto shut_down_by_task = with_pool_tables(model<ShutDownByTask, kCheckerAlone>("lean/pool/shut-down-by-task"))
                                   .weak_failures(0)
                                   .spurious_wakes(0)
                                   .defect("S-44")
                                   .holds();

// Whoever joins cannot know what came before the shutdown: that a thread was started.
const auto unordered_shutdown = shut_down_by_task.with(SyncWordOrders{.close = std::memory_order_relaxed})
                                    .named("lean/pool/shut-down-by-task/close-publishes-nothing")
                                    .fails(Violation::data_race);

template <AtomicsLayer A>
struct StandInShutsDown : FreedAfterJoin<A, NoThreads<A>> {
  static constexpr std::string_view kSentence =
      "where no thread starts, whoever schedules runs the task, and the pool may be freed";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task, which shuts down; 1 that joins; no worker";
  static constexpr auto threads() { return std::tuple{&StandInShutsDown::owner}; }
};

const auto stand_in_shuts_down =
    with_pool_tables(model<StandInShutsDown, kCheckerAlone>("lean/pool/stand-in-shuts-down"))
        .weak_failures(0)
        .spurious_wakes(0)
        .defect("S-41")
        .holds();

const auto stands_in_admitted = stand_in_shuts_down.with(LeanProtocol{.leave_before_standing_in = false})
                                    .named("lean/pool/stand-in-shuts-down/still-admitted")
                                    .fails(Violation::missed_wake);

// Two tasks that wait for each other, so that both must be run at once.
template <AtomicsLayer A>
class TwoAtOnce {
 public:
  static constexpr std::string_view kSentence = "whoever fills its ring from a queue wakes another worker for it";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 2 tasks, which wait for each other, shuts down and joins; at most 2 workers";
  static constexpr auto threads() { return std::tuple{&TwoAtOnce::owner}; }

  void owner() {
    Pool<A, 2> pool(LeanOptions{.most_threads = 2});
    Batch<vigil::Task<A>> batch;
    for (auto& task : tasks_) {
      task.prepare(*this, [](TwoAtOnce& self) { self.meet(); });
      batch.push(task);
    }
    A::require(pool.schedule(batch), "accepted");
    pool.shutdown();
    pool.join();
    for (const auto& task : tasks_) A::require(task.runs.get() == 1, "every task runs");
  }

 private:
  void meet() {
    came_.fetch_add(1U, std::memory_order_acq_rel);
    while (came_.load(std::memory_order_acquire) != 2) A::yield();
  }

  std::array<CountedTask<A, TwoAtOnce>, 2> tasks_;
  typename A::template atomic<std::uint32_t> came_{0U};
};

const auto two_at_once = with_pool_tables(model<TwoAtOnce, kCheckerAlone>("lean/pool/two-at-once"))
                             .weak_failures(0)
                             .spurious_wakes(0)
                             .defect("S-42")
                             .defect("S-50")
                             .holds();

const auto refilled_silently = two_at_once.with(LeanProtocol{.tell_of_refill = false})
                                   .named("lean/pool/two-at-once/refilled-silently")
                                   .defect("S-50")
                                   .fails(Violation::livelock, Violation::missed_wake);

// A task that runs on one pool schedules on another.
template <AtomicsLayer A>
class NeighbouringLeanPool {
 public:
  static constexpr std::string_view kSentence = "a task goes to the pool that it was given to, whoever gives it";
  static constexpr std::string_view kBounds =
      "2 pools of at most 1 worker; 1 task on one that schedules 1 task on the other";
  static constexpr auto threads() { return std::tuple{&NeighbouringLeanPool::owner}; }

  void owner() {
    near_.emplace(LeanOptions{.most_threads = 1});
    far_.emplace(LeanOptions{.most_threads = 1});
    first_.prepare(*this,
                   [](NeighbouringLeanPool& self) { A::require(self.far_->schedule(self.second_), "accepted"); });
    second_.prepare(*this, [](NeighbouringLeanPool& self) {
      const auto* const worker = LeanWorker<PoolParts<A, 1>>::current();
      A::require(worker != nullptr && worker->pool() == &*self.far_, "it runs on the pool that it was given to");
    });
    A::require(near_->schedule(first_), "accepted");
    near_->shutdown();
    near_->join();
    far_->shutdown();
    far_->join();
    A::require(first_.runs.get() == 1 && second_.runs.get() == 1, "every task runs");
  }

 private:
  std::optional<Pool<A, 1>> near_, far_;
  CountedTask<A, NeighbouringLeanPool> first_, second_;
};

const auto neighbour = with_pool_tables(model<NeighbouringLeanPool, kCheckerAlone>("lean/pool/neighbour"))
                           .weak_failures(0)
                           .spurious_wakes(0)
                           .defect("S-54")
                           .holds();

const auto taken_for_its_own = neighbour.with(LeanProtocol{.know_the_pool = false})
                                   .named("lean/pool/neighbour/taken-for-its-own")
                                   .defect("S-54")
                                   .fails(Violation::requirement);

// Any start of a thread may fail.
template <AtomicsLayer A>
class StartsFail {
 public:
  static constexpr std::string_view kSentence = "every task runs, whichever threads cannot be started";
  static constexpr std::string_view kBounds =
      "2 threads that schedule 1 task each; 1 that shuts down and joins; at most 1 worker; any start may fail";
  static constexpr auto threads() { return std::tuple{&StartsFail::owner}; }

  void owner() {
    Pool<FewThreads<A>, 1> pool(LeanOptions{.most_threads = 1});
    for (auto& task : tasks_) task.prepare(*this, [](StartsFail&) {});
    typename A::thread scheduler([&] { A::require(pool.schedule(tasks_[1]), "accepted"); });
    A::require(pool.schedule(tasks_[0]), "accepted");
    scheduler.join();
    pool.shutdown();
    pool.join();
    for (const auto& task : tasks_) A::require(task.runs.get() == 1, "every task runs");
  }

 private:
  std::array<CountedTask<FewThreads<A>, StartsFail>, 2> tasks_;
};

const auto starts_fail = with_pool_tables(model<StartsFail, kCheckerAlone>("lean/pool/starts-fail"))
                             .weak_failures(0)
                             .spurious_wakes(0)
                             .defect("S-41")
                             .holds();

}  // namespace
}  // namespace vigil::models
