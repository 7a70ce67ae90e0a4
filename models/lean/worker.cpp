// Does a worker find what is there, wherever it is, and do two workers that search at once report what they leave?

#include "pool_parts.hpp"

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
    with_pool_tables(model<BothSearchOutside, kCheckerAlone>("lean/worker/both-check-outside"))
        .weak_failures(0)
        .holds();

const auto refilled_silently = both_search_outside.with(lean::PoolProtocol{.report_refill = false})
                                   .named("lean/worker/both-check-outside/refilled-silently")
                                   .defect("S-42")
                                   .defect("S-50")
                                   .fails(Violation::requirement);

const auto not_searched_outside = both_search_outside.mutant("outside_not_searched")
                                      .named("lean/worker/both-check-outside/not-checked-there")
                                      .defect("S-47")
                                      .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
