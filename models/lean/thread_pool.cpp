// Is every task that a lean pool has accepted run, once, before a join returns; and is the pool then free to go?

#include "pool_parts.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

using namespace lean;

template <AtomicsLayer Layer>
using AnyTask = vigil::lean::Task<Layer>;

template <AtomicsLayer Layer>
class AgainstShutdown {
 public:
  static constexpr std::string_view kSentence =
      "a task that comes with a shutdown is run before join returns, or refused";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task; 1 that shuts down and joins; at most 1 worker";
  static constexpr auto threads() { return std::tuple{&AgainstShutdown::owner}; }

  void owner() {
    Pool<Layer, 1> pool(lean::PoolOptions{.most_threads = 1});
    task_.prepare(*this, [](AgainstShutdown&) {});
    typename Layer::thread scheduler([this, &pool] { is_accepted_.set(pool.schedule(task_)); });
    pool.shutdown();
    pool.join();
    const int runs = task_.runs.get();
    scheduler.join();
    Layer::require(runs == (is_accepted_.get() ? 1 : 0), "accepted and run before join returns, or refused");
  }

 private:
  CountedTask<Layer, AgainstShutdown> task_;
  typename Layer::template var<bool> is_accepted_{false, "is_accepted"};
};

const auto against_shutdown = with_pool_tables(model<AgainstShutdown>("lean/thread_pool/against-shutdown"))
                                  .starts(2)
                                  .weak_failures(0)
                                  .spurious_wakes(0)
                                  .holds();

const auto not_refused = against_shutdown.mutant("closed_admission_entered")
                             .named("lean/thread_pool/against-shutdown/late-tasks-accepted")
                             .defect("S-51")
                             .fails(Violation::requirement);

const auto shut_down_at_once = against_shutdown.mutant("lean_pool_shut_down_at_once")
                                   .named("lean/thread_pool/against-shutdown/shut-down-at-once")
                                   .defect("S-44")
                                   .fails(Violation::requirement);

const auto not_searched_outside = against_shutdown.mutant("outside_not_searched")
                                      .named("lean/thread_pool/against-shutdown/outside-not-checked")
                                      .defect("S-47")
                                      .fails(Violation::requirement);

// A task shuts the pool down and schedules another. The call that scheduled the first may not have returned when the
// pool is freed.
template <AtomicsLayer Layer, std::size_t StackBytes>
class FreedAfterJoin {
 public:
  static constexpr std::string_view kSentence =
      "after join a pool may be freed, though the last schedule is still returning";

  void owner() {
    pool_.emplace(lean::PoolOptions{.most_threads = 1, .stack_bytes = StackBytes});
    first_.prepare(*this, [](FreedAfterJoin& self) {
      self.pool_->shutdown();
      Layer::require(self.pool_->schedule(self.second_), "what a running task schedules is not refused");
    });
    second_.prepare(*this, [](FreedAfterJoin&) {});
    typename Layer::thread scheduler(
        [this] { Layer::require(pool_->schedule(first_), "accepted before the shutdown"); });
    pool_->join();
    Layer::require(first_.runs.get() == 1 && second_.runs.get() == 1, "run before join returns");
    pool_.reset();
    scheduler.join();
  }

 private:
  std::optional<Pool<Layer, 1>> pool_;
  CountedTask<Layer, FreedAfterJoin> first_, second_;
};

template <AtomicsLayer Layer>
struct ShutDownByTask : FreedAfterJoin<Layer, 0> {
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task, which shuts down and schedules another; 1 that joins and frees; at most 1 "
      "worker";
  static constexpr auto threads() { return std::tuple{&ShutDownByTask::owner}; }
};

const auto shut_down_by_task = with_pool_tables(model<ShutDownByTask>("lean/thread_pool/shut-down-by-task"))
                                   .starts(2)
                                   .weak_failures(0)
                                   .spurious_wakes(0)
                                   .holds();

// The joiner cannot know what came before the shutdown: that a thread was started.
const auto unordered_shutdown = shut_down_by_task.with(SyncWordOrders{.close = std::memory_order_relaxed})
                                    .named("lean/thread_pool/shut-down-by-task/close-publishes-nothing")
                                    .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct StandInShutsDown : FreedAfterJoin<Layer, kNeverStarts> {
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task, which shuts down and schedules another; 1 that joins and frees; no thread can "
      "be started";
  static constexpr auto threads() { return std::tuple{&StandInShutsDown::owner}; }
};

const auto stand_in_shuts_down = with_pool_tables(model<StandInShutsDown>("lean/thread_pool/stand-in-shuts-down"))
                                     .starts(1)
                                     .weak_failures(0)
                                     .spurious_wakes(0)
                                     .holds();

const auto stands_in_as_nobody = stand_in_shuts_down.mutant("stand_in_is_no_worker")
                                     .named("lean/thread_pool/stand-in-shuts-down/as-nobody")
                                     .defect("S-41")
                                     .fails(Violation::requirement);

// The caller that is inside when the pool is closed lets the threads leave. A second shutdown that did it in its place
// would have the pool freed while that caller is about to.
template <AtomicsLayer Layer>
class ShutDownTwice {
 public:
  static constexpr std::string_view kSentence =
      "a pool that is shut down twice may be freed, though the schedule that was under way is still returning";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task, which shuts down; 1 that shuts down again, joins and frees; no thread can be "
      "started";
  static constexpr auto threads() { return std::tuple{&ShutDownTwice::owner}; }

  void owner() {
    pool_.emplace(lean::PoolOptions{.most_threads = 1, .stack_bytes = kNeverStarts});
    task_.prepare(*this, [](ShutDownTwice& self) {
      self.pool_->shutdown();
      self.is_shut_down_.store(true, std::memory_order_relaxed);
    });
    typename Layer::thread scheduler(
        [this] { Layer::require(pool_->schedule(task_), "accepted before the shutdown"); });
    (void)is_shut_down_.spin_until([](bool is_shut_down) { return is_shut_down; }, std::memory_order_relaxed);
    pool_->shutdown();
    pool_->join();
    pool_.reset();
    scheduler.join();
    Layer::require(task_.runs.get() == 1, "every task runs");
  }

 private:
  std::optional<Pool<Layer, 1>> pool_;
  CountedTask<Layer, ShutDownTwice> task_;
  typename Layer::template atomic<bool> is_shut_down_{false, "is_shut_down"};
};

const auto shut_down_twice =
    with_pool_tables(model<ShutDownTwice>("lean/thread_pool/shut-down-twice")).starts(1).weak_failures(0).holds();

// Any start may fail.
template <AtomicsLayer Layer>
class StartMayFail {
 public:
  static constexpr std::string_view kSentence = "every task runs, whichever start of a thread fails";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 2 tasks, shuts down and joins; at most 1 worker; any start may fail";
  static constexpr auto threads() { return std::tuple{&StartMayFail::owner}; }

  void owner() {
    Pool<Layer, 1> pool(lean::PoolOptions{.most_threads = 1, .stack_bytes = kMayFail});
    for (auto& task : tasks_) {
      task.prepare(*this, [](StartMayFail&) {});
      Layer::require(pool.schedule(task), "accepted");
    }
    pool.shutdown();
    pool.join();
    for (const auto& task : tasks_) Layer::require(task.runs.get() == 1, "every task runs");
  }

 private:
  std::array<CountedTask<Layer, StartMayFail>, 2> tasks_;
};

const auto start_may_fail = with_pool_tables(model<StartMayFail>("lean/thread_pool/start-may-fail"))
                                .starts(1)
                                .weak_failures(0)
                                .spurious_wakes(0)
                                .holds();

template <AtomicsLayer Layer>
class NoThreadStarts {
 public:
  static constexpr std::string_view kSentence = "the caller runs what no thread can be started for";
  static constexpr std::string_view kBounds = "2 threads that schedule 1 task each; no thread can be started, of 2";
  static constexpr auto threads() { return std::tuple{&NoThreadStarts::owner}; }

  void owner() {
    Pool<Layer, 2> pool(lean::PoolOptions{.most_threads = 2, .stack_bytes = kNeverStarts});
    for (auto& task : tasks_) task.prepare(*this, [](NoThreadStarts&) {});
    typename Layer::thread other([this, &pool] { Layer::require(pool.schedule(tasks_[1]), "accepted"); });
    Layer::require(pool.schedule(tasks_[0]), "accepted");
    other.join();
    pool.shutdown();
    pool.join();
    for (const auto& task : tasks_) Layer::require(task.runs.get() == 1, "every task runs");
  }

 private:
  std::array<CountedTask<Layer, NoThreadStarts>, 2> tasks_;
};

const auto no_thread_starts = with_pool_tables(model<NoThreadStarts>("lean/thread_pool/no-thread-starts"))
                                  .starts(1)
                                  .weak_failures(0)
                                  .spurious_wakes(0)
                                  .holds();

// Two tasks that wait for each other, scheduled while one thread ends another task and a second one is idle.
template <AtomicsLayer Layer>
class TwoAtOnce {
 public:
  static constexpr std::string_view kSentence = "a worker that fills its ring from a queue wakes another one for it";
  static constexpr std::string_view kBounds =
      "1 thread that schedules 1 task and, while it runs, 2 that wait for each other; at most 2 workers";
  static constexpr auto threads() { return std::tuple{&TwoAtOnce::owner}; }

  void owner() {
    Pool<Layer, 2> pool(lean::PoolOptions{.most_threads = 2});
    first_.prepare(*this, [](TwoAtOnce& self) { self.await(1); });
    Batch<AnyTask<Layer>> both;
    for (auto& task : both_) {
      task.prepare(*this, [](TwoAtOnce& self) {
        self.come();
        self.await(3);
      });
      both.push(task);
    }
    Layer::require(pool.schedule(first_), "accepted");
    Layer::require(pool.schedule(both), "accepted");
    come();
    pool.shutdown();
    pool.join();
    for (const auto& task : both_) Layer::require(task.runs.get() == 1, "every task runs");
  }

 private:
  void come() { came_.fetch_add(1U, std::memory_order_relaxed); }
  void await(std::uint32_t how_many) const {
    (void)came_.spin_until([how_many](std::uint32_t came) { return came >= how_many; }, std::memory_order_relaxed);
  }

  CountedTask<Layer, TwoAtOnce> first_;
  std::array<CountedTask<Layer, TwoAtOnce>, 2> both_;
  typename Layer::template atomic<std::uint32_t> came_{0U, "came"};
};

const auto two_at_once = with_pool_tables(model<TwoAtOnce>("lean/thread_pool/two-at-once"))
                             .starts(2)
                             .weak_failures(0)
                             .spurious_wakes(0)
                             .too_large("three threads around two queues and a ring")
                             .holds();

const auto refilled_silently = two_at_once.with(lean::PoolProtocol{.report_refill = false})
                                   .named("lean/thread_pool/two-at-once/refilled-silently")
                                   .defect("S-42")
                                   .defect("S-50")
                                   .fails(Violation::livelock, Violation::missed_wake);

// A task that runs on one pool schedules on another.
template <AtomicsLayer Layer>
class NeighbouringLeanPool {
 public:
  static constexpr std::string_view kSentence =
      "a task runs on the pool that it was given to, from inside another pool too";
  static constexpr std::string_view kBounds =
      "2 pools: on one, of which no thread can be started, 1 task that schedules 1 task on the other, of at most 1 "
      "worker";
  static constexpr auto threads() { return std::tuple{&NeighbouringLeanPool::owner}; }

  void owner() {
    near_.emplace(lean::PoolOptions{.most_threads = 1, .stack_bytes = kNeverStarts});
    far_.emplace(lean::PoolOptions{.most_threads = 1});
    first_.prepare(*this, [](NeighbouringLeanPool& self) {
      Layer::require(is_on(*self.near_), "a caller that stands in is a worker of the pool");
      Layer::require(self.far_->schedule(self.second_), "accepted");
    });
    second_.prepare(*this, [](NeighbouringLeanPool& self) {
      Layer::require(is_on(*self.far_), "it runs on the pool that it was given to");
    });
    Layer::require(near_->schedule(first_), "accepted");
    far_->shutdown();
    far_->join();
    Layer::require(first_.runs.get() == 1 && second_.runs.get() == 1, "every task runs");
  }

 private:
  static bool is_on(const Pool<Layer, 1>& pool) {
    const auto* const worker = lean::Worker<PoolParts<Layer, 1>>::current();
    return worker != nullptr && worker->pool() == &pool;
  }

  std::optional<Pool<Layer, 1>> near_, far_;
  CountedTask<Layer, NeighbouringLeanPool> first_, second_;
};

const auto neighbour = with_pool_tables(model<NeighbouringLeanPool>("lean/thread_pool/neighbour"))
                           .starts(1)
                           .weak_failures(0)
                           .spurious_wakes(0)
                           .holds();

const auto taken_for_its_own = neighbour.with(lean::PoolProtocol{.distinguish_pools = false})
                                   .named("lean/thread_pool/neighbour/taken-for-its-own")
                                   .defect("S-54")
                                   .fails(Violation::requirement);

// A worker that stands in for a thread of another pool is its own pool's worker again when that is over. So its own
// pool, which is shut down, still takes what the task schedules.
template <AtomicsLayer Layer>
class StandsInForTwo {
 public:
  static constexpr std::string_view kSentence =
      "a worker that stood in for another pool's thread schedules on its own pool, which was shut down";
  static constexpr std::string_view kBounds =
      "2 pools of which no thread can be started: on one, 1 task that schedules 1 task on the other, shuts its own "
      "pool down and schedules another task there";
  static constexpr auto threads() { return std::tuple{&StandsInForTwo::owner}; }

  void owner() {
    first_.prepare(*this, [](StandsInForTwo& self) {
      Layer::require(self.far_.schedule(self.second_), "accepted");
      Layer::require(self.second_.runs.get() == 1, "the caller runs what no thread can be started for");
      self.near_.shutdown();
      Layer::require(self.near_.schedule(self.third_), "what a running task schedules is not refused");
    });
    second_.prepare(*this, [](StandsInForTwo&) {});
    third_.prepare(*this, [](StandsInForTwo&) {});
    Layer::require(near_.schedule(first_), "accepted");
    Layer::require(lean::Worker<PoolParts<Layer, 1>>::current() == nullptr, "the caller is no worker afterwards");
    near_.join();
    Layer::require(first_.runs.get() == 1 && third_.runs.get() == 1, "every task runs");
  }

 private:
  static constexpr lean::PoolOptions kOptions{.most_threads = 1, .stack_bytes = kNeverStarts};

  Pool<Layer, 1> near_{kOptions}, far_{kOptions};
  CountedTask<Layer, StandsInForTwo> first_, second_, third_;
};

const auto stands_in_for_two = with_pool_tables(model<StandsInForTwo>("lean/thread_pool/stands-in-for-two")).holds();

const auto forgets_its_own = stands_in_for_two.mutant("stand_in_forgets_its_own_pool")
                                 .named("lean/thread_pool/stands-in-for-two/forgets-its-own-pool")
                                 .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
