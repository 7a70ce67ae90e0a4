// Does a worker that waits while it holds a lock leave alone every job that may want the lock?

#include "isolation_lock.hpp"

#include <vigil/pool/scope.hpp>

#include <tuple>

namespace vigil::models {
namespace {

using pools::isolation_setting;
using pools::IsolationSetting;
using pools::LockAndForeignJob;
using pools::with_tables;

// The lock's holder itself comes upon the foreign job.
template <AtomicsLayer Layer>
struct HolderWaits : LockAndForeignJob<pools::RestlessParts<Layer>, 2> {
  static constexpr std::string_view kSentence = "a worker that joins while it holds a lock runs no job that wants it";
  static constexpr std::string_view kBounds =
      "2 workers: one joins under a lock, the other runs one job; a posted job wants the lock";
  static constexpr auto threads() { return std::tuple{&HolderWaits::holder, &HolderWaits::helper}; }

  HolderWaits() { this->post_foreign(); }

  void holder() {
    auto& worker = this->worker_set.worker(0);
    this->under_the_lock(worker, [&] {
      (void)join(
          worker, [] {}, [] {});
    });
  }
  void helper() { this->run_one(1); }
};

const auto holder_waits =
    with_tables(model<HolderWaits>("pool/isolation/holder-waits")).tables(isolation_setting).holds();

const auto holder_without = holder_waits.with(IsolationSetting{.isolate_under_the_lock = false})
                                .named("pool/isolation/holder-waits/without")
                                .fails(Violation::mutex_misuse, Violation::deadlock);

// The worker of a stolen job comes upon the foreign job. The holder waits for the stolen job.
template <AtomicsLayer Layer>
struct ThiefWaits : LockAndForeignJob<pools::RestlessParts<Layer>, 3> {
  static constexpr std::string_view kSentence =
      "the worker of a stolen job, for which the holder of a lock waits, runs no job that wants the lock";
  static constexpr std::string_view kBounds =
      "3 workers: one joins under a lock, the two others run one job each; the stolen call joins; a posted job wants "
      "the lock";
  static constexpr auto threads() {
    return std::tuple{&ThiefWaits::holder, &ThiefWaits::first_helper, &ThiefWaits::second_helper};
  }

  using typename LockAndForeignJob<pools::RestlessParts<Layer>, 3>::Worker;

  ThiefWaits() { this->post_foreign(); }

  void holder() {
    auto& worker = this->worker_set.worker(0);
    this->under_the_lock(worker, [&] {
      (void)join(
          worker, [] {},
          [](Worker& other) {
            (void)join(
                other, [] {}, [] {});
          });
    });
  }
  void first_helper() { this->run_one(1); }
  void second_helper() { this->run_one(2); }
};

const auto thief_waits = with_tables(model<ThiefWaits>("pool/isolation/thief-waits")).tables(isolation_setting).holds();

const auto stolen_free = thief_waits.mutant("stolen_call_not_isolated")
                             .named("pool/isolation/thief-waits/stolen-call-not-isolated")
                             .fails(Violation::deadlock, Violation::livelock);

// Two functions of a join want an inner lock, and join while they hold it.
template <AtomicsLayer Layer>
struct TwoLocks : LockAndForeignJob<pools::RestlessParts<Layer>, 3> {
  static constexpr std::string_view kSentence =
      "jobs that take a second lock inside an isolation, and join while they hold it, do not wait for each other";
  static constexpr std::string_view kBounds =
      "3 workers: one joins two functions under a lock, which each join under a second one; two run one job each";
  static constexpr auto threads() {
    return std::tuple{&TwoLocks::holder, &TwoLocks::first_helper, &TwoLocks::second_helper};
  }

  using typename LockAndForeignJob<pools::RestlessParts<Layer>, 3>::Worker;

  typename Layer::mutex inner_lock{"inner_lock"};

  void holder() {
    auto& worker = this->worker_set.worker(0);
    const auto joins = [this](Worker& inside) {
      const LockGuard held(inner_lock);
      isolate(inside, [&] {
        (void)join(
            inside, [] {}, [] {});
      });
    };
    this->under_the_lock(worker, [&] { (void)join(worker, joins, joins); });
  }
  void first_helper() { this->run_one(1); }
  void second_helper() { this->run_one(2); }
};

const auto two_locks = with_tables(model<TwoLocks>("pool/isolation/two-locks")).tables(isolation_setting).holds();

// A stolen task spawns another one, and its worker then wants the lock.
template <AtomicsLayer Layer>
struct TaskLeftBehind : LockAndForeignJob<pools::RestlessParts<Layer>, 2> {
  static constexpr std::string_view kSentence =
      "a worker that wants a lock leaves no task behind for which the holder of the lock waits";
  static constexpr std::string_view kBounds =
      "2 workers: one opens a scope under a lock, with a task that spawns another; one runs a job, and takes the lock";
  static constexpr auto threads() { return std::tuple{&TaskLeftBehind::holder, &TaskLeftBehind::helper}; }

  using typename LockAndForeignJob<pools::RestlessParts<Layer>, 2>::Worker;

  void holder() {
    auto& worker = this->worker_set.worker(0);
    this->under_the_lock(worker, [&] {
      scope(worker, [&](auto& tasks) { tasks.spawn(worker, [&tasks](Worker& other) { tasks.spawn(other, [] {}); }); });
    });
  }
  void helper() {
    this->run_one(1);
    const LockGuard held(this->lock);
  }
};

const auto left_behind =
    with_tables(model<TaskLeftBehind>("pool/isolation/task-left-behind")).tables(isolation_setting).holds();

const auto not_emptied = left_behind.mutant("isolated_job_leaves_tasks_behind")
                             .named("pool/isolation/task-left-behind/not-emptied")
                             .fails(Violation::deadlock, Violation::livelock);

// Who is isolated: what was made inside, and nothing else.
template <AtomicsLayer Layer>
struct MadeInside : LockAndForeignJob<pools::RestlessParts<Layer>, 2> {
  static constexpr std::string_view kSentence = "a stolen call is isolated if and only if it was forked inside";
  static constexpr std::string_view kBounds =
      "2 workers: one forks and joins before, inside and after an isolation, with two in each other; one runs two jobs";
  static constexpr auto threads() { return std::tuple{&MadeInside::owner, &MadeInside::helper}; }

  using typename LockAndForeignJob<pools::RestlessParts<Layer>, 2>::Worker;

  void owner() {
    auto& worker = this->worker_set.worker(0);
    call_beside(worker, false, [&] {
      isolate(worker, [&] {
        isolate(worker, [] {});
        Layer::require(worker.is_isolated(), "an isolation does not end with one inside");
        call_beside(worker, true, [] {});
      });
    });
    call_beside(worker, false, [] {});
  }
  void helper() {
    this->run_one(1);
    this->run_one(1);
  }

 private:
  static int require_isolated(Worker& worker, bool is_inside) {
    Layer::require(worker.is_isolated() == is_inside, "isolated if and only if made inside");
    return 0;
  }
  // By a future: outside of all isolations, a join leaves its call elsewhere.
  template <class First>
  static void call_beside(Worker& worker, bool is_inside, First first) {
    Future<bool, int, pools::RestlessParts<Layer>> call;
    call.template fork<&MadeInside::require_isolated>(worker, is_inside);
    first();
    (void)call.template join<&MadeInside::require_isolated>(worker);
  }
};

const auto made_inside = with_tables(model<MadeInside>("pool/isolation/made-inside")).holds();

template <AtomicsLayer Layer>
struct InnerMark : LockAndForeignJob<pools::RestlessParts<Layer>, 2> {
  static constexpr std::string_view kSentence =
      "a call that was forked inside stays isolated while its owner is inside a second isolation";
  static constexpr std::string_view kBounds =
      "2 workers: one joins inside an isolation, and the first function begins another; one runs one job";
  static constexpr auto threads() { return std::tuple{&InnerMark::owner, &InnerMark::helper}; }

  using typename LockAndForeignJob<pools::RestlessParts<Layer>, 2>::Worker;

  void owner() {
    auto& worker = this->worker_set.worker(0);
    isolate(worker, [&] {
      (void)join(
          worker, [&] { isolate(worker, [] {}); },
          [](Worker& other) { Layer::require(other.is_isolated(), "the call is isolated"); });
    });
  }
  void helper() { this->run_one(1); }
};

const auto inner_mark = with_tables(model<InnerMark>("pool/isolation/inner-mark")).holds();

template <AtomicsLayer Layer>
struct AsksForOne : LockAndForeignJob<pools::RestlessParts<Layer>, 1> {
  static constexpr std::string_view kSentence =
      "an isolated worker that is asked to run one job runs none from outside";
  static constexpr std::string_view kBounds = "1 worker, asked inside an isolation and after it; 1 posted job";
  static constexpr auto threads() { return std::tuple{&AsksForOne::owner}; }

  AsksForOne() { this->post_foreign(); }

  void owner() {
    auto& worker = this->worker_set.worker(0);
    this->under_the_lock(worker, [&] { Layer::require(!worker.run_one(), "no job is run inside"); });
    Layer::require(worker.run_one(), "the posted job is run after it");
  }
};

const auto asks_for_one =
    with_tables(model<AsksForOne>("pool/isolation/asks-for-one")).tables(isolation_setting).holds();

template <AtomicsLayer Layer>
struct SpawnedByThief : LockAndForeignJob<pools::RestlessParts<Layer>, 3> {
  static constexpr std::string_view kSentence =
      "a task of a scope that was opened inside is isolated, whichever worker spawns it and whichever runs it";
  static constexpr std::string_view kBounds =
      "3 workers: one opens a scope inside an isolation, with a task that spawns another; two run one job each";
  static constexpr auto threads() {
    return std::tuple{&SpawnedByThief::owner, &SpawnedByThief::first_helper, &SpawnedByThief::second_helper};
  }

  using typename LockAndForeignJob<pools::RestlessParts<Layer>, 3>::Worker;

  void owner() {
    auto& worker = this->worker_set.worker(0);
    isolate(worker, [&] {
      scope(worker, [&](auto& tasks) {
        tasks.spawn(worker, [&tasks](Worker& other) {
          Layer::require(other.is_isolated(), "the task is isolated");
          tasks.spawn(
              other, [](Worker& third) { Layer::require(third.is_isolated(), "the task that it spawns is isolated"); });
        });
      });
    });
  }
  void first_helper() { this->run_one(1); }
  void second_helper() { this->run_one(2); }
};

const auto spawned_by_thief = with_tables(model<SpawnedByThief>("pool/isolation/spawned-by-thief")).holds();

}  // namespace
}  // namespace vigil::models
