// Does a job that a running job posts to its own pool run, also while the pool is being stopped?

#include "parts.hpp"

#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <cstdint>
#include <new>
#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

// The closer does what BasicThreadPool::stop does: it closes the admission, waits for the jobs inside, and only then
// stops the worker.
template <class PoolParts>
class PostsToItsOwnPool {
 public:
  PostsToItsOwnPool() {
    worker_set_.add_worker(0);
    first_.emplace(*this, &run_first);
    Layer::require(first_->post(worker_set_), "an open pool refuses no job");
  }

  void worker() { worker_set_.worker(0).run(); }
  void closer() {
    worker_set_.admission().close();
    Layer::require(runs_.get() == 2, "a closed pool has run its jobs, and the jobs that these posted");
    worker_set_.worker(0).stop();
  }
  void finish() { Layer::require(runs_.get() == 2, "both jobs have run when the worker has ended"); }

 private:
  using Layer = typename PoolParts::Layer;
  using Posted = PostedJob<PoolParts>;

  struct Of : Posted {
    Of(PostsToItsOwnPool& whose, typename Posted::Code code) : Posted(code), all(whose) {}
    PostsToItsOwnPool& all;
  };

  // Its code frees the job, as it may.
  static void run_first(Posted& job, Worker<PoolParts>& worker) noexcept {
    PostsToItsOwnPool& all = static_cast<Of&>(job).all;
    all.first_.reset();
    Layer::require(all.second_.post(worker.worker_set()), "a worker of the pool is never refused");
    all.runs_.set(all.runs_.get() + 1);
  }
  static void run_second(Posted& job, Worker<PoolParts>&) noexcept {
    PostsToItsOwnPool& all = static_cast<Of&>(job).all;
    all.runs_.set(all.runs_.get() + 1);
  }

  WorkerSet<PoolParts> worker_set_{1, pools::kNoRounds, pools::kCapacity};
  typename Layer::template var<int> runs_{0, "runs"};
  std::optional<Of> first_;
  Of second_{*this, &run_second};
};

template <AtomicsLayer Layer>
struct WhileItCloses : PostsToItsOwnPool<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "a job that a running job posts to its own pool is run, whenever the pool closes";
  static constexpr std::string_view kBounds =
      "1 worker, which never sleeps: a job that frees itself and posts another; 1 thread that closes the pool and "
      "stops the worker";
  static constexpr auto threads() { return std::tuple{&WhileItCloses::worker, &WhileItCloses::closer}; }
};

const auto while_it_closes =
    with_tables(model<WhileItCloses>("pool/posted_job/posts-to-its-own-pool")).defect("S-16").holds();

const auto lost = while_it_closes.mutant("posted_job_leaves_before_it_runs")
                      .named("pool/posted_job/posts-to-its-own-pool/leaves-before-it-runs")
                      .defect("S-16")
                      .fails(Violation::requirement, Violation::data_race);

const auto refused = while_it_closes.mutant("worker_refused_by_its_own_pool")
                         .named("pool/posted_job/posts-to-its-own-pool/refused")
                         .defect("S-16")
                         .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct SleeperWhileItCloses : PostsToItsOwnPool<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence =
      "a job that a running job posts to its own pool is run, whenever the pool closes, also if the worker sleeps";
  static constexpr std::string_view kBounds =
      "1 worker: a job that frees itself and posts another; 1 thread that closes the pool and stops the worker; no "
      "round of yielding";
  static constexpr auto threads() { return std::tuple{&SleeperWhileItCloses::worker, &SleeperWhileItCloses::closer}; }
};

const auto sleeper_while_it_closes =
    with_tables(model<SleeperWhileItCloses>("pool/posted_job/posts-to-its-own-pool-sleeper"))
        .weak_failures(0)
        .spurious_wakes(0)
        .defect("S-16")
        .holds();

// A thread that posts a job wakes a worker for it, and uses what belongs to the pool.
template <ThreadedLayer Layer>
class TouchedByPosters : public pools::Restless<Layer> {
 public:
  using pools::Restless<Layer>::Restless;

  IdleWorkers new_injected_jobs(std::uint64_t, bool) {
    (void)is_there_.load(std::memory_order_relaxed);
    return {};
  }

 private:
  typename Layer::template atomic<bool> is_there_{true, "is_there"};
};

template <ThreadedLayer Layer>
struct TouchedParts : pools::RestlessParts<Layer> {
  using Sleep = TouchedByPosters<Layer>;
};

template <AtomicsLayer Layer>
struct FreedWhenRun {
  static constexpr std::string_view kSentence =
      "a pool may be freed as soon as a posted job has run, also before the thread that posted it has returned";
  static constexpr std::string_view kBounds =
      "1 owner: starts a pool of 1 worker, which never sleeps, and frees it when the job has run; 1 poster: one job";
  static constexpr auto threads() { return std::tuple{&FreedWhenRun::owner}; }

  using Pool = BasicThreadPool<TouchedParts<Layer>>;

  struct Posted : PostedJob<TouchedParts<Layer>> {
    Posted() : PostedJob<TouchedParts<Layer>>(&run_here) {}
    static void run_here(PostedJob<TouchedParts<Layer>>& job, Worker<TouchedParts<Layer>>&) noexcept {
      static_cast<Posted&>(job).has_run.store(true, std::memory_order_release);
    }
    typename Layer::template atomic<bool> has_run{false, "has_run"};
  };

  void owner() {
    std::optional<Pool> pool(std::in_place, pools::options(1));
    Posted job;
    typename Layer::thread poster([&] { Layer::require(pool->post(job), "an open pool refuses no job"); });
    (void)job.has_run.spin_until([](bool has_run) { return has_run; }, std::memory_order_acquire);
    pool.reset();
    poster.join();
  }
};

const auto freed_when_run = with_tables(model<FreedWhenRun>("pool/posted_job/freed-when-run"))
                                .starts(2)
                                .weak_failures(0)
                                .defect("S-54")
                                .holds();

const auto poster_not_inside = freed_when_run.mutant("poster_not_inside")
                                   .named("pool/posted_job/freed-when-run/poster-not-inside")
                                   .defect("S-54")
                                   .fails(Violation::use_after_free, Violation::data_race);

// An injector that has no memory for a job.
template <class Job>
struct FullInjector {
  static bool push(Job&) { throw std::bad_alloc(); }
  [[nodiscard]] static StealResult<Job*> pop() { return StealResult<Job*>::empty(); }
  [[nodiscard]] static bool has_jobs() { return false; }
};

template <ThreadedLayer Layer>
struct FullParts : pools::RestlessParts<Layer> {
  template <class Job>
  using Injector = FullInjector<Job>;
};

template <AtomicsLayer Layer>
struct CannotBeLeft {
  static constexpr std::string_view kSentence = "a pool that could not take a job does not wait for it when it closes";
  static constexpr std::string_view kBounds =
      "no worker; 1 poster: one job, for which there is no memory; 1 thread that closes the pool";
  static constexpr auto threads() { return std::tuple{&CannotBeLeft::poster, &CannotBeLeft::closer}; }

  void poster() {
    Posted job;
    try {
      Layer::require(!job.post(worker_set_), "a job for which there is no memory is not accepted");
    } catch (const std::bad_alloc&) {
    }
  }
  void closer() { worker_set_.admission().close(); }

 private:
  struct Posted : PostedJob<FullParts<Layer>> {
    Posted()
        : PostedJob<FullParts<Layer>>([](PostedJob<FullParts<Layer>>&, Worker<FullParts<Layer>>&) noexcept {
            Layer::require(false, "a job that was not accepted does not run");
          }) {}
  };

  WorkerSet<FullParts<Layer>> worker_set_{1, pools::kNoRounds, pools::kCapacity};
};

const auto cannot_be_left = with_tables(model<CannotBeLeft>("pool/posted_job/cannot-be-left")).holds();

const auto stays_inside = cannot_be_left.mutant("posted_job_not_left_stays_inside")
                              .named("pool/posted_job/cannot-be-left/stays-inside")
                              .fails(Violation::livelock);

}  // namespace
}  // namespace vigil::models
