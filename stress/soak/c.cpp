// The C interface, as it is compiled for its users: tasks that are waited for, tasks that nobody waits for, tasks that
// submit tasks, tasks with priorities, and tasks of C++ that throw. A job is a task.

#include "harness.hpp"
#include "parts.hpp"

#include <vigil/vigil.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace vigil::soak {
namespace {

class CRound {
 public:
  explicit CRound(Round& round)
      : round_(round),
        waited_(round.draw_size(500, 20'000)),
        left_(round.draw_size(500, 10'000)),
        nested_(round.draw_size(200, 2'000)),
        has_priorities_(round.random().one_in(2)),
        marks_(round.make_jobs(waited_ + left_ + nested_)),
        jobs_(waited_ + left_ + nested_) {
    for (std::size_t i = 0; i != jobs_.size(); ++i) jobs_[i] = {this, i, VIGIL_TASK_INIT};
  }

  void run() {
    as_creator(round_, [this] { make(); });
    wait_for_each();
    wait_for_all();
    wait_inside();
    as_creator(round_, [this] { must(vigil_pool_destroy(pool_), "a pool could not be destroyed"); });
    round_.finish();
  }

 private:
  struct Job {
    CRound* all;
    std::size_t number;
    vigil_task task;
  };

  void must(vigil_status status, const char* what) {
    if (status != VIGIL_OK) round_.complain(what);
  }

  void make() {
    vigil_options options;
    must(vigil_options_init(&options), "no default options");
    options.workers = round_.workers();
    options.deque_capacity = std::size_t{1} << round_.random().below(9);
    if (!round_.random().one_in(4)) {
      options.rounds_until_sleepy = 0;
      options.rounds_until_sleeping = 1;
    }
    if (round_.random().one_in(4)) options.stack_bytes = std::size_t{1} << 22;
    options.priorities = has_priorities_;
    while (pool_ == nullptr) {
      const Exposed here;
      const vigil_status status = vigil_pool_create(&options, &pool_);
      const bool may_fail = (status == VIGIL_NO_THREAD && round_.has(Fault::thread_start)) ||
                            (status == VIGIL_OUT_OF_MEMORY && round_.has(Fault::allocation));
      if (status != VIGIL_OK && !may_fail) throw Violation(vigil_status_name(status));
      if ((status == VIGIL_OK) != (pool_ != nullptr)) throw Violation("vigil_pool_create: the pool and its status");
    }
  }

  static void run_one(void* context) {
    auto& job = *static_cast<Job*>(context);
    job.all->marks_.mark(job.number);
    Delays::perhaps();
    if (job.all->round_.throws(job.number)) {
      count(Fault::exception);
      throw Thrown{job.number};
    }
  }
  void wait_for(Job& job) {
    const vigil_status due = round_.throws(job.number) ? VIGIL_TASK_THREW : VIGIL_OK;
    if (vigil_wait(&job.task) != due) round_.complain("a wait for a task told the wrong end");
  }

  // By threads that submit some and then wait for these.
  void wait_for_each() {
    constexpr std::size_t kSubmitters = 2;
    testing::ThreadSet threads;
    threads.add(kSubmitters, [this](std::size_t submitter) {
      const Exposed here;
      const std::size_t end = waited_ * (submitter + 1) / kSubmitters;
      for (std::size_t i = waited_ * submitter / kSubmitters; i != end;) {
        const std::size_t last = std::min(end, i + 1 + jobs_[i].number % 300);
        submit(i, last);
        for (; i != last; ++i) wait_for(jobs_[i]);
      }
    });
    threads.run();
  }
  int priority_of(std::size_t job) const {
    return has_priorities_ ? static_cast<int>(job % (VIGIL_PRIORITY_LOW + 1)) : VIGIL_PRIORITY_NORMAL;
  }
  void submit(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i)
      must(vigil_submit_with_priority(pool_, &jobs_[i].task, &run_one, &jobs_[i], priority_of(i)),
           "a task was refused");
  }

  // Tasks that the pool allocates. One that is refused is submitted again.
  void wait_for_all() {
    const std::size_t part = round_.has(Fault::creator_end) ? 1'000 : left_;
    for (std::size_t begin = waited_; begin < waited_ + left_; begin += part)
      as_creator(round_, [&] {
        const Exposed here;
        for (std::size_t i = begin; i != std::min(begin + part, waited_ + left_); ++i) leave(jobs_[i]);
      });
    must(vigil_wait_all(pool_), "a wait for all tasks failed");
    for (std::size_t i = waited_; i != waited_ + left_; ++i)
      if (marks_.times(i) != 1) round_.complain("vigil_wait_all came back before a task had ended");
  }
  void leave(Job& job) {
    for (;;) {
      const vigil_status status = vigil_submit(pool_, nullptr, &run_one, &job);
      if (status == VIGIL_OK) return;
      if (status != VIGIL_OUT_OF_MEMORY || !round_.has(Fault::allocation))
        return round_.complain("a task that nobody waits for was refused");
    }
  }

  // A heap of tasks: each submits two others, and waits for them. Few, because all that wait may lie on one stack.
  void wait_inside() {
    const std::size_t root = waited_ + left_;
    const Exposed here;
    must(vigil_submit(pool_, &jobs_[root].task, &run_inner, &jobs_[root]), "a task was refused");
    wait_for(jobs_[root]);
  }
  static void run_inner(void* context) {
    auto& job = *static_cast<Job*>(context);
    CRound& all = *job.all;
    const std::size_t root = all.waited_ + all.left_;
    const std::size_t first = 2 * (job.number - root) + 1;
    const std::size_t end = std::min(first + 2, all.nested_);
    for (std::size_t child = first; child < end; ++child)
      all.must(vigil_submit(all.pool_, &all.jobs_[root + child].task, &run_inner, &all.jobs_[root + child]),
               "a task was refused");
    for (std::size_t child = first; child < end; ++child) all.wait_for(all.jobs_[root + child]);
    run_one(context);
  }

  Round& round_;
  const std::size_t waited_, left_, nested_;
  const bool has_priorities_;
  testing::Marks& marks_;
  std::vector<Job> jobs_;
  vigil_pool* pool_ = nullptr;
};

}  // namespace

void run_c(Round& round) { std::make_unique<CRound>(round)->run(); }

}  // namespace vigil::soak
