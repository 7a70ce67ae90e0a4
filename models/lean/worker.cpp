// Does a worker find what is there, wherever it is, and do two workers that search at once report what they leave?

#include "pool_parts.hpp"

#include <vigil/lean/vyukov_queue.hpp>

#include <array>
#include <cstddef>
#include <tuple>

namespace vigil::models {
namespace {

using namespace lean;

// Two workers of a pool, without the pool: what they take, and whether they say that there is more.
template <AtomicsLayer Layer, std::size_t Tasks>
class TwoWorkers {
 public:
  using Parts = PoolParts<Layer, 1>;
  using Task = typename Parts::Task;

  void search(std::size_t worker) {
    const auto taken = workers[worker].find(outside, workers.data(), 2);
    must_notify_[worker].set(taken.must_notify());
    found_[worker].set(taken.is_success());
    if (taken.is_success()) taken.task()->run();
  }
  void finish() {
    int runs = 0;
    for (const auto& task : tasks) {
      Layer::require(task.runs.get() <= 1, "no task runs twice");
      runs += task.runs.get();
    }
    Layer::require(runs == (found_[0].get() ? 1 : 0) + (found_[1].get() ? 1 : 0), "what is found is run");
    Layer::require(runs == 2 || must_notify_[0].get() || must_notify_[1].get(),
                   "a worker that leaves a task behind says so");
  }

  std::array<lean::Worker<Parts>, 2> workers;
  typename Parts::Queue outside;
  std::array<CountedTask<Layer, TwoWorkers>, Tasks> tasks;

  TwoWorkers() {
    for (std::size_t i = 0; i != 2; ++i) {
      found_[i].set(false);
      must_notify_[i].set(false);
    }
    for (auto& task : tasks) task.prepare(*this, [](TwoWorkers&) {});
  }
  [[nodiscard]] Batch<Task> all() {
    Batch<Task> batch;
    for (auto& task : tasks) batch.push(task);
    return batch;
  }

 private:
  std::array<typename Layer::template var<bool>, 2> found_ = Names("found");
  std::array<typename Layer::template var<bool>, 2> must_notify_ = Names("must_notify");
};

template <AtomicsLayer Layer>
struct BothSearchOutside : TwoWorkers<Layer, 2> {
  static constexpr std::string_view kSentence = "two tasks from outside are found by two workers, or one says more";
  static constexpr std::string_view kBounds = "2 workers that search once; 2 tasks in the queue from outside";
  static constexpr auto threads() { return std::tuple{&BothSearchOutside::first, &BothSearchOutside::second}; }

  BothSearchOutside() { this->outside.push(this->all()); }
  void first() { this->search(0); }
  void second() { this->search(1); }
};

const auto both_search_outside =
    with_pool_tables(model<BothSearchOutside>("lean/worker/both-check-outside")).weak_failures(0).holds();

const auto refilled_silently = both_search_outside.with(lean::PoolProtocol{.report_refill = false})
                                   .named("lean/worker/both-check-outside/refilled-silently")
                                   .defect("S-42")
                                   .defect("S-50")
                                   .fails(Violation::requirement);

const auto not_searched_outside = both_search_outside.mutant("outside_not_searched")
                                      .named("lean/worker/both-check-outside/not-checked-there")
                                      .defect("S-47")
                                      .fails(Violation::requirement);

// The owner notifies no thread of what it leaves, so a thief that lost a task to it searches again.
template <AtomicsLayer Layer>
struct OwnerPopsBesideThief : TwoWorkers<Layer, 2> {
  static constexpr std::string_view kSentence = "a thief that lost the race for a task takes the one that is left";
  static constexpr std::string_view kBounds = "2 workers that search once; 2 tasks in the ring of one";
  static constexpr auto threads() { return std::tuple{&OwnerPopsBesideThief::owner, &OwnerPopsBesideThief::thief}; }

  OwnerPopsBesideThief() { this->workers[0].push(this->all()); }
  void owner() { this->search(0); }
  void thief() { this->search(1); }
};

const auto owner_pops_beside_thief =
    with_pool_tables(model<OwnerPopsBesideThief>("lean/worker/owner-pops-beside-thief")).holds();

template <ThreadedLayer Layer>
struct PartsWithVyukovQueues : PoolParts<Layer, 1> {
  using Queue = VyukovQueue<typename PoolParts<Layer, 1>::Task>;
};

// A consumer that finds a queue cut in two takes nothing, and turns away the worker that is woken for the task.
template <AtomicsLayer Layer>
class TurnedAwayFromACut {
 public:
  static constexpr std::string_view kSentence =
      "a worker that turned another one away searches again, though it found nothing";
  static constexpr std::string_view kBounds =
      "2 workers that search once, of which one pushes 1 task from outside before; Vyukov's queues";
  static constexpr auto threads() { return std::tuple{&TurnedAwayFromACut::searcher, &TurnedAwayFromACut::poster}; }

  TurnedAwayFromACut() {
    task_.prepare(*this, [](TurnedAwayFromACut&) {});
  }
  void searcher() { search(workers_[0]); }
  void poster() {
    outside_.push(task_);
    search(workers_[1]);
  }
  void finish() { Layer::require(task_.runs.get() == 1, "the task is run"); }

 private:
  using Parts = PartsWithVyukovQueues<Layer>;

  void search(lean::Worker<Parts>& worker) {
    const auto taken = worker.find(outside_, workers_.data(), 2);
    if (taken.is_success()) taken.task()->run();
  }

  std::array<lean::Worker<Parts>, 2> workers_;
  typename Parts::Queue outside_;
  CountedTask<Layer, TurnedAwayFromACut> task_;
};

const auto turned_away_from_a_cut =
    with_pool_tables(model<TurnedAwayFromACut>("lean/worker/turned-away-from-a-cut")).weak_failures(0).holds();

// Whether a worker sees that there is more decides whether it wakes another one.
template <AtomicsLayer Layer>
class SeesWhatOthersHave {
 public:
  static constexpr std::string_view kSentence =
      "a worker sees tasks that it could take, in the queue from outside, and in the ring or the queue of another";
  static constexpr std::string_view kBounds =
      "1 thread: 3 tasks from outside, or of one worker, whose ring has room for 2; takes them one by one, and asks "
      "for "
      "another worker each time";
  static constexpr auto threads() { return std::tuple{&SeesWhatOthersHave::asker}; }

  void asker() {
    Batch<Task> batch;
    for (auto& task : tasks_) {
      task.prepare(*this, [](SeesWhatOthersHave&) {});
      batch.push(task);
    }
    const bool from_outside = Layer::choose(2) == 1;
    if (from_outside)
      outside_.push(batch);
    else
      workers_[0].push(batch);
    for (std::size_t left = tasks_.size(); left != 0; --left) {
      Layer::require(sees_more(), "there is more");
      const auto taken = workers_[0].find(outside_, workers_.data(), 2);
      Layer::require(taken.is_success(), "there is a task");
      taken.task()->run();
    }
    Layer::require(!sees_more(), "nothing is left");
    for (const auto& task : tasks_) Layer::require(task.runs.get() == 1, "each task runs once");
  }

 private:
  using Parts = PoolParts<Layer, 1>;
  using Task = typename Parts::Task;

  [[nodiscard]] bool sees_more() const { return workers_[1].sees_more(outside_, workers_.data(), 2); }

  std::array<lean::Worker<Parts>, 2> workers_;
  typename Parts::Queue outside_;
  std::array<CountedTask<Layer, SeesWhatOthersHave>, 3> tasks_;
};

const auto sees_what_others_have =
    with_pool_tables(model<SeesWhatOthersHave>("lean/worker/sees-what-others-have")).holds();

}  // namespace
}  // namespace vigil::models
