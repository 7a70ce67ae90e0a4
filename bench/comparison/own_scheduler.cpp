// The scheduler of examples/own-scheduler in the comparison. It waits for all of its tasks, when it stops, and for no
// group of them. So each batch of work has a scheduler of its own here, whose start and end are part of its figures.

#include <vigil/latch/once_latch.hpp>

#include <comparison/peer.hpp>
#include <comparison/quicksort.hpp>
#include <cstddef>
#include <scheduler.hpp>
#include <span>
#include <stdexcept>
#include <utility>

namespace vigil::comparison {
namespace {

using Scheduler = own::Scheduler<>;

template <class Function>
void spawn(Scheduler& scheduler, Function function) {
  if (!scheduler.spawn(std::move(function))) throw std::runtime_error("the scheduler refuses a task");
}

void quicksort_with_tasks(Scheduler& scheduler, std::span<int> all) {
  quicksort_leaving(all, [&scheduler](std::span<int> right) {
    spawn(scheduler, [&scheduler, right] { quicksort_with_tasks(scheduler, right); });
  });
}

class OwnScheduler : public Peer {
 public:
  explicit OwnScheduler(std::size_t workers) : options_{.workers = workers}, scheduler_(options_) {}

  void call(void (*job)(void*), void* context) override {
    OnceLatch<> done;
    spawn(scheduler_, [&done, job, context] {
      job(context);
      done.set();
    });
    done.wait();
  }
  void run_tasks(std::span<EmptyTask> tasks) override {
    Scheduler scheduler(options_);
    spawn(scheduler, [&scheduler, tasks] {
      for (EmptyTask& task : tasks) spawn(scheduler, [&task] { task.run(); });
    });
    scheduler.stop();
  }
  void quicksort(std::span<int> values) override {
    Scheduler scheduler(options_);
    spawn(scheduler, [&scheduler, values] { quicksort_with_tasks(scheduler, values); });
    scheduler.stop();
  }

 private:
  const own::SchedulerOptions options_;
  Scheduler scheduler_;
};

[[maybe_unused]] const bool added = add_peer({.name = "own-scheduler",
                                              .start = start_peer<OwnScheduler>,
                                              .takes_calls = true,
                                              .runs_tasks = true,
                                              .quicksorts = true,
                                              .rests = true,
                                              .is_lean = true});

}  // namespace
}  // namespace vigil::comparison
