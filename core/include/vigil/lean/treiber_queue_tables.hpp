#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct TreiberQueueOrders {
  static constexpr std::string_view kPrimitive = "lean/treiber_queue";
  using enum std::memory_order;

  Order<"tqueue.publish", PairsWith<"tqueue.lock", "tqueue.newer">,
        Because<"The thread that takes the task sees it and its link.">>
      publish = release;
  Order<"tqueue.occupied", PerformanceOnly<"The tasks below are not looked into.">> occupied = relaxed;
  Order<"tqueue.probe", PerformanceOnly<"A guess, which [tqueue.lock] confirms; an `empty` or `busy` is what it was.">>
      probe = relaxed;
  Order<"tqueue.lock", PairsWith<"tqueue.publish", "tqueue.unlock">, Because<"The tasks are seen, and the cache.">>
      lock = acquire;
  Order<"tqueue.look", PerformanceOnly<"[tqueue.newer] takes what is there.">> look = relaxed;
  Order<"tqueue.newer", PairsWith<"tqueue.publish">, Because<"The tasks that came in since are seen.">> newer = acquire;
  Order<"tqueue.unlock", PairsWith<"tqueue.lock">, Because<"The cache was written before the next consumer reads it.">>
      unlock = release;
  Order<"tqueue.joined", PerformanceOnly<"That there is a newer task is all that is asked.">> joined = relaxed;
};
inline constexpr TreiberQueueOrders kTreiberQueueOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct TreiberQueueProtocol {
  static constexpr std::string_view kPrimitive = "lean/treiber_queue";

  Choice<"tqueue_tells_what_is_left", Published<"S-42">,
         Because<"Release says what is left. Published: it says nothing.">>
      tells_what_is_left = true;
  Choice<"tqueue_expects_what_was_seen", Published<"S-45c">,
         Because<"The right is taken from the word that was seen. Published: the word that is wanted overwrites it, so "
                 "that the right can only be taken from somebody who has it.">>
      expects_what_was_seen = true;
  Choice<"tqueue_pushers_keep_bits", Because<"A push leaves the bits as they are.">> pushers_keep_bits = true;
  Choice<"tqueue_cached_bit_goes_with_cache",
         Because<"The right that is given back without a rest takes the bit of the cache with it.">>
      cached_bit_goes_with_cache = true;
};
inline constexpr TreiberQueueProtocol kTreiberQueueProtocol{};

}  // namespace vigil::lean
