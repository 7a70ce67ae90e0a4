#pragma once

#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil {

/// The order of each atomic operation and fence.
struct SegmentedOrders {
  static constexpr std::string_view kPrimitive = "injector/segmented";
  using enum std::memory_order;

  Order<"segment.tail", PairsWith<"segment.append">,
        Because<"A pusher that sees the tail in a new segment also sees which segment that is, and everything that "
                "was done with the segment before.">>
      tail = acquire;
  Order<"segment.newest", PairsWith<"segment.newer">,
        Because<"A pusher that has seen the next segment does not get a place of the one before.">,
        BeyondTheModels<"With relaxed, the append could depend on the place that the pusher gets after it has read "
                        "what was appended.">>
      newest = acquire;
  Order<"segment.place", PerformanceOnly<"A place is given once because the tail only grows. [segment.publish] "
                                         "publishes what is put there.">>
      place = relaxed;
  Order<"segment.outrun", PerformanceOnly<"[segment.tail] reads the tail again.">> outrun = relaxed;
  Order<"segment.publish", PairsWith<"segment.job">,
        Because<"A popper that finds the job sees its contents, and the link of the segment that the job fills.">>
      publish = release;

  Order<"segment.oldest", PerformanceOnly<"Only the thread that appends a segment writes it. [segment.tail] orders it "
                                          "after the thread that appended before. The destructor is alone.">>
      oldest = relaxed;
  Order<"segment.spare", PairsWith<"segment.advance">,
        Because<"All poppers have finished with a segment before it is used again.">>
      spare = acquire;
  Order<"segment.newer", PairsWith<"segment.newest">, Because<"As [segment.newest].">,
        BeyondTheModels<"As [segment.newest].">>
      newer = release;
  Order<"segment.append", PairsWith<"segment.tail">,
        Because<"A pusher that sees the tail in the new segment does not put its job into the old one.">>
      append = release;

  Order<"segment.head", PairsWith<"segment.claim", "segment.moved">,
        Because<"A popper that sees the head in a new segment also sees which segment that is. The one that empties a "
                "segment knows that all jobs before have been read, and that their pushers are done.">>
      head = acquire;
  Order<
      "segment.first", PairsWith<"segment.advance">,
      Because<"A popper reads the segment's slots before it knows whether the head has moved on; the segment must have "
              "been made by then.">>
      first = acquire;
  Order<"segment.job", PairsWith<"segment.publish">,
        Because<"The popper sees the job's contents, and the link of the segment that the job fills.">>
      job = acquire;
  Order<"segment.claim", PairsWith<"segment.head", "segment.seen">,
        Because<"A slot is written again only after the write of the job that was read from it. A thread that sees the "
                "head also sees what the poppers had pushed.">>
      claim = release;
  Order<"segment.lost", PerformanceOnly<"The popper drops what it has read.">> lost = relaxed;
  Order<"segment.advance", PairsWith<"segment.first", "segment.spare">,
        Because<"A thread that sees the next segment as the first sees it made, and the one before given up.">>
      advance = release;
  Order<"segment.moved", PairsWith<"segment.head">,
        Because<"A popper that sees the head in the next segment does not search the one before.">>
      moved = release;

  Order<"segment.unfilled", PerformanceOnly<"[segment.head] has made known the pushes of the poppers before. Coherence "
                                            "shows those that the caller knows of.">>
      unfilled = relaxed;
  Order<"segment.others", PerformanceOnly<"An old head says that there are other jobs, and a scheduler then wakes a "
                                          "worker too many.">>
      others = relaxed;
  Order<"segment.seen", PairsWith<"segment.claim">,
        Because<"A thread that sees a job taken sees what the popper had pushed before, and does not take the injector "
                "for empty.">>
      seen = acquire;
  Order<"segment.end", PerformanceOnly<"A worker that sleeps on the answer checks after a seq_cst fence, and a thread "
                                       "that wakes pushes before one. The fences order both.">>
      end = relaxed;
};
inline constexpr SegmentedOrders kSegmentedOrders{};

}  // namespace vigil
