// Does a worker that finds work leave the jobs behind it to a worker that is awake?

#include "parts.hpp"

#include <vigil/atomics/choice.hpp>
#include <vigil/deque/maybe_job.hpp>
#include <vigil/pool/posted_job.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

SleepProtocol sleep_protocol;

// Stands for the injector, which has models of its own: room for two jobs, each taken in one step. A worker to which
// the real one answers `retry` does not sleep, and searches again and again in an execution without end.
template <class Job, ThreadedLayer Layer>
class TwoJobs {
 public:
  [[nodiscard]] bool push(Job& job) {
    const unsigned bit = pushed_++;
    jobs_[bit].set(&job);
    return word_.fetch_or(1U << bit, std::memory_order_release) == 0;
  }
  [[nodiscard]] StealResult<Job*> pop() {
    std::uint32_t word = word_.load(std::memory_order_relaxed);
    while (word != 0) {
      const std::uint32_t others = word & (word - 1);
      if (word_.compare_exchange_strong(word, others, std::memory_order_acquire, std::memory_order_relaxed))
        return StealResult<Job*>::success(jobs_[static_cast<std::size_t>(std::countr_zero(word))].get());
    }
    return StealResult<Job*>::empty();
  }
  [[nodiscard]] bool has_jobs() const { return word_.load(std::memory_order_relaxed) != 0; }

 private:
  unsigned pushed_ = 0;
  std::array<typename Layer::template var<Job*>, 2> jobs_ = Names("job");
  typename Layer::template atomic<std::uint32_t> word_{0U, "queue"};
};

template <ThreadedLayer Layer>
struct CascadeParts : pools::Parts<Layer> {
  template <class Job>
  using Injector = TwoJobs<Job, Layer>;
  using Sleep = vigil::Sleep<Layer, AtomicCounters<Layer>, kSleepOrders, sleep_protocol>;
};

// Two workers and two jobs, of which the first waits for the second. The first is there from the beginning; the second
// comes while a worker is about to run the first, or already does, and may count on that worker being awake.
template <AtomicsLayer Layer>
class FirstWaitsForSecond {
 public:
  static constexpr std::string_view kSentence =
      "a job runs though the worker that was awake for it runs another, which waits for it";
  static constexpr std::string_view kBounds =
      "2 workers; 2 jobs: one there at once, one posted from outside; no round of yielding";
  static constexpr auto threads() {
    return std::tuple{&FirstWaitsForSecond::first_worker, &FirstWaitsForSecond::second_worker,
                      &FirstWaitsForSecond::poster};
  }

  FirstWaitsForSecond() {
    worker_set_.add_worker(0);
    worker_set_.add_worker(1);
    (void)first_.post(worker_set_);
  }

  void first_worker() { worker_set_.worker(0).run(); }
  void second_worker() { worker_set_.worker(1).run(); }
  void poster() { (void)second_.post(worker_set_); }
  void finish() {
    Layer::require(has_run_.load(std::memory_order_relaxed), "the second job has run");
    const auto word = worker_set_.sleep().counters().load();
    Layer::require(word.inactive() == 0 && word.sleeping() == 0, "no worker is inactive when all is over");
  }

 private:
  using Parts = CascadeParts<Layer>;

  struct Of : PostedJob<Parts> {
    Of(FirstWaitsForSecond& whose, typename PostedJob<Parts>::Code code) : PostedJob<Parts>(code), all(whose) {}
    FirstWaitsForSecond& all;
  };

  // Each worker runs one job. The first job is taken first, and its worker is busy until the other has run the second.
  static void run_first(PostedJob<Parts>& job, Worker<Parts>& worker) noexcept {
    auto& all = static_cast<Of&>(job).all;
    (void)all.has_run_.spin_until([](bool has_run) { return has_run; }, std::memory_order_acquire);
    worker.stop();
  }
  static void run_second(PostedJob<Parts>& job, Worker<Parts>& worker) noexcept {
    static_cast<Of&>(job).all.has_run_.store(true, std::memory_order_release);
    worker.stop();
  }

  WorkerSet<Parts> worker_set_{2, pools::kNoRounds, pools::kCapacity};
  typename Layer::template atomic<bool> has_run_{false, "has_run"};
  Of first_{*this, &run_first};
  Of second_{*this, &run_second};
};

const auto shipped = with_tables(model<FirstWaitsForSecond>("pool/worker/cascade/first-waits-for-second"))
                         .tables(sleep_protocol)
                         .weak_failures(0)
                         .spurious_wakes(0)
                         .defect("S-11")
                         .holds();

const auto no_cascade = shipped.mutant("wakes_none_when_leaving")
                            .named("pool/worker/cascade/first-waits-for-second/no-cascade")
                            .weak_failures(0)
                            .spurious_wakes(0)
                            .defect("S-11")
                            .fails(Violation::livelock, Violation::missed_wake);

// Stands for the deque, which has models of its own: room for one job.
template <class Job, ThreadedLayer Layer>
class OneJob {
 public:
  explicit OneJob(std::size_t) {}

  void push(Job job) { job_.store(job, std::memory_order_release); }
  [[nodiscard]] MaybeJob<Job> pop() {
    Job const job = take();
    return {job != nullptr, job};
  }
  [[nodiscard]] static std::uint64_t next_index() { return 0; }
  [[nodiscard]] StealResult<Job> steal(std::uint64_t&) {
    Job const job = take();
    return job != nullptr ? StealResult<Job>::success(job) : StealResult<Job>::empty();
  }
  [[nodiscard]] std::size_t size() const { return is_empty() ? 0 : 1; }
  [[nodiscard]] bool is_empty() const { return job_.load(std::memory_order_relaxed) == nullptr; }

 private:
  Job take() { return is_empty() ? nullptr : job_.exchange(nullptr, std::memory_order_acquire); }

  typename Layer::template atomic<Job> job_{nullptr, "deque"};
};

template <ThreadedLayer Layer>
struct InternalCascadeParts : CascadeParts<Layer> {
  template <class Job>
  using Deque = OneJob<Job, Layer>;
};

// One worker pushes a job when a second one sleeps, posts another, and is busy until the pushed job has run. A third
// worker that is awake is the reason why neither wakes the second one. It may take the posted job, which waits for the
// pushed one, and must then wake the second worker.
//
// The push changes the counters, because a worker has announced itself. Otherwise the push may miss a sleeper (S-09).
template <AtomicsLayer Layer>
class InternalJobLeftBehind {
 public:
  static constexpr std::string_view kSentence =
      "a job on a deque runs though the worker that was awake for it runs another, which waits for it";
  static constexpr std::string_view kBounds =
      "3 workers: one pushes a job when another sleeps, posts one, and is busy until the pushed one has run; no round "
      "of yielding; deques of one job";
  static constexpr auto threads() {
    return std::tuple{&InternalJobLeftBehind::pusher, &InternalJobLeftBehind::second_worker,
                      &InternalJobLeftBehind::third_worker};
  }

  InternalJobLeftBehind() {
    for (std::size_t worker = 0; worker != 3; ++worker) worker_set_.add_worker(worker);
  }

  void pusher() {
    Layer::retry([this] {
      if (worker_set_.sleep().counters().load().sleeping() != 0) return true;
      Layer::yield();
      return false;
    });
    worker_set_.worker(0).push(pushed_);
    (void)posted_.post(worker_set_);
    await();
  }
  void second_worker() { worker_set_.worker(1).run(); }
  void third_worker() { worker_set_.worker(2).run(); }
  void finish() { Layer::require(has_run_.load(std::memory_order_relaxed), "the job on the deque has run"); }

 private:
  using Parts = InternalCascadeParts<Layer>;

  struct Of : PostedJob<Parts> {
    Of(InternalJobLeftBehind& whose, typename PostedJob<Parts>::Code code) : PostedJob<Parts>(code), all(whose) {}
    InternalJobLeftBehind& all;
  };
  struct Pushed : Job<Parts> {
    explicit Pushed(InternalJobLeftBehind& whose) : Job<Parts>(&run_pushed), all(whose) {}
    InternalJobLeftBehind& all;
  };

  void await() {
    (void)has_run_.spin_until([](bool has_run) { return has_run; }, std::memory_order_relaxed);
  }
  // Each worker runs one job.
  static void run_posted(PostedJob<Parts>& job, Worker<Parts>& worker) noexcept {
    static_cast<Of&>(job).all.await();
    worker.stop();
  }
  static void run_pushed(Job<Parts>& job, Worker<Parts>& worker) noexcept {
    static_cast<Pushed&>(job).all.has_run_.store(true, std::memory_order_relaxed);
    worker.stop();
  }

  WorkerSet<Parts> worker_set_{3, pools::kNoRounds, pools::kCapacity};
  typename Layer::template atomic<bool> has_run_{false, "has_run"};
  Of posted_{*this, &run_posted};
  Pushed pushed_{*this};
};

const auto internal_job = with_tables(model<InternalJobLeftBehind>("pool/worker/cascade/internal-job-left-behind"))
                              .tables(sleep_protocol)
                              .weak_failures(0)
                              .spurious_wakes(0)
                              .defect("S-11")
                              .holds();

}  // namespace
}  // namespace vigil::models
