#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct EndOfJobOrders {
  static constexpr std::string_view kPrimitive = "pool/end_of_job";
  using enum std::memory_order;

  Order<"end.set", PairsWith<"end.register", "end.probe", "end.missed">,
        Because<"The thread that waited sees what the job did. If it has registered, the job sees its latch, and what "
                "kind of thread it is.">>
      set = acq_rel;
  Order<"end.probe", PairsWith<"end.set">, Because<"A thread that need not wait sees what the job did.">> probe =
      acquire;
  Order<"end.register", PairsWith<"end.set">, Because<"The job sees the latch of the thread that waits.">> enter =
      release;
  Order<"end.missed", PairsWith<"end.set">,
        Because<"The job has ended before the thread could register. The thread sees what the job did.">>
      missed = acquire;
};
inline constexpr EndOfJobOrders kEndOfJobOrders{};

}  // namespace vigil
