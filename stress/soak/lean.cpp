// The lean pool: batches, single tasks, trees of tasks that cross between two pools, and a shutdown while posters come.
// A job is a task.

#include "harness.hpp"
#include "parts.hpp"

#include <vigil/latch/count_latch.hpp>
#include <vigil/lean/thread_pool.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

namespace vigil::soak {
namespace {

template <class L>
class LeanRound {
  using Pool = lean::BasicThreadPool<lean::PoolParts<L>>;
  using Task = typename Pool::Task;
  using Batch = typename Pool::TaskBatch;

 public:
  explicit LeanRound(Round& round)
      : round_(round),
        posters_(1 + round.random().below(3)),
        batch_(std::size_t{1} << round.random().below(11)),
        crosses_(round.random().one_in(3)),
        jobs_(round.draw_size(2'000, 300'000)),
        late_(round.draw_size(200, 20'000)),
        marks_(round.make_jobs(jobs_ + late_)),
        tasks_(jobs_ + late_),
        is_accepted_(late_, 1) {}

  void run() {
    for (std::size_t i = 0; i != tasks_.size(); ++i) {
      tasks_[i].all = this;
      tasks_[i].number = static_cast<std::uint32_t>(i);
    }
    as_creator(round_, [this] {
      near_ = make();
      far_ = make();
    });
    CountLatch<L> ended(static_cast<std::uint32_t>(jobs_));
    ended_ = &ended;
    round_.random().one_in(2) ? schedule_trees() : schedule_batches();
    ended.wait();
    shut_down_in_use();
    as_creator(round_, [this] {
      far_->shutdown();
      far_.reset();
      near_.reset();
    });
    round_.finish([&](std::size_t job) { return job < jobs_ ? 1U : unsigned{is_accepted_[job - jobs_]}; });
  }

 private:
  struct Numbered : Task {
    Numbered() : Task(&Numbered::run_here) {}
    static void run_here(Task& task) noexcept {
      auto& self = static_cast<Numbered&>(task);
      self.all->run(self);
    }
    LeanRound* all = nullptr;
    Pool* home = nullptr;
    std::uint32_t number = 0;
    bool is_inner = false;
  };

  std::unique_ptr<Pool> make() {
    return std::make_unique<Pool>(
        lean::PoolOptions{.most_threads = static_cast<std::uint32_t>(round_.workers()),
                          .stack_bytes = round_.random().one_in(2) ? 0 : std::size_t{256} * 1024});
  }

  void run(Numbered& task) {
    const std::size_t job = task.number;
    if (task.is_inner) schedule_children(task);
    if (job == closes_at_) near_->shutdown();
    marks_.mark(job);
    Delays::perhaps();
    if (job < jobs_) ended_->count_down();
  }

  // The tasks as a heap: task i schedules 2i + 1 and 2i + 2, as a batch or one by one, at home or across.
  void schedule_children(Numbered& task) {
    Pool& there = crosses_ && task.number % 64 == 0 ? (task.home == near_.get() ? *far_ : *near_) : *task.home;
    Batch batch;
    for (std::size_t child = 2 * std::size_t{task.number} + 1; child <= 2 * std::size_t{task.number} + 2; ++child) {
      if (child >= jobs_) break;
      tasks_[child].home = &there;
      tasks_[child].is_inner = true;
      if (task.number % 2 == 0)
        batch.push(tasks_[child]);
      else
        must_take(there.schedule(tasks_[child]));
    }
    must_take(there.schedule(batch));
  }
  void must_take(bool is_taken) {
    if (!is_taken) round_.complain("a lean pool that was not shut down refused a task");
  }

  void schedule_trees() {
    tasks_[0].home = near_.get();
    tasks_[0].is_inner = true;
    as_creator(round_, [this] {
      const Exposed here;
      must_take(near_->schedule(tasks_[0]));
    });
  }

  void schedule_batches() {
    testing::ThreadSet threads;
    threads.add(posters_, [this](std::size_t poster) {
      const std::size_t end = jobs_ * (poster + 1) / posters_;
      for (std::size_t i = jobs_ * poster / posters_; i != end;) {
        const std::size_t last = std::min(i + 20'000, end);
        as_creator(round_, [&] { schedule_some(i, last); });
        i = last;
      }
    });
    threads.run();
  }
  void schedule_some(std::size_t begin, std::size_t end) {
    const Exposed here;
    while (begin != end) {
      Batch batch;
      for (std::size_t i = 0; i != batch_ && begin != end; ++i) batch.push(tasks_[begin++]);
      must_take(near_->schedule(batch));
    }
  }

  // Posters that meet a shutdown, by a task or from outside: each task runs, or is refused where it is scheduled.
  void shut_down_in_use() {
    const std::size_t last = round_.random().below(late_);
    const bool is_by_task = round_.random().one_in(2);
    if (is_by_task) closes_at_ = jobs_ + last;
    std::atomic<std::size_t> given{0};
    testing::ThreadSet threads;
    threads.add(posters_, [&](std::size_t poster) {
      const Exposed here;
      for (std::size_t i = poster; i < late_; i += posters_) {
        given.fetch_add(1, std::memory_order_relaxed);
        is_accepted_[i] = near_->schedule(tasks_[jobs_ + i]) ? 1 : 0;
      }
    });
    threads.add([&] {
      while (given.load(std::memory_order_relaxed) < last) L::yield();
      if (!is_by_task) near_->shutdown();
    });
    threads.run();
    near_->shutdown();
    near_->join();
  }

  Round& round_;
  const std::size_t posters_;
  const std::size_t batch_;
  const bool crosses_;
  const std::size_t jobs_, late_;
  testing::Marks& marks_;
  std::vector<Numbered> tasks_;
  std::vector<std::uint8_t> is_accepted_;
  std::size_t closes_at_ = ~std::size_t{0};
  CountLatch<L>* ended_ = nullptr;
  std::unique_ptr<Pool> near_;
  std::unique_ptr<Pool> far_;
};

}  // namespace

void run_lean(Round& round) {
  on_drawn_layer(round, [&]<class L>() { std::make_unique<LeanRound<L>>(round)->run(); });
}

}  // namespace vigil::soak
