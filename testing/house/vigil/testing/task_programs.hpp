#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/task.hpp>

#include <rapidcheck.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <thread>
#include <utility>
#include <vector>

namespace vigil::testing {

using namespace lean;

// Tasks that schedule each other, in a given order, one by one or as a batch. Each is scheduled by one other task, or
// by one of the posters, which are threads outside the pool.
struct TaskProgram {
  struct Action {
    std::vector<std::size_t> scheduled;
    bool is_batch = false;
  };
  std::vector<Action> tasks;
  std::vector<Action> posters;

  std::size_t add(Action& parent) {
    parent.scheduled.push_back(tasks.size());
    return tasks.size();
  }
};

inline constexpr std::size_t kPosters = 3;

// Adds a task that a poster or an earlier task of `inner` schedules. In one of sixteen cases, adds more leaves than a
// ring has slots. `draw` decides.
inline void add_task(TaskProgram& program, std::vector<std::size_t>& inner, std::uint32_t draw) {
  const auto one_of = [&draw](std::size_t choices) {
    const auto n = static_cast<std::uint32_t>(choices);
    return std::exchange(draw, draw / n) % n;
  };
  const bool is_posted = inner.empty() || one_of(4) == 0;
  const std::size_t task = is_posted ? program.add(program.posters[one_of(kPosters)])
                                     : program.add(program.tasks[inner[one_of(inner.size())]]);
  program.tasks.push_back({{}, one_of(2) == 1});
  inner.push_back(task);
  for (std::uint32_t leaves = one_of(16) == 0 ? 300 : one_of(4); leaves != 0; --leaves) {
    program.add(program.tasks[task]);
    program.tasks.emplace_back();
  }
}

// Up to a hundred tasks with their leaves.
inline rc::Gen<TaskProgram> task_programs() {
  const auto draws =
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::resize(100, rc::gen::arbitrary<std::uint32_t>()));
  return rc::gen::map(draws, [](const std::vector<std::uint32_t>& drawn) {
    TaskProgram program;
    for (std::size_t i = 0; i != kPosters; ++i) program.posters.push_back({{}, i % 2 == 1});
    std::vector<std::size_t> inner;
    for (const std::uint32_t draw : drawn) add_task(program, inner, draw);
    return program;
  });
}

// A program on a pool. It must outlive the tasks that the pool runs.
template <class Pool>
class ProgramRun {
 public:
  ProgramRun(const TaskProgram& program, Pool& pool) : program_(program), pool_(pool) {
    for (std::size_t i = 0; i != program.tasks.size(); ++i) steps_.emplace_back(*this, i);
  }
  ProgramRun(const ProgramRun&) = delete;
  ProgramRun& operator=(const ProgramRun&) = delete;

  // Does the posters' work for the `chosen` tasks, on the calling thread.
  void post_only(const std::vector<bool>& chosen) {
    for (const TaskProgram::Action& poster : program_.posters)
      for (const std::size_t task : poster.scheduled)
        if (chosen[task]) schedule(steps_[task]);
  }
  void post_by_threads() {
    post_by_threads([] {});
  }
  // The first poster calls `afterwards()` when it is done, while others may go on.
  template <class Afterwards>
  void post_by_threads(Afterwards afterwards) {
    std::vector<std::thread> threads;
    threads.emplace_back([this, afterwards] {
      schedule(program_.posters[0]);
      afterwards();
    });
    for (std::size_t i = 1; i != kPosters; ++i) threads.emplace_back([this, i] { schedule(program_.posters[i]); });
    for (std::thread& thread : threads) thread.join();
  }

  // How often each task has run. Must be called when no thread schedules or runs tasks any more.
  [[nodiscard]] std::vector<unsigned> runs() const {
    std::vector<unsigned> runs;
    for (const Step& step : steps_) runs.push_back(step.runs);
    return runs;
  }
  [[nodiscard]] std::vector<bool> accepted() const {
    std::vector<bool> accepted;
    for (const Step& step : steps_) accepted.push_back(step.is_accepted);
    return accepted;
  }

 private:
  struct Step : Task<> {
    Step(ProgramRun& its_run, std::size_t its_index) : Task<>(&run_step), run(its_run), index(its_index) {}

    static void run_step(Task<>& task) noexcept {
      auto& step = static_cast<Step&>(task);
      ++step.runs;
      step.run.schedule(step.run.program_.tasks[step.index]);
    }

    ProgramRun& run;
    const std::size_t index;
    std::atomic<unsigned> runs{0};
    bool is_accepted = false;
  };

  void schedule(const TaskProgram::Action& action) {
    if (!action.is_batch) {
      for (const std::size_t task : action.scheduled) schedule(steps_[task]);
      return;
    }
    Batch<Task<>> batch;
    for (const std::size_t task : action.scheduled) batch.push(steps_[task]);
    const bool is_accepted = batch.is_empty() || pool_.schedule(batch);
    for (const std::size_t task : action.scheduled) steps_[task].is_accepted = is_accepted;
  }
  void schedule(Step& step) { step.is_accepted = pool_.schedule(step); }

  const TaskProgram& program_;
  Pool& pool_;
  std::deque<Step> steps_;
};

// How often a pool runs each task if it is shut down after all posters are done.
template <class Pool>
std::vector<unsigned> runs_on(const TaskProgram& program, std::uint32_t threads) {
  Pool pool(threads);
  ProgramRun<Pool> run(program, pool);
  run.post_by_threads();
  pool.shutdown();
  pool.join();
  return run.runs();
}

// How often `Pool` runs each task of the part of the program that begins with the accepted tasks. The tasks are
// scheduled
// in turn, on this thread, which works with any pool.
template <class Pool>
std::vector<unsigned> runs_of_accepted(const TaskProgram& program, const std::vector<bool>& accepted) {
  Pool pool(1);
  ProgramRun<Pool> run(program, pool);
  run.post_only(accepted);
  pool.shutdown();
  pool.join();
  return run.runs();
}

}  // namespace vigil::testing
