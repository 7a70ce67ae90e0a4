#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct TreiberOrders {
  static constexpr std::string_view kPrimitive = "injector/treiber";
  using enum std::memory_order;

  Order<"inject.publish", PairsWith<"inject.lock", "inject.newer">,
        Because<"The thread that finds the job sees it, and its link.">>
      publish = release;
  Order<"inject.occupied", PerformanceOnly<"The jobs below are not looked into.">> occupied = relaxed;
  Order<"inject.probe",
        PerformanceOnly<"A guess, which [inject.lock] confirms; an `empty` is what it was a moment ago.">>
      probe = relaxed;
  Order<"inject.lock", PairsWith<"inject.publish", "inject.take">,
        Because<"The job is seen with its link, and every earlier holder has finished reading links before this one "
                "takes, and its caller frees, a job.">>
      lock = acquire;
  Order<"inject.take", PairsWith<"inject.lock">,
        Because<"A holder that was outrun by a push has read the link of a job that it leaves to the next holder.">>
      take = release;
  Order<"inject.newer", PairsWith<"inject.publish">, Because<"A job that came in between is seen with its link.">>
      newer = acquire;
  Order<"inject.has_jobs", PerformanceOnly<"Whoever sleeps on the answer looks after a seq_cst fence, and whoever "
                                           "wakes pushes before one; the fences order both.">>
      has_jobs = relaxed;
};
inline constexpr TreiberOrders kTreiberOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct TreiberProtocol {
  static constexpr std::string_view kPrimitive = "injector/treiber";

  Choice<
      "consumer_takes_right", Published<"S-20">,
      Because<"A popper reads the link of the newest job only while it holds the right. Published: there is no right.">>
      consumer_takes_right = true;
  Choice<"pushers_keep_right", Because<"A push leaves the right with its holder.">> pushers_keep_right = true;
  Choice<"link_before_publishing", Because<"A job is linked to those below before anybody can come upon it.">>
      link_before_publishing = true;
  Choice<"unlink_taken_job",
         Because<"A job that was taken is marked as in no injector, so that it can be pushed again.">>
      unlink_taken_job = true;
  Choice<"jobs_count_until_taken", Because<"A job that a popper is about to take still counts, as do those below it.">>
      jobs_count_until_taken = true;
};
inline constexpr TreiberProtocol kTreiberProtocol{};

}  // namespace vigil
