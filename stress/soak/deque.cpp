// The Chase–Lev deque: one owner at a time, and thieves. A job is a number that was pushed, and that the owner or a
// thief took.

#include "harness.hpp"
#include "parts.hpp"

#include <vigil/deque/chase_lev.hpp>
#include <vigil/deque/steal_loop.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <vector>

namespace vigil::soak {
namespace {

constexpr std::uint64_t payload_of(std::uint64_t number) { return number * 0x9e3779b97f4a7c15U + 1; }

// Plain data, written before the push and read by the thread that takes the job.
struct DequeJob {
  std::uint32_t number;
  std::uint64_t payload;
};

template <class L>
class DequeRound {
  using Deque = ChaseLevDeque<DequeJob*, L>;

 public:
  explicit DequeRound(Round& round)
      : round_(round),
        jobs_(round.draw_size(2'000, 200'000)),
        marks_(round.make_jobs(jobs_.size())),
        burst_(round.random().one_in(4) ? 1 : std::uint64_t{2} << round.random().below(12)),
        deque_(std::size_t{1} << round.random().below(9), round.random().one_in(4) ? ~std::uint64_t{0} - 500 : 0) {}

  void run() {
    testing::ThreadSet threads;
    threads.add([this] {
      const std::size_t owners = round_.has(Fault::creator_end) ? 1 + jobs_.size() / 5'000 : 1;
      for (std::size_t owner = 0; owner != owners; ++owner)
        as_creator(round_, [&] { own(owner, jobs_.size() * (owner + 1) / owners); });
      while (take(deque_.pop())) continue;
      is_finished_.store(true, std::memory_order_relaxed);
    });
    threads.add(round_.workers() - 1, [this](std::size_t) {
      while (!is_finished_.load(std::memory_order_relaxed))
        if (!take(steal_loop<L>(deque_))) Shipped::yield();
    });
    threads.run();
    if (!deque_.is_empty() || !deque_.steal().is_empty()) throw Violation("the deque holds jobs that were taken");
    round_.finish();
  }

 private:
  // Pushes the jobs up to `end`, and pops some of them.
  void own(std::size_t owner, std::size_t end) {
    testing::Random random(round_.seed() + owner);
    while (pushed_ != end) {
      for (std::uint64_t i = 1 + random.below(burst_); i != 0 && pushed_ != end; --i) push();
      for (std::uint64_t i = random.below(burst_ + 1); i != 0; --i)
        if (!take(pop())) break;
    }
  }

  void push() {
    DequeJob& job = jobs_[pushed_];
    job = {static_cast<std::uint32_t>(pushed_), payload_of(pushed_)};
    if (round_.plant() == Plant::lost_job && pushed_ == jobs_.size() / 2) {
      ++pushed_;
      return;
    }
    while (!try_push(job)) {
      // The deque could not grow, and is as before: make room.
      if (!round_.has(Fault::allocation)) round_.complain("a push failed although there is memory");
      take(pop());
    }
    ++pushed_;
  }
  bool try_push(DequeJob& job) {
    const Exposed here;
    try {
      deque_.push(&job);
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }
  MaybeJob<DequeJob*> pop() {
    const MaybeJob<DequeJob*> taken = deque_.pop();
    if (round_.plant() == Plant::repeated_job && taken && (*taken)->number == jobs_.size() / 2) take(taken);
    return taken;
  }

  template <class Taken>
  bool take(const Taken& taken) {
    if (!taken) return false;
    const DequeJob& job = **taken;
    if (job.payload != payload_of(job.number)) round_.complain("a job arrived before what was written into it");
    marks_.mark(job.number);
    return true;
  }

  Round& round_;
  std::vector<DequeJob> jobs_;
  testing::Marks& marks_;
  const std::uint64_t burst_;
  Deque deque_;
  std::size_t pushed_ = 0;
  std::atomic<bool> is_finished_{false};
};

}  // namespace

void run_deque(Round& round) {
  on_drawn_layer(round, [&]<class L>() { std::make_unique<DequeRound<L>>(round)->run(); });
}

}  // namespace vigil::soak
