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
        Because<"The owner reuses a slot only after the thief that read it has claimed it.">,
        BeyondTheModels<"With relaxed, the thief could read the new job by a read that depends on itself.">>
      push_top = acquire;
  Order<"push.slot", PerformanceOnly<"[push.publish] publishes the slot.">> push_slot = relaxed;
  Order<"push.publish", PairsWith<"steal.bottom">,
        Because<"A thief that sees the new bottom sees the job in its slot.">>
      push_publish = release;

  Order<"grow.copy", PerformanceOnly<"[grow.publish] publishes the copy.">> grow_copy = relaxed;
  Order<"grow.publish", PairsWith<"steal.array">,
        Because<"A thief that sees the new array sees its mask and the jobs copied into it.">>
      grow_publish = release;

  Order<"pop.slot", PerformanceOnly<"The owner reads a slot that it wrote itself.">> pop_slot = relaxed;
  Order<"pop.reserve", PairsWith<"steal.bottom">,
        Because<"A thief that reads the lowered bottom sees the jobs below it. Since C++20 a later store of the same "
                "thread does not continue the release sequence of [push.publish].">>
      pop_reserve = release;
  Order<"pop.fence", PairsWith<"steal.fence">,
        Because<"Either the thief sees the lowered bottom, or the owner sees the raised top.">>
      pop_fence = seq_cst;
  Order<"pop.top", PairsWith<"steal.claim">,
        Because<"The owner reuses the slots below top only after the thieves that read them have claimed them. "
                "[pop.fence] orders this read after the store of bottom.">,
        BeyondTheModels<"Acquire for the reason of [push.top].">>
      pop_top = acquire;
  Order<"pop.claim",
        Uniformity<"As [steal.claim], its competitor. Each index is claimed once in any order, because all "
                   "claims are read-modify-writes of one location.">>
      pop_claim = seq_cst;
  Order<"pop.lost", PairsWith<"steal.claim">,
        Because<"As [pop.top], if the thief claimed the job between that read and the owner's claim.">,
        BeyondTheModels<"Acquire for the reason of [push.top].">>
      pop_lost = acquire;
  Order<"pop.restore", PerformanceOnly<"Top has reached the restored bottom, so no thief can claim a job through it.">>
      pop_restore = relaxed;

  Order<"steal.top", Uniformity<"As published. [steal.fence] orders this read before that of bottom.">> steal_top =
      acquire;
  Order<"steal.probe", PerformanceOnly<"A stale answer is an `empty` that the caller must not sleep on. Any other "
                                       "answer is checked again after [steal.fence].">>
      steal_probe = relaxed;
  Order<"steal.fence", PairsWith<"pop.fence">,
        Because<"Either the thief sees the lowered bottom, or the owner sees the raised top.">>
      steal_fence = seq_cst;
  Order<"steal.bottom", PairsWith<"push.publish", "pop.reserve">,
        Because<"The thief sees in its slot each job that bottom counts.">>
      steal_bottom = acquire;
  Order<"steal.array", PairsWith<"grow.publish">, Because<"The thief sees the array's mask and its jobs.">>
      steal_array = acquire;
  Order<"steal.slot", PerformanceOnly<"[push.publish] or [grow.publish] published the slot.">> steal_slot = relaxed;
  Order<"steal.claim", PairsWith<"push.top", "pop.top", "pop.lost">,
        Because<"The thief has read the slot before the owner reuses it.">,
        BeyondTheModels<"Release for the reason of [push.top].">, Uniformity<"Seq_cst as published.">>
      steal_claim = seq_cst;
  Order<"steal.lost", PerformanceOnly<"The thief does not use what a failed claim read.">> steal_lost = relaxed;

  Order<"size.bottom", PerformanceOnly<"The result is an estimate.">> size_bottom = relaxed;
  Order<"size.top", PerformanceOnly<"The result is an estimate.">> size_top = relaxed;
};
inline constexpr ChaseLevOrders kChaseLevOrders{};

}  // namespace vigil
