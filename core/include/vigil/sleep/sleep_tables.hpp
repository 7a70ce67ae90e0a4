#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The orders of Sleep's fences, and of the flag under each worker's mutex.
struct SleepOrders {
  static constexpr std::string_view kPrimitive = "sleep/sleep";
  using enum std::memory_order;

  Order<"sleep.posted", PairsWith<"sleep.registered", "sleep.left">,
        Because<"Either the poster sees the worker's change of the counters, or the worker sees the job.">>
      posted = seq_cst;
  Order<"sleep.registered", PairsWith<"sleep.posted">,
        Because<"Either the poster sees the worker registered as sleeping, or the worker sees the job.">>
      registered = seq_cst;
  Order<"sleep.left", PairsWith<"sleep.posted">,
        Because<"Either the poster sees one idle worker fewer, or the worker sees the job that it leaves.">>
      left = seq_cst;

  Order<"sleep.blocked", PerformanceOnly<"The flag is read and written under the worker's mutex.">> blocked = relaxed;
};
inline constexpr SleepOrders kSleepOrders{};

/// Published defects that are one expression each. Production code uses the defaults.
struct SleepProtocol {
  static constexpr std::string_view kPrimitive = "sleep/sleep";

  Choice<
      "announce_makes_even", Published<"S-01">,
      Because<"A sleepy worker makes an odd counter even. Published: it makes an even counter odd, as a poster does.">>
      announce_makes_even = true;
  Choice<
      "post_makes_odd", Published<"S-01">,
      Because<"A poster makes an even counter odd. Otherwise it makes an odd counter even, as a sleepy worker does.">>
      post_makes_odd = true;
  Choice<"announcement_from_own_write", Published<"S-05">,
         Because<"The worker remembers the counter that its announcement wrote. Published: it reads the counter again, "
                 "and may remember a poster's event as its own.">>
      announcement_from_own_write = true;
  Choice<"wake_for_later_jobs", Published<"S-15">,
         Because<"A job that is pushed to a queue with jobs wakes a sleeper too. Published: it wakes none.">>
      wake_for_later_jobs = true;
  Choice<"check_after_registering", Published<"S-31">,
         Because<"The worker checks for injected jobs after it registered. The check also covers a jobs event counter "
                 "that wrapped around.">>
      check_after_registering = true;
};
inline constexpr SleepProtocol kSleepProtocol{};

}  // namespace vigil
