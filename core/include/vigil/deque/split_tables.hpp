#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct SplitOrders {
  static constexpr std::string_view kPrimitive = "deque/split";
  using enum std::memory_order;

  Order<"limit.read", PerformanceOnly<"The limit is a hint. The owner knows the split, and a slot below it is claimed "
                                      "or taken back by [take_back.claim] or [claim.take] alone.">>
      limit_read = relaxed;
  Order<"limit.set", PerformanceOnly<"As [limit.read].">> limit_set = relaxed;
  Order<"limit.ask", PerformanceOnly<"[claim.take] puts it after the limit that it replaces.">> limit_ask = relaxed;

  Order<"publish.reset", PerformanceOnly<"[publish.split] publishes the state.">> publish_reset = relaxed;
  Order<"publish.split", PairsWith<"claim.take">,
        Because<"A thief that claims a slot sees the job in it, and that its state was reset. Its [limit.ask] comes "
                "after the owner's [limit.set].">>
      publish_split = release;

  Order<"take_back.read", PerformanceOnly<"The owner wrote the jobs itself.">> take_back_read = relaxed;
  Order<"take_back.claim", PairsWith<"claim.take">,
        Because<"The [limit.ask] of the thief that takes the last public job comes after the owner's [limit.set]. As a "
                "read-modify-write it continues the release sequence of [publish.split].">>
      take_back_claim = release;
  Order<"retire.range", PerformanceOnly<"No slot is public. A claim that reads it finds none.">> retire_range = relaxed;

  Order<"claim.guess", PerformanceOnly<"[claim.take] succeeds only if the guess is true then.">> claim_guess = relaxed;
  Order<"claim.take", PairsWith<"publish.split", "take_back.claim">,
        Because<"The thief sees the job in the slot, and that its state was reset. Its [limit.ask] comes after the "
                "owner's [limit.set].">>
      claim_take = acquire;
  Order<"claim.lost", PerformanceOnly<"The thief does not use what a failed claim read.">> claim_lost = relaxed;

  Order<"stolen.finish", PairsWith<"stolen.wait", "stolen.await">,
        Because<"The owner sees what the job left in its slot, and may use the slot again. The thief sees what the "
                "word of the owner leads to.">>
      stolen_finish = acq_rel;
  Order<"stolen.wait", PairsWith<"stolen.finish">,
        Because<"The owner sees what the job left in its slot, and may use the slot again.">>
      stolen_wait = acquire;
  Order<"stolen.await", PairsWith<"stolen.finish">, Because<"The thief sees what the word leads to.">> stolen_await =
      release;

  Order<"size.range", PerformanceOnly<"The result is an estimate.">> size_range = relaxed;
};
inline constexpr SplitOrders kSplitOrders{};

}  // namespace vigil
