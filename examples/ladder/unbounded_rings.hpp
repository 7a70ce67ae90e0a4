#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/lean/taken.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/treiber_queue.hpp>

#include "ladder/worker_set.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::ladder {

using namespace lean;

// A ring for each thread with a queue behind it, and a queue for what comes from outside.
class RingsWithQueues {
 public:
  explicit RingsWithQueues(std::uint32_t threads) : lanes_(threads) {}

  void push(Batch<Task<>> batch, std::uint32_t thread) {
    Lane& own = lanes_[thread];
    own.queue.push(own.ring.push(batch));
  }

  void push_from_outside(Batch<Task<>> batch) { outside_.push(batch); }

  // From its own ring; then a ring full from its own queue, or from that of the outside; then, of each other thread, a
  // ring full from its queue, or half of its ring. A queue that somebody else holds is passed by: whoever holds it is
  // told when it lets go whether something is left, and rings the bell.
  [[nodiscard]] Taken<Task<>> take(std::uint32_t thread) {
    RingBuffer<>& own = lanes_[thread].ring;
    if (Task<>* const task = own.pop()) return Taken<Task<>>::success(task, false);
    if (const auto taken = own.consume(lanes_[thread].queue); is_news(taken)) return taken;
    if (const auto taken = own.consume(outside_); is_news(taken)) return taken;
    bool was_outrun = false;
    for (std::size_t i = 1; i != lanes_.size(); ++i) {
      Lane& victim = lanes_[(thread + i) % lanes_.size()];
      if (const auto taken = own.consume(victim.queue); is_news(taken)) return taken;
      const Taken<Task<>> taken = own.steal(victim.ring);
      if (taken.is_success()) return taken;
      was_outrun |= taken.is_retry();
    }
    return was_outrun ? Taken<Task<>>::retry() : Taken<Task<>>::empty();
  }

 private:
  struct Lane {
    RingBuffer<> ring;
    TreiberQueue<> queue;
  };

  // A task, or a queue of which it was let go while something came in.
  static bool is_news(const Taken<Task<>>& taken) { return taken.is_success() || taken.must_notify(); }

  std::vector<Lane> lanes_;
  TreiberQueue<> outside_;
};

// The fifth rung: the mutex behind the ring has gone. What overflows, and what comes from outside, goes to queues to
// which anybody may push in one step, and from which one thread at a time takes a ring full. Nobody waits for that one:
// a thread that has found nothing would go to sleep anyway, and is rung for when there is something.
//
// Gives: no lock is left on the way of a task.
// Lacks: moderation. Each push, and each thread that refills its ring, changes the bell's word and wakes a sleeper,
// although the one that was woken before has not come to look yet, and may find everything.
using UnboundedRings = WorkerSet<RingsWithQueues>;

}  // namespace vigil::ladder
