#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct ChaseLevOrders {
  static constexpr std::string_view kPrimitive = "deque/chase_lev";
  using enum std::memory_order;

  Order<"own.bottom", PerformanceOnly<"The owner reads the value that it wrote last.">> own_bottom = relaxed;
  Order<"own.array", PerformanceOnly<"The owner reads the pointer that it wrote last.">> own_array = relaxed;
  Order<"push.top", PairsWith<"steal.claim">,
        Because<"A slot is written again only after the thief that read it has claimed it.">,
        BeyondTheModels<
            "Without it, the thief could read what is written there later, by a read that depends on itself.">>
      push_top = acquire;
  Order<"push.slot", PerformanceOnly<"The slot is published by [push.publish].">> push_slot = relaxed;
  Order<"push.publish", PairsWith<"steal.bottom">,
        Because<"A thief that sees the job counted sees its slot and what is in it.">>
      push_publish = release;
  Order<"grow.copy", PerformanceOnly<"The copy is published by [grow.publish].">> grow_copy = relaxed;
  Order<"grow.publish", PairsWith<"steal.array">,
        Because<"A thief that sees the new array sees its mask and the jobs copied into it.">>
      grow_publish = release;
  Order<"pop.reserve", PairsWith<"steal.bottom">,
        Because<"Since C++20 a later store of the same thread does not continue the release sequence of "
                "[push.publish], so a thief that reads the lowered bottom would know nothing of the jobs below it.">>
      pop_reserve = release;
  Order<"pop.fence", PairsWith<"steal.fence">,
        Because<"The thief sees the lowered bottom, or the owner sees the raised top.">>
      pop_fence = seq_cst;
  Order<"pop.top", PairsWith<"steal.claim">,
        Because<"As [push.top] does: a pop that finds the deque empty remembers how far top has come, and later pushes "
                "use the slots below it again. The position of this read is the work of [pop.fence].">,
        BeyondTheModels<"Acquire, as [push.top].">>
      pop_top = acquire;
  Order<"pop.slot", PerformanceOnly<"The owner reads a slot that it wrote itself.">> pop_slot = relaxed;
  Order<"pop.claim", Uniformity<"As [steal.claim], whose competitor it is; each index is claimed once in any order, "
                                "because all claims are read-modify-writes of one location.">>
      pop_claim = seq_cst;
  Order<"pop.lost", PairsWith<"steal.claim">,
        Because<"As [pop.top], when the thief came between that read and the claim.">,
        BeyondTheModels<"Acquire, as [push.top].">>
      pop_lost = acquire;
  Order<"pop.restore",
        PerformanceOnly<"Top has reached the restored bottom, so no thief can claim anything through it.">>
      pop_restore = relaxed;
  Order<"steal.top", Uniformity<"As published; [steal.fence] orders this read before that of bottom.">> steal_top =
      acquire;
  Order<"steal.probe", PerformanceOnly<"A stale answer is an \"empty\" that the caller must not sleep on; any other "
                                       "answer is asked again after [steal.fence].">>
      steal_probe = relaxed;
  Order<"steal.fence", PairsWith<"pop.fence">,
        Because<"The thief sees the lowered bottom, or the owner sees the raised top.">>
      steal_fence = seq_cst;
  Order<"steal.bottom", PairsWith<"push.publish", "pop.reserve">, Because<"The job that is counted is in its slot.">>
      steal_bottom = acquire;
  Order<"steal.array", PairsWith<"grow.publish">, Because<"The array is seen with its mask and its jobs.">>
      steal_array = acquire;
  Order<"steal.slot", PerformanceOnly<"The slot was published by [push.publish] or [grow.publish].">> steal_slot =
      relaxed;
  Order<"steal.claim", PairsWith<"push.top", "pop.top", "pop.lost">,
        Because<"The slot was read before the owner may use it again.">, BeyondTheModels<"Release, as [push.top].">,
        Uniformity<"Seq_cst, as published.">>
      steal_claim = seq_cst;
  Order<"steal.lost", PerformanceOnly<"What a failed claim read is not used.">> steal_lost = relaxed;
  Order<"size.bottom", PerformanceOnly<"An estimate.">> size_bottom = relaxed;
  Order<"size.top", PerformanceOnly<"An estimate.">> size_top = relaxed;
};
inline constexpr ChaseLevOrders kChaseLevOrders{};

}  // namespace vigil
