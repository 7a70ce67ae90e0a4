// Does a worker that sleeps inside an isolation leave what it may not run to workers that are awake?

#include "isolation_lock.hpp"

#include <vigil/pool/scope.hpp>

#include <cstddef>
#include <tuple>

namespace vigil::models {
namespace {

using pools::isolation_setting;
using pools::IsolationSetting;
using pools::LockAndForeignJob;
using pools::with_tables;

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

const auto below = with_tables(model<BelowTheMark>("pool/isolation/below-the-mark")).tables(isolation_setting).holds();

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

const auto posted_while_apart = with_tables(model<PostedWhileApart>("pool/isolation/posted-while-apart"))
                                    .tables(isolation_setting)
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
    with_tables(model<LeavesOthers>("pool/isolation/leaves-others")).tables(isolation_setting).holds();

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
    with_tables(model<CallBelowTheMark>("pool/isolation/call-below-the-mark")).tables(isolation_setting).holds();

}  // namespace
}  // namespace vigil::models
