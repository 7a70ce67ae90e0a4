// Does a worker that waits while it holds a lock leave alone every job that may want the lock?

#include "parts.hpp"

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/lock_guard.hpp>
#include <vigil/pool/isolation.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/scope.hpp>

#include <cstddef>
#include <tuple>
#include <utility>

namespace vigil::models {
namespace {

using pools::kCheckerAlone;
using pools::with_tables;

struct IsolationSetting {
  // Whether the job that holds the lock waits inside an isolation.
  Choice<"isolate_under_the_lock"> isolate_under_the_lock = true;
};
IsolationSetting setting;

// Workers whose threads are the model's, a lock, and a posted job that wants it.
template <class PoolParts, std::size_t Workers>
class LockAndForeignJob {
 public:
  using Parts = PoolParts;
  using Layer = typename Parts::Layer;
  using Worker = vigil::Worker<Parts>;

  LockAndForeignJob() {
    for (std::size_t index = 0; index != Workers; ++index) worker_set.add_worker(index);
  }

  WorkerSet<Parts> worker_set{Workers, pools::kNoRounds, pools::kCapacity};
  typename Layer::mutex lock{"lock"};

 protected:
  void post_foreign() { (void)foreign_.post(worker_set); }
  // Calls `function` with the lock held, as the setting says.
  template <class Function>
  void under_the_lock(Worker& worker, Function function) {
    const LockGuard held(lock);
    if (setting.isolate_under_the_lock)
      isolate(worker, function);
    else
      function();
  }
  // What worker number `index` does besides: it runs one job, which it steals or finds in the injector.
  void run_one(std::size_t index) { (void)worker_set.worker(index).run_one(); }

 private:
  struct Foreign : PostedJob<Parts> {
    explicit Foreign(LockAndForeignJob& whose) : PostedJob<Parts>(&run_it), all(whose) {}
    static void run_it(PostedJob<Parts>& job, Worker&) noexcept {
      const LockGuard held(static_cast<Foreign&>(job).all.lock);
    }
    LockAndForeignJob& all;
  };
  Foreign foreign_{*this};
};

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
    with_tables(model<HolderWaits, kCheckerAlone>("pool/isolation/holder-waits")).tables(setting).holds();

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

const auto thief_waits =
    with_tables(model<ThiefWaits, kCheckerAlone>("pool/isolation/thief-waits")).tables(setting).holds();

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

const auto two_locks = with_tables(model<TwoLocks, kCheckerAlone>("pool/isolation/two-locks")).tables(setting).holds();

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
    with_tables(model<TaskLeftBehind, kCheckerAlone>("pool/isolation/task-left-behind")).tables(setting).holds();

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

const auto made_inside = with_tables(model<MadeInside, kCheckerAlone>("pool/isolation/made-inside")).holds();

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

const auto inner_mark = with_tables(model<InnerMark, kCheckerAlone>("pool/isolation/inner-mark")).holds();

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
    with_tables(model<AsksForOne, kCheckerAlone>("pool/isolation/asks-for-one")).tables(setting).holds();

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

const auto spawned_by_thief =
    with_tables(model<SpawnedByThief, kCheckerAlone>("pool/isolation/spawned-by-thief")).holds();

// A latch that a worker waits for inside an isolation, while it holds the lock.
template <class PoolParts, std::size_t Workers>
class WaitsApart : public LockAndForeignJob<PoolParts, Workers> {
 protected:
  using Worker = vigil::Worker<PoolParts>;

  void wait_under_the_lock() {
    auto& worker = this->worker_set.worker(0);
    this->under_the_lock(worker, [&] { worker.wait_until(latch_); });
  }
  void end_wait() { this->worker_set.worker(0).set_latch(latch_); }

 private:
  typename PoolParts::Latch latch_;
};

template <AtomicsLayer Layer>
struct BelowTheMark : WaitsApart<pools::RestlessParts<Layer>, 1> {
  static constexpr std::string_view kSentence =
      "a worker that waits inside an isolation leaves the jobs alone that were on its deque before";
  static constexpr std::string_view kBounds =
      "1 worker: spawns a task that wants a lock, and waits for a latch while it holds the lock; 1 thread sets the "
      "latch";
  static constexpr auto threads() { return std::tuple{&BelowTheMark::owner, &BelowTheMark::setter}; }

  void owner() {
    auto& worker = this->worker_set.worker(0);
    scope(worker, [&](auto& tasks) {
      tasks.spawn(worker, [this] { const LockGuard held(this->lock); });
      this->wait_under_the_lock();
    });
  }
  void setter() { this->end_wait(); }
};

const auto below =
    with_tables(model<BelowTheMark, kCheckerAlone>("pool/isolation/below-the-mark")).tables(setting).holds();

const auto below_without = below.with(IsolationSetting{.isolate_under_the_lock = false})
                               .named("pool/isolation/below-the-mark/without")
                               .fails(Violation::mutex_misuse, Violation::deadlock);

// A worker sleeps apart, and another one sleeps as ever. A job is posted.
template <AtomicsLayer Layer>
struct PostedWhileApart : WaitsApart<pools::Parts<Layer>, 2> {
  static constexpr std::string_view kSentence =
      "a posted job wakes a worker that takes it, and not one that waits inside an isolation";
  static constexpr std::string_view kBounds =
      "2 workers: one waits inside an isolation, until a job that is posted from outside has run; no round of yielding";
  static constexpr auto threads() {
    return std::tuple{&PostedWhileApart::waiter, &PostedWhileApart::runner, &PostedWhileApart::poster};
  }

  using typename WaitsApart<pools::Parts<Layer>, 2>::Worker;

  void waiter() { this->wait_under_the_lock(); }
  void runner() { this->worker_set.worker(1).run(); }
  void poster() { (void)posted_.post(this->worker_set); }
  void finish() {
    const auto word = this->worker_set.sleep().counters().load();
    Layer::require(word.inactive() == 0 && word.sleeping() == 0, "no worker is inactive when all is over");
  }

 private:
  struct Posted : PostedJob<pools::Parts<Layer>> {
    explicit Posted(PostedWhileApart& whose) : PostedJob<pools::Parts<Layer>>(&run_it), all(whose) {}
    static void run_it(PostedJob<pools::Parts<Layer>>& job, Worker& worker) noexcept {
      static_cast<Posted&>(job).all.end_wait();
      worker.stop();
    }
    PostedWhileApart& all;
  };
  Posted posted_{*this};
};

const auto posted_while_apart = with_tables(model<PostedWhileApart, kCheckerAlone>("pool/isolation/posted-while-apart"))
                                    .tables(setting)
                                    .weak_failures(0)
                                    .spurious_wakes(0)
                                    .holds();

const auto counted = posted_while_apart.mutant("isolated_worker_counts_as_idle")
                         .named("pool/isolation/posted-while-apart/counted-as-idle")
                         .weak_failures(0)
                         .spurious_wakes(0)
                         .fails(Violation::missed_wake, Violation::livelock);

const auto absorbed = posted_while_apart.mutant("sleeper_apart_absorbs_wake")
                          .named("pool/isolation/posted-while-apart/wake-absorbed")
                          .weak_failures(0)
                          .spurious_wakes(0)
                          .fails(Violation::missed_wake, Violation::livelock);

// A worker waits inside an isolation for what a job below its mark does. Nobody was told of that job.
template <AtomicsLayer Layer>
struct LeavesOthers : WaitsApart<pools::Parts<Layer>, 2> {
  static constexpr std::string_view kSentence =
      "a job that a worker left before an isolation is run while the worker waits inside";
  static constexpr std::string_view kBounds =
      "2 workers: one pushes a job and waits inside an isolation until it has run; no round of yielding";
  static constexpr auto threads() { return std::tuple{&LeavesOthers::waiter, &LeavesOthers::runner}; }

  using typename WaitsApart<pools::Parts<Layer>, 2>::Worker;

  // As after a job before: the counter of a new pool is even, so that the push would change it.
  LeavesOthers() { this->worker_set.sleep().new_injected_jobs(1, true); }

  void waiter() {
    this->worker_set.worker(0).push(pushed_);
    this->wait_under_the_lock();
  }
  void runner() { this->worker_set.worker(1).run(); }

 private:
  struct Pushed : Job<pools::Parts<Layer>> {
    explicit Pushed(LeavesOthers& whose) : Job<pools::Parts<Layer>>(&run_it), all(whose) {}
    static void run_it(Job<pools::Parts<Layer>>& job, Worker& worker) noexcept {
      static_cast<Pushed&>(job).all.end_wait();
      worker.stop();
    }
    LeavesOthers& all;
  };
  Pushed pushed_{*this};
};

const auto leaves_others =
    with_tables(model<LeavesOthers, kCheckerAlone>("pool/isolation/leaves-others")).tables(setting).holds();

const auto told_nobody = leaves_others.mutant("isolated_worker_tells_nobody")
                             .named("pool/isolation/leaves-others/tells-nobody")
                             .fails(Violation::missed_wake, Violation::livelock);

// The inner call is private when the isolation begins.
template <AtomicsLayer Layer>
struct CallBelowTheMark : WaitsApart<pools::RestlessParts<Layer>, 2> {
  static constexpr std::string_view kSentence =
      "a call that a join has left before an isolation is made while the worker waits inside";
  static constexpr std::string_view kBounds =
      "2 workers, which never sleep: one joins in a join, and waits inside an isolation for the inner second function";
  static constexpr auto threads() { return std::tuple{&CallBelowTheMark::waiter, &CallBelowTheMark::runner}; }

  void waiter() {
    auto& worker = this->worker_set.worker(0);
    (void)join(
        worker,
        [&] {
          (void)join(
              worker, [&] { this->wait_under_the_lock(); }, [&] { this->end_wait(); });
        },
        [] {});
    this->worker_set.worker(1).stop();
  }
  void runner() { this->worker_set.worker(1).run(); }
};

const auto call_below =
    with_tables(model<CallBelowTheMark, kCheckerAlone>("pool/isolation/call-below-the-mark")).tables(setting).holds();

// A job calls another pool while it holds the lock. A job of that pool calls back, and wants the lock.
template <AtomicsLayer Layer>
class CallsUnderLock {
 public:
  static constexpr std::string_view kSentence =
      "a worker that calls another pool while it holds a lock runs no call that wants it, and its call is isolated";
  static constexpr std::string_view kBounds =
      "2 pools of 1 worker, of which one may nest no calls: it calls the other while it holds a lock; a job of the "
      "other calls it, and that call wants the lock";
  static constexpr auto threads() { return std::tuple{&CallsUnderLock::near_worker, &CallsUnderLock::far_worker}; }

  CallsUnderLock() {
    near_.add_worker(0);
    far_.add_worker(0);
    (void)holder_.post(near_);
    (void)caller_.post(far_);
  }

  void near_worker() { near_.worker(0).run(); }
  void far_worker() { far_.worker(0).run(); }

 private:
  using Parts = pools::RestlessParts<Layer>;
  using Worker = vigil::Worker<Parts>;
  using Posted = PostedJob<Parts>;

  struct Of : Posted {
    Of(CallsUnderLock& whose, typename Posted::Code code) : Posted(code), all(whose) {}
    CallsUnderLock& all;
  };

  template <class Function>
  static void call(WorkerSet<Parts>& where, Worker& from, Function function) {
    vigil::detail::InjectedCall<Function, vigil::detail::NeighboursSignal<Parts>, Parts> call(function, from);
    (void)call.make(where);
  }

  static void run_holder(Posted& job, Worker& worker) noexcept {
    auto& all = static_cast<Of&>(job).all;
    {
      const LockGuard held(all.lock_);
      isolate(worker, [&] {
        call(all.far_, worker,
             [](Worker& far) { Layer::require(far.is_isolated(), "a call that is made inside is isolated"); });
      });
    }
    all.one_ends();
  }
  static void run_caller(Posted& job, Worker& worker) noexcept {
    auto& all = static_cast<Of&>(job).all;
    call(all.near_, worker, [&](Worker& near) {
      Layer::require(!near.is_isolated(), "a call that is made outside is not isolated");
      const LockGuard held(all.lock_);
    });
    all.one_ends();
  }
  // The last of the two jobs stops the workers.
  void one_ends() {
    if (ended_.fetch_add(1, std::memory_order_acq_rel) == 0) return;
    near_.worker(0).stop();
    far_.worker(0).stop();
  }

  WorkerSet<Parts> near_{1, pools::kNoRounds, pools::kCapacity, 0};
  WorkerSet<Parts> far_{1, pools::kNoRounds, pools::kCapacity};
  typename Layer::mutex lock_{"lock"};
  typename Layer::template atomic<int> ended_{0, "ended"};
  Of holder_{*this, &run_holder};
  Of caller_{*this, &run_caller};
};

const auto calls_under_lock = with_tables(model<CallsUnderLock, kCheckerAlone>("pool/isolation/calls-under-lock"))
                                  .weak_failures(0)
                                  .spurious_wakes(0)
                                  .holds();

}  // namespace
}  // namespace vigil::models
