// Does every accepted call return, and is every other one refused; does a pool begin and end without losing a thread?

#include "parts.hpp"

#include <optional>
#include <system_error>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

template <AtomicsLayer Layer>
struct StartAndStop {
  static constexpr std::string_view kSentence = "workers that search for jobs at once find that every deque is made";
  static constexpr std::string_view kBounds = "1 thread: starts a pool of 2 workers, which never sleep, and stops it";
  static constexpr auto threads() { return std::tuple{&StartAndStop::starter}; }

  void starter() { BasicThreadPool<pools::RestlessParts<Layer>> pool(pools::options(2)); }
};

const auto start_and_stop =
    with_tables(model<StartAndStop>("pool/thread_pool/start-and-stop/two-workers")).starts(2).holds();

const auto own_deques = start_and_stop.mutant("pool_threads_make_their_deques")
                            .named("pool/thread_pool/start-and-stop/two-workers/each-makes-its-own-deque")
                            .defect("S-17")
                            .fails(Violation::data_race, Violation::uninitialised_read);

template <AtomicsLayer Layer>
struct SleepAndStop {
  static constexpr std::string_view kSentence = "a worker is stopped wherever it is on its way to sleep";
  static constexpr std::string_view kBounds = "1 thread: starts a pool of 1 worker and stops it; no round of yielding";
  static constexpr auto threads() { return std::tuple{&SleepAndStop::starter}; }

  void starter() { BasicThreadPool<pools::Parts<Layer>> pool(pools::options(1)); }
};

const auto sleep_and_stop =
    with_tables(model<SleepAndStop>("pool/thread_pool/start-and-stop/sleeper")).starts(1).holds();

// Threads that cannot be started, as the model chooses.
template <ThreadedLayer Layer>
struct FewThreads : Layer {
  class thread : public Layer::thread {
   public:
    template <class Code>
    explicit thread(Code code) : Layer::thread(allowed(std::move(code))) {}

   private:
    template <class Code>
    static Code allowed(Code code) {
      if (Layer::choose(2) == 1)
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      return code;
    }
  };
};

template <AtomicsLayer Layer>
struct StartFails {
  static constexpr std::string_view kSentence = "a pool of which not every thread can be started leaves none behind";
  static constexpr std::string_view kBounds =
      "1 thread: starts a pool of 2 workers, which never sleep; any start of a thread may fail";
  static constexpr auto threads() { return std::tuple{&StartFails::starter}; }

  void starter() {
    try {
      BasicThreadPool<pools::RestlessParts<FewThreads<Layer>>> pool(pools::options(2));
    } catch (const std::system_error&) {
    }
  }
};

const auto start_fails =
    with_tables(model<StartFails>("pool/thread_pool/start-and-stop/start-fails")).starts(2).holds();

const auto left_running = start_fails.with(PoolProtocol{.stop_started_threads = false})
                              .named("pool/thread_pool/start-and-stop/start-fails/others-left-running")
                              .defect("S-34")
                              .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct OneCall {
  static constexpr std::string_view kSentence = "a call from outside returns what it should, also if the worker sleeps";
  static constexpr std::string_view kBounds =
      "1 caller: starts a pool of 1 worker, calls once, stops it; no round of yielding";
  static constexpr auto threads() { return std::tuple{&OneCall::caller}; }

  typename Layer::template var<int> seen{0, "seen"};

  void caller() {
    BasicThreadPool<pools::Parts<Layer>> pool(pools::options(1));
    seen.set(1);
    const int result = pool.call([this] {
      seen.set(seen.get() + 1);
      return 7;
    });
    Layer::require(result == 7 && seen.get() == 2, "the call has been made once");
  }
};

const auto one_call = with_tables(model<OneCall>("pool/call/one-caller")).starts(1).weak_failures(0).holds();

template <AtomicsLayer Layer>
struct CallFromInside {
  static constexpr std::string_view kSentence = "a call from inside the pool is made in place";
  static constexpr std::string_view kBounds =
      "1 caller: starts a pool of 1 worker, which never sleeps, makes a call that calls, stops it";
  static constexpr auto threads() { return std::tuple{&CallFromInside::caller}; }

  void caller() {
    BasicThreadPool<pools::RestlessParts<Layer>> pool(pools::options(1));
    Layer::require(pool.call([&pool] { return pool.call([] { return 7; }); }) == 7, "the inner call returns");
  }
};

const auto from_inside = with_tables(model<CallFromInside>("pool/call/from-inside")).starts(1).holds();

const auto left_to_workers = from_inside.with(PoolProtocol{.run_inside_calls = false})
                                 .named("pool/call/from-inside/left-to-the-workers")
                                 .defect("S-19")
                                 .fails(Violation::livelock);

template <AtomicsLayer Layer>
struct TwoCallers {
  static constexpr std::string_view kSentence = "two callers from outside each get their own result";
  static constexpr std::string_view kBounds =
      "2 callers, of which the first starts a pool of 1 worker, which never sleeps, and stops it";
  static constexpr auto threads() { return std::tuple{&TwoCallers::caller}; }

  void caller() {
    BasicThreadPool<pools::RestlessParts<Layer>> pool(pools::options(1));
    typename Layer::thread other([&pool] { calls(pool, 1); });
    calls(pool, 2);
    other.join();
  }

 private:
  template <class Pool>
  static void calls(Pool& pool, int number) {
    Layer::require(pool.call([number] { return number; }) == number, "each caller gets its own result");
  }
};

const auto two_callers =
    with_tables(model<TwoCallers>("pool/call/two-callers")).starts(2).weak_failures(0).defect("S-18").holds();

// S-18: the published main_worker, one deque for all callers from outside.
template <AtomicsLayer Layer>
struct SharedDeque {
  static constexpr std::string_view kSentence = "two callers that join on one worker's deque each get their own result";
  static constexpr std::string_view kBounds = "2 callers: one join each, on the same worker";
  static constexpr auto threads() { return std::tuple{&SharedDeque::caller, &SharedDeque::caller}; }

  WorkerSet<pools::RestlessParts<Layer>> worker_set{1, pools::kNoRounds, pools::kCapacity};

  SharedDeque() { worker_set.add_worker(0); }
  void caller() {
    const auto [a, b] = join(
        worker_set.worker(0), [] { return 1; }, [] { return 2; });
    Layer::require(a == 1 && b == 2, "each caller gets its own result");
  }
};

const auto shared_deque =
    with_tables(model<SharedDeque>("pool/call/two-callers-on-one-deque")).defect("S-18").fails(Violation::data_race);

// A waker uses the sleep of the pool after it has set the latch, as Sleep's does if the worker sleeps.
template <ThreadedLayer Layer>
class TouchedByWakers : public pools::Restless<Layer> {
 public:
  using pools::Restless<Layer>::Restless;

  template <class Latch>
  void set_latch(Latch& latch, std::size_t) {
    (void)latch.set();
    (void)is_there_.load(std::memory_order_relaxed);
  }

 private:
  typename Layer::template atomic<bool> is_there_{true, "is_there"};
};

template <ThreadedLayer Layer>
struct TouchedParts : pools::RestlessParts<Layer> {
  using Sleep = TouchedByWakers<Layer>;
};

template <AtomicsLayer Layer>
struct NeighbouringPool {
  static constexpr std::string_view kSentence =
      "a worker that calls another pool is woken at the end, by a thread that does not use the worker's pool after "
      "that is freed";
  static constexpr std::string_view kBounds =
      "1 caller: starts two pools of 1 worker, calls one, which calls the other, and stops the first";
  static constexpr auto threads() { return std::tuple{&NeighbouringPool::caller}; }

  using Pool = BasicThreadPool<TouchedParts<Layer>>;

  void caller() {
    Pool far(pools::options(1));
    Pool near(pools::options(1));
    using Worker = typename Pool::Worker;
    const bool is_made_there = near.call([&far](Worker& caller) {
      return far.call([&caller](Worker& worker) { return &worker.worker_set() != &caller.worker_set(); });
    });
    Layer::require(is_made_there, "the call is made by a worker of the pool that was called");
  }
};

const auto neighbour = with_tables(model<NeighbouringPool>("pool/call/neighbouring-pool"))
                           .starts(2)
                           .weak_failures(0)
                           .defect("S-54")
                           .holds();

const auto gone_before_waking = neighbour.mutant("pool_waker_stays_outside")
                                    .named("pool/call/neighbouring-pool/waker-not-in-the-pool")
                                    .weak_failures(0)
                                    .defect("S-24")
                                    .fails(Violation::use_after_free);

const auto taken_for_its_own = neighbour.with(PoolProtocol{.know_the_pool = false})
                                   .named("pool/call/neighbouring-pool/taken-for-its-own")
                                   .weak_failures(0)
                                   .defect("S-54")
                                   .fails(Violation::requirement);

template <class Parts>
struct StopMeetsCall {
  using Layer = typename Parts::Layer;
  using Pool = BasicThreadPool<Parts>;

  typename Layer::template var<int> made{0, "made"};

  void owner() {
    Pool pool(pools::options(1));
    typename Layer::thread caller([this, &pool] { calls(pool); });
    pool.stop();
    caller.join();
  }

 private:
  void calls(Pool& pool) {
    bool is_refused = false;
    try {
      pool.call([this] { made.set(1); });
    } catch (const PoolStopped&) {
      is_refused = true;
    }
    Layer::require(made.get() == (is_refused ? 0 : 1), "accepted and made, or refused and not made");
  }
};

template <AtomicsLayer Layer>
struct StopAgainstCall : StopMeetsCall<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "a call that comes with a stop is made and returns, or is refused and not made";
  static constexpr std::string_view kBounds =
      "1 caller: once; 1 thread that starts a pool of 1 worker, which never sleeps, and stops it";
  static constexpr auto threads() { return std::tuple{&StopAgainstCall::owner}; }
};

template <AtomicsLayer Layer>
struct StopAgainstSleeper : StopMeetsCall<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence =
      "a call that comes with a stop is made and returns, or is refused and not made, also if the worker sleeps";
  static constexpr std::string_view kBounds =
      "1 caller: once; 1 thread that starts a pool of 1 worker and stops it; no round of yielding";
  static constexpr auto threads() { return std::tuple{&StopAgainstSleeper::owner}; }
};

const auto stop_against_sleeper = with_tables(model<StopAgainstSleeper>("pool/thread_pool/stop/against-sleeper"))
                                      .starts(2)
                                      .weak_failures(0)
                                      .spurious_wakes(0)
                                      .defect("S-16")
                                      .holds();

const auto stop_against_call =
    with_tables(model<StopAgainstCall>("pool/thread_pool/stop/against-call")).starts(2).defect("S-16").holds();

const auto dropped = stop_against_call.with(PoolProtocol{.stop_waits_for_accepted = false})
                         .named("pool/thread_pool/stop/against-call/accepted-calls-dropped")
                         .defect("S-16")
                         .fails(Violation::livelock);

const auto not_refused = stop_against_call.mutant("closed_admission_entered")
                             .named("pool/thread_pool/stop/against-call/late-calls-accepted")
                             .defect("S-16")
                             .fails(Violation::livelock);

}  // namespace
}  // namespace vigil::models
