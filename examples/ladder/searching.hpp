#pragma once

#include <vigil/lean/batch.hpp>
#include <vigil/lean/parts.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/thread_pool.hpp>

#include <cstdint>

#include "ladder/searching_throttle.hpp"

namespace vigil::ladder {

// Beside the top rung: the lean pool with a count of searching threads in the place of the token.
//
// Gives: a push that finds a thread searching wakes none, as with the token.
// Lacks: what the token leaves behind. A thread that goes to sleep, or that becomes a searcher, has to search
// everywhere once more. A thread that was woken for a single task wakes the next one, although there is no other task.
// If the system cannot start a thread, the pool does not go on.
class Searching {
 public:
  explicit Searching(std::uint32_t threads) : pool_({.most_threads = threads}) {}

  [[nodiscard]] bool schedule(Batch<Task<>> batch) { return pool_.schedule(batch); }
  [[nodiscard]] bool schedule(Task<>& task) { return pool_.schedule(task); }
  void shutdown() { pool_.shutdown(); }
  void join() { pool_.join(); }

 private:
  struct Parts : lean::PoolParts<StdAtomics> {
    using Throttle = SearchingThrottle<StdAtomics>;
  };
  lean::BasicThreadPool<Parts> pool_;
};

}  // namespace vigil::ladder
