#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct TreiberOrders {
  static constexpr std::string_view kPrimitive = "injector/treiber";
  using enum std::memory_order;

  Order<"inject.publish", PairsWith<"inject.right", "inject.newer">,
        Because<"The thread that finds the job sees its contents and its link.">>
      publish = release;
  Order<"inject.occupied", PerformanceOnly<"The pusher does not read the jobs below.">> occupied = relaxed;

  Order<"inject.probe",
        PerformanceOnly<"The value is a guess, which [inject.right] confirms. An `empty` is what the injector was a "
                        "moment ago.">>
      probe = relaxed;
  Order<"inject.right", PairsWith<"inject.publish", "inject.take">,
        Because<"The holder sees the job with its link, and every earlier holder has finished reading links before "
                "this one takes a job and its caller frees the job.">>
      right = acquire;
  Order<"inject.take", PairsWith<"inject.right">,
        Because<"If a push came in between, the holder has read the link of a job that it leaves to the next holder.">>
      take = release;
  Order<"inject.newer", PairsWith<"inject.publish">,
        Because<"The holder sees a job that came in between with its link.">>
      newer = acquire;

  Order<"inject.has_jobs", PerformanceOnly<"A worker that sleeps on the answer checks after a seq_cst fence, and a "
                                           "thread that wakes pushes before one. The fences order both.">>
      has_jobs = relaxed;
};
inline constexpr TreiberOrders kTreiberOrders{};

}  // namespace vigil
