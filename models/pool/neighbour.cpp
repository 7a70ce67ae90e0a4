// Does a job that a worker leaves to another pool go to that pool?

#include "parts.hpp"

#include <vigil/atomics/choice.hpp>
#include <vigil/pool/posted_job.hpp>

#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

struct NeighbourSetting {
  // S-54: a job that is left to another pool goes into that pool's injector. Published: it goes on the deque of the
  // worker that leaves it, and the other pool is notified.
  Choice<"leave_where_asked"> leave_where_asked = true;
};
NeighbourSetting setting;

template <AtomicsLayer Layer>
class LeavesAJob {
 public:
  static constexpr std::string_view kSentence =
      "a job that a worker leaves to another pool is run by that pool, also if its worker sleeps";
  static constexpr std::string_view kBounds =
      "2 pools of 1 worker: a job in one leaves a job to the other, and waits for it or does not; no round of yielding";
  static constexpr auto threads() { return std::tuple{&LeavesAJob::near_worker, &LeavesAJob::far_worker}; }

  LeavesAJob() {
    near_.add_worker(0);
    far_.add_worker(0);
    (void)leaver_.post(near_);
  }

  void near_worker() { near_.worker(0).run(); }
  void far_worker() { far_.worker(0).run(); }
  void finish() {
    Layer::require(has_run_.load(std::memory_order_relaxed), "the job that was left has run");
    for (WorkerSet<Parts>* const worker_set : {&near_, &far_}) {
      const auto word = worker_set->sleep().counters().load();
      Layer::require(word.inactive() == 0 && word.sleeping() == 0, "no worker is inactive when all is over");
    }
  }

 private:
  using Parts = pools::Parts<Layer>;
  using Posted = PostedJob<Parts>;

  struct Of : Posted {
    Of(LeavesAJob& whose, typename Posted::Code code) : Posted(code), all(whose) {}
    LeavesAJob& all;
  };

  static void leave(Posted& job, Worker<Parts>& worker) noexcept {
    LeavesAJob& all = static_cast<Of&>(job).all;
    if (setting.leave_where_asked) {
      Layer::require(all.left_.post(all.far_), "a pool that was not stopped refuses no job");
    } else {
      worker.push(all.left_);
      all.far_.sleep().new_injected_jobs(1, true);
    }
    if (Layer::choose(2) == 1)
      (void)all.has_run_.spin_until([](bool has_run) { return has_run; }, std::memory_order_acquire);
    worker.stop();
  }
  static void run_left(Posted& job, Worker<Parts>& worker) noexcept {
    LeavesAJob& all = static_cast<Of&>(job).all;
    Layer::require(&worker.worker_set() == &all.far_, "a job is run by a worker of the pool that it was left to");
    all.has_run_.store(true, std::memory_order_release);
    worker.stop();
  }

  WorkerSet<Parts> near_{1, pools::kNoRounds, pools::kCapacity};
  WorkerSet<Parts> far_{1, pools::kNoRounds, pools::kCapacity};
  typename Layer::template atomic<bool> has_run_{false, "has_run"};
  Of leaver_{*this, &leave};
  Of left_{*this, &run_left};
};

const auto leaves =
    with_tables(model<LeavesAJob>("pool/worker/neighbour-leaves-a-job")).tables(setting).defect("S-54").holds();

const auto on_own_deque = leaves.with(NeighbourSetting{.leave_where_asked = false})
                              .named("pool/worker/neighbour-leaves-a-job/on-its-own-deque")
                              .defect("S-54")
                              .fails(Violation::missed_wake, Violation::livelock);

}  // namespace
}  // namespace vigil::models
