// Does a worker that is at its limit leave jobs alone, and still run each call that another pool waits for?

#include "parts.hpp"

#include <vigil/pool/call_queue.hpp>
#include <vigil/pool/posted_job.hpp>

#include <array>
#include <cstddef>
#include <tuple>

namespace vigil::models {
namespace {

using pools::with_tables;

template <AtomicsLayer Layer>
struct TwoWait {
  static constexpr std::string_view kSentence = "each of two that wait for calls returns when its own wait is over";
  static constexpr std::string_view kBounds = "2 threads that wait; 1 that ends the one wait, then the other";
  static constexpr auto threads() { return std::tuple{&TwoWait::first, &TwoWait::second, &TwoWait::ender}; }

  CallQueue<pools::Parts<Layer>> calls;
  std::array<typename Layer::template atomic<bool>, 2> is_over = Names("is_over", false);
  std::array<typename Layer::template var<int>, 2> result = Names("result", 0);

  void first() { wait(0); }
  void second() { wait(1); }
  void ender() {
    for (const std::size_t which : {1U, 0U}) {
      result[which].set(7);
      calls.end_wait([&] { is_over[which].store(true, std::memory_order_relaxed); });
    }
  }

 private:
  void wait(std::size_t which) {
    calls.wait([&] { return is_over[which].load(std::memory_order_relaxed); });
    Layer::require(result[which].get() == 7, "what came before the end of the wait is seen after it");
  }
};

const auto two_wait = with_tables(model<TwoWait>("pool/call_queue/two-wait")).holds();

const auto wakes_one =
    two_wait.mutant("call_queue_wakes_one").named("pool/call_queue/two-wait/wakes-one").fails(Violation::missed_wake);

const auto ended_beside = two_wait.mutant("wait_for_call_ended_beside_mutex")
                              .named("pool/call_queue/two-wait/ended-beside-mutex")
                              .fails(Violation::missed_wake, Violation::data_race);

template <AtomicsLayer Layer>
struct TwoTake {
  static constexpr std::string_view kSentence = "each call is taken once, the oldest first";
  static constexpr std::string_view kBounds = "1 thread that leaves 2 calls; 2 that take as many as they find";
  static constexpr auto threads() { return std::tuple{&TwoTake::pusher, &TwoTake::taker, &TwoTake::taker}; }

  using Parts = pools::Parts<Layer>;
  struct Call : CallJob<Parts> {
    Call() : CallJob<Parts>(nullptr) {}
    typename Layer::template var<int> taken{0, "taken"};
  };

  CallQueue<Parts> queue;
  std::array<Call, 2> calls;

  void pusher() {
    for (Call& call : calls) {
      call.taken.set(0);
      (void)queue.push(call);
    }
  }
  void taker() {
    Call* newest = nullptr;
    while (auto* const job = queue.take()) {
      auto* const call = static_cast<Call*>(job);
      call->taken.set(call->taken.get() + 1);
      Layer::require(newest == nullptr || newest < call, "the oldest call is taken first");
      newest = call;
    }
  }
  void finish() {
    taker();
    for (Call& call : calls) Layer::require(call.taken.get() == 1, "each call is taken once");
    Layer::require(!queue.has_calls(), "no call is left");
  }
};

const auto two_take = with_tables(model<TwoTake>("pool/call_queue/two-take")).holds();

// A job calls another pool, and that call calls back. The first worker is at its limit, and alone in its pool.
template <class PoolParts>
struct CallsBack {
  using Layer = typename PoolParts::Layer;

  void caller() {
    using Pool = BasicThreadPool<PoolParts>;
    constexpr std::size_t kNone = 0;
    Pool near(pools::options(1, kNone));
    Pool far(pools::options(1, kNone));
    const int result = near.call([&] { return far.call([&] { return near.call([] { return 7; }); }); });
    Layer::require(result == 7, "the innermost call is made");
  }
};

template <AtomicsLayer Layer>
struct MutualCalls : CallsBack<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "a worker at its limit runs the call of a worker for which it waits";
  static constexpr std::string_view kBounds =
      "1 caller: starts two pools of 1 worker, which runs no jobs while it calls; a call to one that calls the other, "
      "which calls the first";
  static constexpr auto threads() { return std::tuple{&MutualCalls::caller}; }
};

const auto mutual_calls = with_tables(model<MutualCalls>("pool/call/mutual-at-the-limit"))
                              .starts(2)
                              .weak_failures(0)
                              .spurious_wakes(0)
                              .holds();

const auto calls_refused = mutual_calls.mutant("calls_refused_at_limit")
                               .named("pool/call/mutual-at-the-limit/refused")
                               .weak_failures(0)
                               .spurious_wakes(0)
                               .fails(Violation::missed_wake, Violation::deadlock, Violation::livelock);

// Jobs that each call another pool. How many of them lie on one stack?
template <class PoolParts, std::size_t Jobs, std::size_t NestedCalls>
class JobsThatCall {
 public:
  JobsThatCall() {
    near_.add_worker(0);
    far_.add_worker(0);
    for (Caller& job : jobs_) {
      job.all = this;
      (void)job.post(near_);
    }
  }

  void near_worker() { near_.worker(0).run(); }
  void far_worker() { far_.worker(0).run(); }
  void finish() { Layer::require(ended_ == Jobs, "each job has run"); }

 private:
  using Layer = typename PoolParts::Layer;
  using Parts = PoolParts;
  using Posted = PostedJob<Parts>;

  struct Caller : Posted {
    Caller() : Posted(&run_caller) {}
    JobsThatCall* all = nullptr;
  };

  static void run_caller(Posted& job, Worker<Parts>& worker) noexcept {
    JobsThatCall& all = *static_cast<Caller&>(job).all;
    ++all.depth_;
    Layer::require(all.depth_ <= NestedCalls + 1, "no more jobs lie on one stack than may call, and one");
    const auto seven = [] { return 7; };
    vigil::detail::InjectedCall<const decltype(seven), vigil::detail::NeighboursSignal<Parts>, Parts> call(seven,
                                                                                                           worker);
    Layer::require(call.make(all.far_) == 7, "the call returns");
    --all.depth_;
    if (++all.ended_ != Jobs) return;
    all.far_.worker(0).stop();
    worker.stop();
  }

  WorkerSet<Parts> near_{1, pools::kNoRounds, pools::kCapacity, NestedCalls};
  WorkerSet<Parts> far_{1, pools::kNoRounds, pools::kCapacity};
  std::array<Caller, Jobs> jobs_;
  // The near worker's own.
  std::size_t depth_ = 0;
  std::size_t ended_ = 0;
};

template <AtomicsLayer Layer>
struct NoneNested : JobsThatCall<pools::RestlessParts<Layer>, 2, 0> {
  static constexpr std::string_view kSentence = "a worker that may nest no calls begins no job while it calls";
  static constexpr std::string_view kBounds = "2 pools of 1 worker: 2 jobs that call the other pool; no nested calls";
  static constexpr auto threads() { return std::tuple{&NoneNested::near_worker, &NoneNested::far_worker}; }
};

const auto none_nested =
    with_tables(model<NoneNested>("pool/call/none-nested")).weak_failures(0).spurious_wakes(0).holds();

template <AtomicsLayer Layer>
struct OneNested : JobsThatCall<pools::RestlessParts<Layer>, 3, 1> {
  static constexpr std::string_view kSentence = "a worker that may nest one call begins no third job above two";
  static constexpr std::string_view kBounds = "2 pools of 1 worker: 3 jobs that call the other pool; one nested call";
  static constexpr auto threads() { return std::tuple{&OneNested::near_worker, &OneNested::far_worker}; }
};

const auto one_nested =
    with_tables(model<OneNested>("pool/call/one-nested")).weak_failures(0).spurious_wakes(0).holds();

const auto without_limit = one_nested.mutant("calls_nest_without_limit")
                               .named("pool/call/one-nested/without-limit")
                               .weak_failures(0)
                               .spurious_wakes(0)
                               .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct CalledWhileAsleep : JobsThatCall<pools::Parts<Layer>, 2, 0> {
  static constexpr std::string_view kSentence =
      "the calls of another pool's worker are made, also if the called worker sleeps";
  static constexpr std::string_view kBounds =
      "2 pools of 1 worker: 2 jobs that call the other pool; no nested calls; no round of yielding";
  static constexpr auto threads() {
    return std::tuple{&CalledWhileAsleep::near_worker, &CalledWhileAsleep::far_worker};
  }
};

const auto called_while_asleep =
    with_tables(model<CalledWhileAsleep>("pool/call/called-while-asleep")).weak_failures(0).spurious_wakes(0).holds();

const auto slept_over = called_while_asleep.mutant("calls_slept_over")
                            .named("pool/call/called-while-asleep/slept-over")
                            .weak_failures(0)
                            .spurious_wakes(0)
                            .fails(Violation::missed_wake);

}  // namespace
}  // namespace vigil::models
