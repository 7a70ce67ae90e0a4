#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct PoolOrders {
  static constexpr std::string_view kPrimitive = "pool/thread_pool";
  using enum std::memory_order;

  Order<"pool.count", PerformanceOnly<"The count is a statistic, which one thread writes.">> count = relaxed;

  Order<"pool.enter",
        PerformanceOnly<"An entry guards nothing by itself. What comes after it is ordered by the injector.">>
      enter = relaxed;
  Order<"pool.refused", PerformanceOnly<"A caller that is refused uses nothing of the pool.">> refused = relaxed;
  Order<"pool.leave", PairsWith<"pool.close">,
        Because<"The thread that stops the pool, and then frees it, comes after all callers that were inside. It must "
                "be acquire too, so that the last caller to leave passes on what the others did.">>
      leave = acq_rel;
  Order<"pool.close", PairsWith<"pool.leave">,
        Because<"The thread that stops the pool comes after all callers that had left before it closed.">>
      close = acquire;

  Order<"pool.isolated",
        PerformanceOnly<"A job that is pushed inside an isolation brings the mark along: who steals it sees the mark.">>
      isolated = relaxed;

  Order<
      "pool.leaving",
      PerformanceOnly<"The fences of Sleep order it: a worker that leaves jobs on its deque counts itself before one, "
                      "and a worker that may sleep reads the count after the other.">>
      leaving = relaxed;

  Order<"pool.calls",
        PerformanceOnly<"The mutex of the queue orders the calls. A worker that may sleep reads the count after the "
                        "fence of Sleep, as it does for the other jobs.">>
      calls = relaxed;
};
inline constexpr PoolOrders kPoolOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct PoolProtocol {
  static constexpr std::string_view kPrimitive = "pool/thread_pool";

  Choice<"stop_started_threads", Published<"S-34">,
         Because<"If a thread cannot be started, those that run are stopped and joined. Published: they are left.">>
      stop_started_threads = true;
  Choice<"stop_waits_for_accepted", Published<"S-16">,
         Because<"Stopping the pool waits for every call that it has accepted. Published: calls that are left are "
                 "dropped.">>
      stop_waits_for_accepted = true;

  Choice<"run_inside_calls", Published<"S-19">,
         Because<"A worker makes a call to its own pool in place. Published: that call too is left to the workers, and "
                 "one of them waits for it.">>
      run_inside_calls = true;
  Choice<
      "know_the_pool", Published<"S-54">,
      Because<"A worker that calls another pool leaves the call to that pool. Published: it makes the call in place, "
              "as if it called its own pool.">>
      know_the_pool = true;

  Choice<"finish_branch_after_exception", Published<"S-26">,
         Because<"A frame that is left by an exception waits for its other branch. Published: it is left at once.">>
      finish_branch_after_exception = true;
};
inline constexpr PoolProtocol kPoolProtocol{};

}  // namespace vigil
