#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct SleepOrders {
  static constexpr std::string_view kPrimitive = "sleep/sleep";
  using enum std::memory_order;

  Order<"sleep.posted", PairsWith<"sleep.registered", "sleep.left">,
        Because<"The poster sees what the worker says of itself, or the worker sees the job.">>
      posted = seq_cst;
  Order<"sleep.registered", PairsWith<"sleep.posted">,
        Because<"The poster sees the worker counted, or the worker sees the job.">>
      registered = seq_cst;
  Order<"sleep.left", PairsWith<"sleep.posted">,
        Because<"The poster sees one worker less idle, or the worker sees the job it leaves.">>
      left = seq_cst;
  Order<"sleep.blocked", PerformanceOnly<"Read and written under the mutex of the worker.">> blocked = relaxed;
};
inline constexpr SleepOrders kSleepOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct SleepProtocol {
  static constexpr std::string_view kPrimitive = "sleep/sleep";

  Choice<"announce_makes_even", Published<"S-01">,
         Because<"A worker announces by making an odd counter even. Published: an even one odd, as the poster does.">>
      announce_makes_even = true;
  Choice<"post_makes_odd", Published<"S-01">, Because<"A poster makes an even counter odd, not an odd one even.">>
      post_makes_odd = true;
  Choice<"act_before_counting", Published<"S-02", "S-04">,
         Because<"A round is counted once it was acted upon. Published: before, so that a worker who is turned back to "
                 "the round of the announcement leaves it out.">>
      act_before_counting = true;
  Choice<
      "announcement_from_own_write", Published<"S-05">,
      Because<"The announcement is the word that the announcing itself wrote. Published: what a second read returns.">>
      announcement_from_own_write = true;
  Choice<"look_after_announcing", Published<"S-05">,
         Because<"The worker looks for work between its announcement and its sleep.">>
      look_after_announcing = true;
  Choice<
      "forget_announcement", Published<"S-06">,
      Because<
          "An announcement serves for one attempt to sleep. Published: it is kept, and is 0, a legal value, at first.">,
      Equivalent<"Before each attempt is a round that announces, which only S-02 leaves out.">>
      forget_announcement = true;
  Choice<"cascade_before_job", Published<"S-11">,
         Because<"A worker that stops being idle wakes others for the work that it leaves behind. Published: after its "
                 "own job.">>
      cascade_before_job = true;
  Choice<"leave_before_looking",
         Because<"A worker is off the idle ones before it looks for what it leaves behind. A job that came after a "
                 "look that was made before would be left to it by its poster.">>
      leave_before_looking = true;
  Choice<"waker_alone_decrements", Published<"S-12">, Because<"Only the waker takes a blocked worker off the count.">>
      waker_alone_decrements = true;
  Choice<
      "wake_under_mutex", Published<"S-13">,
      Because<
          "A wake is a change of state under the mutex. Published: a bare signal, lost if it comes before the wait.">>
      wake_under_mutex = true;
  Choice<
      "lock_before_looking", Published<"S-14">,
      Because<"A waker takes the mutex before it looks whether there is anybody to wake. Published: it looks first.">>
      lock_before_looking = true;
  Choice<
      "hold_mutex_while_registering", Published<"S-14">,
      Because<"A sleeper holds its mutex from before it is counted until it blocks. Published: it takes it to block.">>
      hold_mutex_while_registering = true;
  Choice<"wake_for_later_jobs", Published<"S-15">,
         Because<"A job that comes to a queue with jobs in it wakes a sleeper too. Published: nobody.">>
      wake_for_later_jobs = true;
  Choice<"notify_the_released", Because<"Whoever releases a blocked worker notifies it.">> notify_the_released = true;
  Choice<"count_the_released", Because<"Whoever releases a blocked worker takes it off the count.">>
      count_the_released = true;
  Choice<"heed_latch", Because<"Step 3: a worker whose latch was set does not go on to sleep.">> heed_latch = true;
  Choice<"compare_counter", Because<"Step 4: a worker for whom a job was posted since its announcement stays awake.">>
      compare_counter = true;
  Choice<"take_registration_back", Because<"Step 7: a registration that ends without a sleep is taken back.">>
      take_registration_back = true;
  Choice<"latch_wakes_up", Because<"Step 9: a worker that was woken says so to its latch.">> latch_wakes_up = true;
  Choice<"wake_partly", Equivalent<"Performance only: a worker that the counter turned back announces again at once, "
                                   "without yielding from the start.">>
      wake_partly = true;
  Choice<
      "look_after_registering", Published<"S-31">,
      Because<"The look for injected jobs after registering, which also covers a counter that has come full circle.">>
      look_after_registering = true;
};
inline constexpr SleepProtocol kSleepProtocol{};

}  // namespace vigil
