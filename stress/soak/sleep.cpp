// Sleep: workers that have nothing but a queue, from outside, and Sleep. A job is a number that was posted, and that a
// worker took.

#include "harness.hpp"
#include "parts.hpp"

#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/sleep.hpp>
#include <vigil/testing/job_queue.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

namespace vigil::soak {
namespace {

// Loses each wake from the second of the round on.
struct LosesWakes : Shipped {
  static inline std::atomic<unsigned> wakes{0};
  class condition_variable : public Shipped::condition_variable {
   public:
    using Shipped::condition_variable::condition_variable;
    void notify_one() noexcept {
      if (wakes.fetch_add(1) < 1) Shipped::condition_variable::notify_one();
    }
  };
};

template <class L>
class SleepRound {
 public:
  explicit SleepRound(Round& round)
      : round_(round),
        posters_(1 + round.random().below(3)),
        waits_(round.plant() == Plant::lost_wake || round.random().one_in(3)),
        ended_(waits_ ? round.draw_size(100, 1'000) : round.draw_size(1'000, 20'000)),
        burst_(waits_ ? 1 : 1 + round.random().below(200)),
        marks_(round.make_jobs(ended_.size())),
        stop_(round.workers()),
        sleep_(round.workers(), round.random().one_in(3) && round.plant() == Plant::none
                                    ? SleepRounds{}
                                    : SleepRounds{.until_sleepy = 0, .until_sleeping = 1}),
        posting_(posters_) {}

  void run() {
    testing::ThreadSet threads;
    threads.add(stop_.size(), [this](std::size_t worker) { work(worker); });
    threads.add(posters_, [this](std::size_t poster) {
      const std::size_t end = ended_.size() * (poster + 1) / posters_;
      for (std::size_t i = ended_.size() * poster / posters_; i != end;) {
        const std::size_t last = std::min(i + 200, end);
        as_creator(round_, [&] { post(i, last); });
        i = last;
      }
      if (posting_.fetch_sub(1) == 1) stop();
    });
    threads.run();
    if (!sleep_.waker_decrements()) throw Violation("waker_decrements does not hold");
    if (sleep_.counters().load().sleeping() != 0 || sleep_.counters().load().inactive() != 0)
      throw Violation("Sleep counts workers that have ended");
    round_.finish();
  }

 private:
  void post(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i) {
      const bool was_empty = queue_.is_empty();
      queue_.push(static_cast<std::uint32_t>(i));
      sleep_.new_injected_jobs(1, was_empty);
      // Then every worker is on its way to sleep.
      if (waits_ || i % burst_ == 0) {
        while (!ended_[i].load(std::memory_order_acquire)) Shipped::yield();
      }
      Delays::perhaps();
    }
  }
  // Also if jobs are still queued.
  void stop() {
    for (std::size_t worker = 0; worker != stop_.size(); ++worker) sleep_.set_latch(stop_[worker], worker);
  }

  void work(std::size_t worker) {
    std::uint32_t job = 0;
    while (!stop_[worker].probe()) {
      IdleState idle = sleep_.start_looking(worker);
      const bool has_found = find(worker, idle, job);
      sleep_.work_found([this] { return !queue_.is_empty(); });
      if (has_found) run(job);
    }
    while (queue_.take(job)) run(job);
  }
  bool find(std::size_t worker, IdleState& idle, std::uint32_t& job) {
    while (!stop_[worker].probe()) {
      if (queue_.take(job)) return true;
      sleep_.no_work_found(idle, stop_[worker], [this] { return !queue_.is_empty(); });
    }
    return false;
  }
  void run(std::uint32_t job) {
    marks_.mark(job);
    ended_[job].store(true, std::memory_order_release);
  }

  Round& round_;
  const std::size_t posters_;
  const bool waits_;
  std::vector<std::atomic<bool>> ended_;
  const std::size_t burst_;
  testing::Marks& marks_;
  std::vector<CoreLatch<L>> stop_;
  Sleep<L> sleep_;
  testing::JobQueue<L, std::uint32_t> queue_;
  std::atomic<std::size_t> posting_;
};

}  // namespace

void run_sleep(Round& round) {
  if (round.plant() == Plant::lost_wake) {
    LosesWakes::wakes = 0;
    return std::make_unique<SleepRound<LosesWakes>>(round)->run();
  }
  on_drawn_layer(round, [&]<class L>() { std::make_unique<SleepRound<L>>(round)->run(); });
}

}  // namespace vigil::soak
