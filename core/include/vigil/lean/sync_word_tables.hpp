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
        Because<"A task is pushed before its poster checks the word, and a thread that takes the token searches for it "
                "afterwards.">>
      post = seq_cst;
  Order<"sync.search", PairsWith<"sync.post", "sync.retire">,
        Because<"The thread that takes a token sees each task that the token stands for, and what the thread that "
                "stood in before has done.">>
      search = seq_cst;

  Order<"sync.peek", PerformanceOnly<"The compare-exchange confirms it, and after a failure the word is judged again. "
                                     "What a token that is found stands for is ordered by [sync.post].">>
      peek = relaxed;
  Order<"sync.notify", PairsWith<"sync.restore">,
        Because<"The caller that has to start a thread comes after the start that failed.">>
      notify = acquire;
  Order<"sync.take", PerformanceOnly<"Ordered by [sync.search].">> take = relaxed;
  Order<"sync.settle",
        PerformanceOnly<"There is one location, and a token that was left since keeps the thread from settling.">>
      settle = relaxed;
  Order<"sync.sleep", PerformanceOnly<"There is one location, and a token keeps a thread from sleeping.">> sleep =
      relaxed;

  Order<"sync.restore", PairsWith<"sync.notify">,
        Because<"The next start can use what the failed start had for its thread.">>
      restore = release;
  Order<"sync.retire", PairsWith<"sync.leave", "sync.search">,
        Because<"The thread that leaves last comes after those that have retired. So does the next thread that stands "
                "in, which takes a token first.">>
      retire = release;
  Order<"sync.leave", PairsWith<"sync.leave", "sync.retire", "sync.close">,
        Because<"The thread that leaves last comes after all the others.">>
      leave = acq_rel;
  Order<"sync.close", PairsWith<"sync.leave">, Because<"The thread that leaves last comes after the one that closed.">>
      close = release;
};
inline constexpr SyncWordOrders kSyncWordOrders{};

/// What production does right and published versions do wrong. Production code uses the defaults.
struct SyncWordProtocol {
  static constexpr std::string_view kPrimitive = "lean/sync_word";

  Choice<
      "take_signal_back", Published<"S-41">,
      Because<"A start that has failed takes its signal back. Published: it stays, and no thread is woken any more.">>
      take_signal_back = true;
  Choice<"stand_in", Published<"S-41">,
         Because<"A caller that fails to start the only thread stands in for it. Published: the tasks wait for another "
                 "notify.">>
      stand_in = true;
  Choice<"wake_beside_token", Published<"S-41">,
         Because<"A notify that finds a token still wakes a thread if one can be woken. Published: it wakes none.">>
      wake_beside_token = true;

  Choice<"refuse_too_many", Published<"S-49">,
         Because<"More threads than a field can count are refused. Published: they are counted into the next field.">>
      refuse_too_many = true;

  Choice<"close_at_rest", Published<"S-44", "S-51">,
         Because<"The word is shut down when all is done. Published: at once, and what is left is dropped.">>
      close_at_rest = true;
};
inline constexpr SyncWordProtocol kSyncWordProtocol{};

}  // namespace vigil::lean
