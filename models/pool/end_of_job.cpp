// Does each thread that waits for a posted job learn of its end, and may it then free the job and stop its own pool?

#include "parts.hpp"

#include <vigil/pool/end_of_job.hpp>
#include <vigil/pool/posted_job.hpp>

#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

EndOfJobOrders orders;

// What a job did, and its end, which the thread that has waited frees.
template <class Parts>
struct Awaited {
  using Layer = typename Parts::Layer;

  std::optional<EndOfJob<Parts, orders>> end{std::in_place};
  typename Layer::template var<int> result{0, "result"};

  void run() {
    result.set(7);
    end->set();
  }
  void wait(Worker<Parts>* worker) {
    end->wait(worker);
    Layer::require(result.get() == 7, "what the job did is seen after its end");
    end.reset();
  }
};

template <AtomicsLayer Layer>
struct OutsiderWaits {
  static constexpr std::string_view kSentence =
      "a thread that is no worker waits for a job, sees what it did, frees it";
  static constexpr std::string_view kBounds = "1 thread that waits; 1 that ends the job";
  static constexpr auto threads() { return std::tuple{&OutsiderWaits::outsider, &OutsiderWaits::job}; }

  Awaited<pools::Parts<Layer>> awaited;

  void outsider() { awaited.wait(nullptr); }
  void job() { awaited.run(); }
};

const auto outsider_waits = model<OutsiderWaits>("pool/end_of_job/outsider-waits").tables(orders).holds();

// A job of one worker waits for a job that another thread ends, as a worker of another pool does. As soon as the wait
// is over, the pool of the worker that waited is closed and freed.
template <class PoolParts>
class WorkerWaits {
 public:
  WorkerWaits() {
    pool_->add_worker(0);
    Layer::require(waiting_.post(*pool_), "an open pool refuses no job");
  }

  void worker() {
    pool_->worker(0).run();
    has_ended_.store(true, std::memory_order_release);
  }
  void job() { awaited_.run(); }
  void closer() {
    pool_->admission().close();
    pool_->worker(0).stop();
    (void)has_ended_.spin_until([](bool has_ended) { return has_ended; }, std::memory_order_acquire);
    pool_.reset();
  }

 private:
  using Layer = typename PoolParts::Layer;

  struct Waiting : PostedJob<PoolParts> {
    explicit Waiting(WorkerWaits& whose) : PostedJob<PoolParts>(&run_it), all(whose) {}
    static void run_it(PostedJob<PoolParts>& job, Worker<PoolParts>& worker) noexcept {
      static_cast<Waiting&>(job).all.awaited_.wait(&worker);
    }
    WorkerWaits& all;
  };

  std::optional<WorkerSet<PoolParts>> pool_{std::in_place, 1, pools::kNoRounds, pools::kCapacity};
  Awaited<PoolParts> awaited_;
  typename Layer::template atomic<bool> has_ended_{false, "has_ended"};
  Waiting waiting_{*this};
};

// The closer spins; the worker sleeps as it does in a pool.
template <ThreadedLayer Layer>
struct SleepyParts : pools::Parts<Layer> {
  using CloserLatch = pools::SpinningLatch<Layer>;
};

template <AtomicsLayer Layer>
struct WorkerOfAPoolThatIsFreed : WorkerWaits<SleepyParts<Layer>> {
  static constexpr std::string_view kSentence =
      "a worker waits for a job of another pool, sees what it did, frees it, and its own pool may be freed";
  static constexpr std::string_view kBounds =
      "1 worker: its job waits; 1 thread that ends what it waits for; 1 that closes and frees the worker's pool; no "
      "round "
      "of yielding";
  static constexpr auto threads() {
    return std::tuple{&WorkerOfAPoolThatIsFreed::worker, &WorkerOfAPoolThatIsFreed::job,
                      &WorkerOfAPoolThatIsFreed::closer};
  }
};

const auto worker_waits = with_tables(model<WorkerOfAPoolThatIsFreed>("pool/end_of_job/worker-waits"))
                              .tables(orders)
                              .weak_failures(0)
                              .spurious_wakes(0)
                              .defect("S-54")
                              .holds();

const auto leaves_early = worker_waits.mutant("end_of_job_leaves_before_it_wakes")
                              .named("pool/end_of_job/worker-waits/leaves-before-it-wakes")
                              .defect("S-54")
                              .fails(Violation::use_after_free, Violation::data_race);

template <AtomicsLayer Layer>
struct SleeperWaits {
  static constexpr std::string_view kSentence = "a worker that sleeps while it waits for a job is woken by its end";
  static constexpr std::string_view kBounds =
      "1 worker: its job waits; 1 thread that ends what it waits for, then stops the worker; no round of yielding";
  static constexpr auto threads() { return std::tuple{&SleeperWaits::worker, &SleeperWaits::job}; }

  SleeperWaits() {
    pool.add_worker(0);
    Layer::require(waiting.post(pool), "an open pool refuses no job");
  }
  void worker() { pool.worker(0).run(); }
  void job() { awaited.run(); }

  using Parts = pools::Parts<Layer>;
  struct Waiting : PostedJob<Parts> {
    explicit Waiting(SleeperWaits& whose) : PostedJob<Parts>(&run_it), all(whose) {}
    static void run_it(PostedJob<Parts>& job, Worker<Parts>& worker) noexcept {
      static_cast<Waiting&>(job).all.awaited.wait(&worker);
      worker.stop();
    }
    SleeperWaits& all;
  };

  WorkerSet<Parts> pool{1, pools::kNoRounds, pools::kCapacity};
  Awaited<Parts> awaited;
  Waiting waiting{*this};
};

const auto sleeper_waits = with_tables(model<SleeperWaits>("pool/end_of_job/sleeper-waits")).tables(orders).holds();

const auto registers_blindly = sleeper_waits.mutant("end_of_job_registers_without_checking")
                                   .named("pool/end_of_job/sleeper-waits/registers-without-checking")
                                   .fails(Violation::missed_wake);

const auto ends_by_store = sleeper_waits.mutant("end_of_job_tells_nobody")
                               .named("pool/end_of_job/sleeper-waits/tells-nobody")
                               .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
