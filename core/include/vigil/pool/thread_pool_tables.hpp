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

  Order<"pool.count", PerformanceOnly<"A statistic, written by one thread.">> count = relaxed;
  Order<"pool.enter",
        PerformanceOnly<"An entry guards nothing by itself; what comes after it is ordered by the injector.">>
      enter = relaxed;
  Order<"pool.refused", PerformanceOnly<"A caller that is refused uses nothing of the pool.">> refused = relaxed;
  Order<"pool.leave", PairsWith<"pool.close">,
        Because<"The thread that stops the pool, then frees it, comes after all that were in. Acquire, so that the "
                "last one to leave passes on what the others did.">>
      leave = acq_rel;
  Order<"pool.close", PairsWith<"pool.leave">,
        Because<"The thread that stops the pool comes after all who had left before it closed.">>
      close = acquire;
};
inline constexpr PoolOrders kPoolOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct PoolProtocol {
  static constexpr std::string_view kPrimitive = "pool/thread_pool";

  Choice<"stop_waits_for_accepted", Published<"S-16">,
         Because<"Stopping the pool waits for all that it has accepted. Published: what is left is dropped.">>
      stop_waits_for_accepted = true;
  Choice<"deques_before_threads", Published<"S-17">,
         Because<"Every deque is there before the first thread starts. Published: each thread makes its own.">>
      deques_before_threads = true;
  Choice<"stop_started_threads", Published<"S-34">,
         Because<"If a thread cannot be started, those that run are stopped and joined. Published: they are left.">>
      stop_started_threads = true;
  Choice<
      "run_inside_calls", Published<"S-19">,
      Because<
          "A call from inside runs where it is. Published: it too is left to the workers, of whom one waits for it.">>
      run_inside_calls = true;
  Choice<"owner_before_latch", Published<"S-24">,
         Because<"A thief knows whom to wake before it sets the latch. Published: it looks into the frame afterwards.">>
      owner_before_latch = true;
  Choice<"finish_branch_after_exception", Published<"S-26">,
         Because<"A frame that is left by an exception waits for its other branch.">>
      finish_branch_after_exception = true;
  Choice<"know_the_pool", Published<"S-54">, Because<"Who asks for another pool is told from who asks for its own.">>
      know_the_pool = true;
  Choice<"stay_in_pool_to_wake", Published<"S-54">,
         Because<"A worker that ends a job of another pool is in that pool until it has woken its worker.">>
      stay_in_pool_to_wake = true;
};
inline constexpr PoolProtocol kPoolProtocol{};

}  // namespace vigil
