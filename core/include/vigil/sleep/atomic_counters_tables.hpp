#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The orders of the operations on the packed word.
struct AtomicCountersOrders {
  static constexpr std::string_view kPrimitive = "sleep/atomic_counters";
  using enum std::memory_order;

  Order<"counters.load", PairsWith<"counters.toggle">,
        Because<"A worker that the counter turns back sees the job that was posted.">>
      load = seq_cst;
  Order<"counters.toggle", PairsWith<"counters.load">,
        Because<"A worker that the counter turns back sees the job that was posted.">>
      toggle = seq_cst;

  Order<"counters.register", Uniformity<"The compare-exchange fails in any order if the word has changed.">>
      register_sleeper = seq_cst;
  Order<"counters.inactive", Uniformity<"It only counts.">> inactive = seq_cst;
  Order<"counters.release", Uniformity<"It only counts, under the mutex of the released sleeper.">> release_sleeper =
      seq_cst;

  Order<"counters.failed", PerformanceOnly<"After a failure the word is read again.">> failed = relaxed;
};
inline constexpr AtomicCountersOrders kAtomicCountersOrders{};

/// A published defect that is one expression. Production code uses the default.
struct AtomicCountersProtocol {
  static constexpr std::string_view kPrimitive = "sleep/atomic_counters";

  Choice<"cascade", Published<"S-11">,
         Because<"A worker that stops being idle wakes up to two sleepers. Published: an optional heuristic.">>
      cascade = true;
};
inline constexpr AtomicCountersProtocol kAtomicCountersProtocol{};

}  // namespace vigil
