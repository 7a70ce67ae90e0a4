#pragma once

#include <vigil/atomics/choice.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <string_view>

namespace vigil::lean {

/// The order of each atomic operation and fence.
struct SyncWordOrders {
  static constexpr std::string_view kPrimitive = "lean/sync_word";
  using enum std::memory_order;

  Order<"sync.post", PairsWith<"sync.search">,
        Because<
            "A task is pushed before the look at the word, and a thread that takes the token looks for it afterwards.">>
      post = seq_cst;
  Order<"sync.search", PairsWith<"sync.post", "sync.retire">,
        Because<"The thread that takes a token sees each task that the token stands for, and what the thread that "
                "stood in before has done.">>
      search = seq_cst;
  Order<"sync.peek", PerformanceOnly<"The compare-exchange finds out whether it was right, and after a failure the "
                                     "word is judged again; a token that is found is ordered by [sync.post].">>
      peek = relaxed;
  Order<"sync.notify", PairsWith<"sync.restore">,
        Because<"The caller that is to start a thread comes after the start that failed.">>
      notify = acquire;
  Order<"sync.take", PerformanceOnly<"Ordered by [sync.search].">> take = relaxed;
  Order<"sync.settle", PerformanceOnly<"One location, and a token left since keeps the thread from settling.">> settle =
      relaxed;
  Order<"sync.sleep", PerformanceOnly<"One location, and a token keeps a thread from going to sleep.">> sleep = relaxed;
  Order<"sync.restore", PairsWith<"sync.notify">,
        Because<"What the failed start had for its thread is free for the next one.">>
      restore = release;
  Order<"sync.retire", PairsWith<"sync.leave", "sync.search">,
        Because<"The thread that leaves last, and the one that stands in next, which takes a token first, come after "
                "those that have retired.">>
      retire = release;
  Order<"sync.leave", PairsWith<"sync.leave", "sync.retire", "sync.close">,
        Because<"The last one that leaves comes after all the others.">>
      leave = acq_rel;
  Order<"sync.close", PairsWith<"sync.leave">, Because<"The thread that leaves last comes after the one that closed.">>
      close = release;
};
inline constexpr SyncWordOrders kSyncWordOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct SyncWordProtocol {
  static constexpr std::string_view kPrimitive = "lean/sync_word";

  Choice<"take_signal_back", Published<"S-41">,
         Because<"A start that has failed takes its signal back. Published: it stays, and nobody is woken any more.">>
      take_signal_back = true;
  Choice<"stand_in", Published<"S-41">,
         Because<"A caller that fails to start the only thread stands in for it. Published: what was pushed waits for "
                 "a notify.">>
      stand_in = true;
  Choice<"wake_beside_token", Published<"S-41">,
         Because<"A token that is found there is enough only if nobody could be woken. Published: it is enough.">>
      wake_beside_token = true;
  Choice<"refuse_too_many", Published<"S-49">,
         Because<"More threads than a field can count are refused. Published: they are counted into the next field.">>
      refuse_too_many = true;
  Choice<"close_at_rest", Published<"S-44", "S-51">,
         Because<"The word is shut down when all is done. Published: at once, and what is left is dropped.">>
      close_at_rest = true;
  Choice<
      "count_closer", Published<"S-44">,
      Because<
          "The thread that shuts down is inside until it has woken the others. Published: it is not, so a pool without "
          "threads waits for the last one for ever, and one that has may be freed while they are being woken.">>
      count_closer = true;
  Choice<"token_keeps_awake", Published<"V9">, Because<"Who wants to sleep takes the token first.">> token_keeps_awake =
      true;
  Choice<"token_keeps_waking", Because<"A thread that was woken settles down only if nobody has left a token since.">>
      token_keeps_waking = true;
};
inline constexpr SyncWordProtocol kSyncWordProtocol{};

}  // namespace vigil::lean
