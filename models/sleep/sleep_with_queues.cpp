// The shipped parts together: Sleep with the shipped injectors and the shipped deque instead of a model's queue.

#include <vigil/deque/chase_lev.hpp>
#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>

#include "world.hpp"

namespace vigil::models {
namespace {

using sleeping::Unyielding;

ChaseLevOrders deque_orders;
TreiberOrders injector_orders;
SegmentedOrders segmented_orders;

template <AtomicsLayer Layer>
class InjectedJob : public InjectorNode<Layer> {
 public:
  typename Layer::template var<int> runs{0, "runs"};
};

// A scheduler of `Workers` workers for one job. The job's end stops all workers.
template <AtomicsLayer Layer, std::size_t Workers,
          class Injector = TreiberInjector<InjectedJob<Layer>, Layer, injector_orders>>
class Pool {
 public:
  using Job = InjectedJob<Layer>;
  using Latch = CoreLatch<Layer, sleeping::latch_orders, sleeping::latch_protocol>;

  // The counter begins odd, as after a job.
  Pool() {
    sleep.new_internal_jobs(0, [] { return true; });
  }

  void inject() {
    const bool was_empty = injector.push(job);
    sleep.new_injected_jobs(1, was_empty);
  }

  template <class Find>
  void work(std::size_t worker, Find find) {
    IdleState idle = sleep.start_looking(worker);
    Job* found = nullptr;
    Layer::retry([&] {
      if (stop_[worker].probe()) return true;
      found = find();
      if (found != nullptr) return true;
      sleep.no_work_found(idle, stop_[worker], [this] { return injector.has_jobs(); });
      return false;
    });
    sleep.work_found([this] { return injector.has_jobs(); });
    if (found != nullptr) run(*found);
  }

  void run(Job& one) {
    one.runs.set(one.runs.get() + 1);
    for (std::size_t worker = 0; worker != Workers; ++worker) sleep.set_latch(stop_[worker], worker);
  }

  [[nodiscard]] Job* from_injector() {
    return taken([this] { return injector.pop(); });
  }
  [[nodiscard]] Job* from_deque() {
    return taken([this] { return deque.steal(); });
  }

  void finish() {
    Layer::require(job.runs.get() == 1, "the job runs once");
    Layer::require(sleep.waker_decrements(), "waker_decrements");
  }

  Sleep<Unyielding<Layer>, sleeping::CountersUnderTest<Layer>, sleeping::sleep_orders, sleeping::sleep_protocol> sleep{
      Workers, SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  Injector injector;
  ChaseLevDeque<Job*, Layer, deque_orders> deque{2};
  Job job;

 private:
  // Tries until it gets a job or finds none, as a scheduler must before it may sleep. The yield is for Relacy, which
  // reports a loop without a yield as a livelock.
  template <class Take>
  static Job* taken(Take take) {
    Job* job = nullptr;
    Layer::retry([&] {
      const StealResult<Job*> result = take();
      if (result.is_retry()) {
        Layer::yield();
        return false;
      }
      if (!result.is_success()) return true;
      Layer::require(result.job() != nullptr, "the taken value is a job");
      job = result.job();
      return true;
    });
    return job;
  }

  std::array<Latch, Workers> stop_;
};

template <class Draft, class InjectorOrders = TreiberOrders>
auto with_shipped_tables(Draft draft, InjectorOrders& its_injector_orders = injector_orders) {
  return std::move(draft).tables(sleeping::latch_orders, sleeping::latch_protocol, sleeping::counters_orders,
                                 sleeping::counters_protocol, sleeping::sleep_orders, sleeping::sleep_protocol,
                                 deque_orders, its_injector_orders);
}

template <AtomicsLayer Layer>
struct ThroughInjector : Pool<Layer, 1> {
  static constexpr std::string_view kSentence = "a job left in the shipped injector is not slept through";
  static constexpr std::string_view kBounds = "1 worker; 1 poster: one job; no round of yielding";
  static constexpr auto threads() { return std::tuple{&ThroughInjector::worker, &ThroughInjector::poster}; }

  void worker() {
    this->work(0, [this] { return this->from_injector(); });
  }
  void poster() { this->inject(); }
};

const auto through_injector = with_shipped_tables(model<ThroughInjector>("sleep/sleep/with-queues/injector"))
                                  .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
                                  .holds();

const auto no_posted = through_injector.with(SleepOrders{.posted = std::memory_order_relaxed})
                           .named("sleep/sleep/with-queues/injector/without-posters-fence")
                           .defect("S-10")
                           .fails(Violation::missed_wake);

const auto no_registered = through_injector.with(SleepOrders{.registered = std::memory_order_relaxed})
                               .named("sleep/sleep/with-queues/injector/without-sleepers-fence")
                               .defect("S-10")
                               .fails(Violation::missed_wake);

const auto unpublished = through_injector.with(TreiberOrders{.publish = std::memory_order_relaxed})
                             .named("sleep/sleep/with-queues/injector/without-publish-release")
                             .fails(Violation::data_race);

template <AtomicsLayer Layer>
struct TwoAtInjector : Pool<Layer, 2> {
  static constexpr std::string_view kSentence = "one of two workers at the shipped injector runs the job, and both end";
  static constexpr std::string_view kBounds = "2 workers; 1 poster: one job; no round of yielding";
  static constexpr auto threads() {
    return std::tuple{&TwoAtInjector::first_worker, &TwoAtInjector::second_worker, &TwoAtInjector::poster};
  }

  void first_worker() {
    this->work(0, [this] { return this->from_injector(); });
  }
  void second_worker() {
    this->work(1, [this] { return this->from_injector(); });
  }
  void poster() { this->inject(); }
};

const auto two_at_injector = with_shipped_tables(model<TwoAtInjector>("sleep/sleep/with-queues/injector-two-workers"))
                                 .search({.quick = {.bounds = {2}}, .thorough = {.random = 1'000'000, .bounds = {2}}})
                                 .holds();

// The same with the other injector.
template <AtomicsLayer Layer>
struct ThroughSegments : Pool<Layer, 1, SegmentedInjector<InjectedJob<Layer>, Layer, segmented_orders, 1, 0>> {
  static constexpr std::string_view kSentence = "a job left in the segmented injector is not slept through";
  static constexpr std::string_view kBounds = "1 worker; 1 poster: one job; no round of yielding; segments of 1";
  static constexpr auto threads() { return std::tuple{&ThroughSegments::worker, &ThroughSegments::poster}; }

  void worker() {
    this->work(0, [this] { return this->from_injector(); });
  }
  void poster() { this->inject(); }
};

const auto through_segments =
    with_shipped_tables(model<ThroughSegments>("sleep/sleep/with-queues/segmented-injector"), segmented_orders)
        .weak_failures(0)
        .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
        .holds();

const auto no_posted_to_segments = through_segments.with(SleepOrders{.posted = std::memory_order_relaxed})
                                       .named("sleep/sleep/with-queues/segmented-injector/without-posters-fence")
                                       .defect("S-10")
                                       .fails(Violation::missed_wake);

const auto no_registered_at_segments = through_segments.with(SleepOrders{.registered = std::memory_order_relaxed})
                                           .named("sleep/sleep/with-queues/segmented-injector/without-sleepers-fence")
                                           .defect("S-10")
                                           .fails(Violation::missed_wake);

template <AtomicsLayer Layer>
struct ThroughDeque : Pool<Layer, 1> {
  static constexpr std::string_view kSentence = "a job in the shipped deque is run by a thief or by its owner, once";
  static constexpr std::string_view kBounds = "1 worker; 1 owner: pushes one job, then pops; no round of yielding";
  static constexpr auto threads() { return std::tuple{&ThroughDeque::worker, &ThroughDeque::owner}; }

  void worker() {
    this->work(0, [this] { return this->from_deque(); });
  }
  void owner() {
    const bool was_empty = this->deque.is_empty();
    this->deque.push(&this->job);
    this->sleep.new_internal_jobs(1, [&] { return was_empty; });
    if (const auto mine = this->deque.pop()) this->run(**mine);
  }
};

const auto through_deque = with_shipped_tables(model<ThroughDeque>("sleep/sleep/with-queues/deque"))
                               .search({.quick = {.bounds = {3}}, .thorough = {.bounds = {4}}})
                               .holds();

const auto deque_unpublished = through_deque.with(ChaseLevOrders{.push_publish = std::memory_order_relaxed})
                                   .named("sleep/sleep/with-queues/deque/push-publish-relaxed")
                                   .fails(Violation::requirement, Violation::data_race);

}  // namespace
}  // namespace vigil::models
