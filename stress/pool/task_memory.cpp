// Is memory that one thread takes and others give back ever used for two things at once, or freed too soon?

#include <vigil/pool/task_memory.hpp>

#include <vigil/atomics/std_atomics.hpp>
#include <vigil/injector/treiber.hpp>

#include <vigil/testing/duration.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>

namespace vigil::stress {
namespace {

using namespace testing;

using Memory = TaskMemory<StdAtomics, 256>;

// What a task is here: its memory knows what was written to it, until it is given back.
struct Message : InjectorNode<StdAtomics> {
  Message(typename Memory::Slab& taken_from, std::uint64_t written)
      : slab(taken_from), number(written), copy(written) {}
  Memory::Slab& slab;
  std::uint64_t number;
  std::uint64_t copy;
};

TEST(TaskMemory, IsWhatWasWrittenToItUntilItIsGivenBack) {
  constexpr std::size_t kTakers = 2;
  constexpr std::uint64_t kMessages = 20'000;
  repeat_for_a_while([&](unsigned) {
    TreiberInjector<Message, StdAtomics> sent;
    std::atomic<std::uint64_t> received{0};
    std::atomic<std::uint64_t> wrong{0};
    const Watchdog watchdog([&] { return std::to_string(received.load()) + " messages received"; });
    ThreadSet threads;
    // Others give back what is left when an owner has ended.
    threads.add(kTakers, [&](std::size_t taker) {
      Memory memory;
      for (std::uint64_t number = 0; number != kMessages; ++number) {
        const auto piece = memory.take(sizeof(Message), alignof(Message));
        sent.push(*::new (piece.memory) Message(*piece.slab, number * kTakers + taker));
      }
    });
    threads.add(2, [&](std::size_t) {
      while (received.load(std::memory_order_relaxed) != kTakers * kMessages) {
        const auto popped = sent.pop();
        if (!popped.is_success()) {
          StdAtomics::yield();
          continue;
        }
        Message* const message = popped.job();
        if (message->number != message->copy) wrong.fetch_add(1, std::memory_order_relaxed);
        Memory::Slab& slab = message->slab;
        message->number = ~message->copy;
        std::destroy_at(message);
        Memory::give_back(slab);
        received.fetch_add(1, std::memory_order_relaxed);
      }
    });
    threads.run();
    ASSERT_EQ(wrong.load(), 0U);
  });
}

}  // namespace
}  // namespace vigil::stress
