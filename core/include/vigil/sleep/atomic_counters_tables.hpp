#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct AtomicCountersOrders {
  static constexpr std::string_view kPrimitive = "sleep/atomic_counters";
  using enum std::memory_order;

  Order<"counters.load", PairsWith<"counters.toggle">,
        Because<"A worker that the counter turns back sees the job that was posted.">>
      load = seq_cst;
  Order<"counters.toggle", PairsWith<"counters.load">,
        Because<"A worker that the counter turns back sees the job that was posted.">>
      toggle = seq_cst;
  Order<"counters.register", Uniformity<"The compare-exchange fails if the word moved on, in any order.">>
      register_sleeper = seq_cst;
  Order<"counters.failed", PerformanceOnly<"After a failure the word is read again.">> failed = relaxed;
  Order<"counters.inactive", Uniformity<"Counting only.">> inactive = seq_cst;
  Order<"counters.release", Uniformity<"Counting only, under the mutex of the sleeper that is released.">>
      release_sleeper = seq_cst;
};
inline constexpr AtomicCountersOrders kAtomicCountersOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct AtomicCountersProtocol {
  static constexpr std::string_view kPrimitive = "sleep/atomic_counters";

  Choice<"count_in_one_step", Because<"A worker without a job is counted in one step. A load and a store would lose "
                                      "whoever is counted in between.">>
      count_in_one_step = true;
  Choice<"toggle_what_was_tested", Because<"The jobs event counter moves only from the value that was found stale. "
                                           "Adding to whatever it is by then would move it twice for one event.">>
      toggle_what_was_tested = true;
  Choice<"register_on_unchanged_word",
         Because<"A worker registers only if the word is the one that it compared. Adding to whatever it is by then "
                 "would sleep through the job that changed it.">>
      register_on_unchanged_word = true;
  Choice<"strong_registration",
         Because<"A registration is refused only because the word moved on: a failure says that there is news.">>
      strong_registration = true;
  Choice<"cascade", Published<"S-11">,
         Because<"A worker that stops being idle has others to wake. Published as an optional heuristic.">>
      cascade = true;
  Choice<
      "subtract_exactly", Published<"S-33">,
      Because<"A release is always subtracted, and one too many is reported. Published, of the difference between "
              "`inactive` and `sleeping`: a subtraction that stops at zero, after which a wrong account looks right.">>
      subtract_exactly = true;
};
inline constexpr AtomicCountersProtocol kAtomicCountersProtocol{};

}  // namespace vigil
