// Does a thread that has slept for a token see what was written before the token was given?
//
// The token is a semaphore that holds one at most. The owner of a stolen job sleeps for it until the thief has ended
// the job, and a worker sleeps for it until it is given a job. The orders are those of a published split deque: S-59.

#include <vigil/atomics/lock_guard.hpp>

#include <atomic>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

// Those that order. What is relaxed here is so in the published code.
struct TokenOrders {
  Order<"table.job.end"> end = kRelease;
  Order<"table.job.request"> request = kAcquire;
  Order<"table.token.give"> give = kRelease;
  Order<"table.token.take"> take = kAcquire;
  Order<"table.token.woken"> woken = kAcquire;
};
TokenOrders orders;

template <AtomicsLayer Layer>
class Token {
 public:
  using Mutex = typename Layer::mutex;

  void give() {
    if (count_.exchange(kOne, orders.give) != kAwaited) return;
    const LockGuard lock(mutex_);
    condition_.notify_one();
  }
  [[nodiscard]] Mutex& mutex() { return mutex_; }
  // The caller holds the mutex, which the giver does not take unless it finds the token awaited.
  void take() {
    if (count_.exchange(kAwaited, orders.take) != kOne) {
      Layer::retry([this] {
        condition_.wait(mutex_);
        return count_.load(orders.woken) == kOne;
      });
    }
    count_.store(kNone, kRelaxed);
  }

 private:
  static constexpr int kNone = 0;
  static constexpr int kOne = 1;
  static constexpr int kAwaited = -1;

  typename Layer::template atomic<int> count_{kNone, "count"};
  Mutex mutex_{"mutex"};
  typename Layer::condition_variable condition_{"condition"};
};

template <AtomicsLayer Layer>
struct StolenJob {
  static constexpr std::string_view kSentence = "an owner that slept until its stolen job had ended finds the result";
  static constexpr std::string_view kBounds = "1 owner, which asks to be woken, and sleeps; 1 thief: ends the job";
  static constexpr auto threads() { return std::tuple{&StolenJob::owner, &StolenJob::thief}; }

  typename Layer::template var<int> result{0, "result"};
  typename Layer::template atomic<int> state{0, "state"};
  Token<Layer> token;

  void owner() {
    wait();
    Layer::require(result.get() == kResult, "the owner finds the result");
  }
  void thief() {
    result.set(kResult);
    if (state.exchange(kEnded, orders.end) == kOwnerWaits) token.give();
  }

 private:
  static constexpr int kEnded = 1;
  static constexpr int kOwnerWaits = 2;
  static constexpr int kResult = 42;

  void wait() {
    const LockGuard lock(token.mutex());
    if (state.fetch_or(kOwnerWaits, orders.request) != kEnded) token.take();
  }
};

const auto stolen_job = model<StolenJob>("tables/stolen_job/owner-sleeps").tables(orders).holds();

const auto up_to_1_13 = stolen_job.with(TokenOrders{.request = kRelaxed, .take = kRelaxed, .woken = kRelaxed})
                            .named("tables/stolen_job/owner-sleeps/as-in-1.13")
                            .defect("S-59")
                            .needs_weak_memory()
                            .fails(Violation::data_race);
const auto since_1_14 = stolen_job.with(TokenOrders{.take = kRelaxed, .woken = kRelaxed})
                            .named("tables/stolen_job/owner-sleeps/as-in-1.14")
                            .defect("S-59")
                            .needs_weak_memory()
                            .fails(Violation::data_race);
// Each of the two alone.
const auto taken_relaxed = stolen_job.with(TokenOrders{.take = kRelaxed})
                               .named("tables/stolen_job/owner-sleeps/taken-relaxed")
                               .defect("S-59")
                               .needs_weak_memory()
                               .fails(Violation::data_race);
const auto woken_relaxed = stolen_job.with(TokenOrders{.woken = kRelaxed})
                               .named("tables/stolen_job/owner-sleeps/woken-relaxed")
                               .defect("S-59")
                               .needs_weak_memory()
                               .fails(Violation::data_race);
// A giver that finds the token awaited takes the mutex, so its notification orders. Only a wait that ends by itself
// shows the relaxed load.
const auto woken_by_notification =
    stolen_job.with(TokenOrders{.woken = kRelaxed})
        .named("tables/stolen_job/owner-sleeps/woken-relaxed-by-notification")
        .spurious_wakes(0)
        .relacy_cannot_decide(RelacyLimit::condition_variable_wakes, Violation::data_race)
        .holds();

template <AtomicsLayer Layer>
struct InjectedJob {
  static constexpr std::string_view kSentence = "a worker that slept until it was given a job finds the job";
  static constexpr std::string_view kBounds = "1 worker, which sleeps; 1 poster: one job";
  static constexpr auto threads() { return std::tuple{&InjectedJob::worker, &InjectedJob::poster}; }

  typename Layer::template var<int> job{0, "job"};
  Token<Layer> token;

  void worker() {
    {
      const LockGuard lock(token.mutex());
      token.take();
    }
    Layer::require(job.get() == kJob, "the worker finds the job");
  }
  void poster() {
    job.set(kJob);
    token.give();
  }

 private:
  static constexpr int kJob = 7;
};

const auto injected_job = model<InjectedJob>("tables/stolen_job/worker-sleeps").tables(orders).holds();
const auto injected_taken_relaxed = injected_job.with(TokenOrders{.take = kRelaxed})
                                        .named("tables/stolen_job/worker-sleeps/as-published")
                                        .defect("S-59")
                                        .needs_weak_memory()
                                        .fails(Violation::data_race);

}  // namespace
}  // namespace vigil::models
