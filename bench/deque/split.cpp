// The cost of each operation of the split deque, inlined and as a call, compared with the minimum that any fork must
// do: a store of the job and a load.

#include <vigil/deque/split.hpp>

#include "deque/measure.hpp"

#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace vigil::deque_bench {
namespace {

struct Job {
  int* payload = nullptr;
};
int some_payload;

using Split = SplitDeque<Job>;
using Slot = Split::Slot;

struct Inlined {
  static void push(Split& deque, Slot* next) {
    next->emplace(&some_payload);
    deque.push(next);
  }
  static bool pop(Split& deque, Slot* newest) { return deque.pop(newest); }
};
struct Called {
  [[gnu::noinline]] static void push(Split& deque, Slot* next) { Inlined::push(deque, next); }
  [[gnu::noinline]] static bool pop(Split& deque, Slot* newest) { return Inlined::pop(deque, newest); }
};

template <class How>
struct Operations {
  // A push and a pop of a private job. The oldest job is public.
  static void pair(benchmark::State& state) {
    Split deque;
    Inlined::push(deque, deque.first());
    Slot* const next = deque.first() + 1;
    measure(state, [&] {
      How::push(deque, next);
      keep(How::pop(deque, next));
    });
  }
  // The same for the only job: a publication and a take-back.
  static void pair_alone(benchmark::State& state) {
    Split deque;
    Slot* const next = deque.first();
    measure(state, [&] {
      How::push(deque, next);
      keep(How::pop(deque, next));
    });
  }
  // The same while another thread steals without pause. Here the mean is the relevant figure: during the best batch the
  // thief had no processor.
  static void pair_beside_a_thief(benchmark::State& state) {
    Split deque;
    std::atomic<bool> done{false};
    std::thread thief([&] {
      while (!done.load(std::memory_order_relaxed)) {
        const auto stolen = deque.steal();
        if (stolen.is_success()) deque.finish(stolen.job(), Split::kReturned);
      }
    });
    Slot* const next = deque.first();
    measure(state, [&] {
      How::push(deque, next);
      if (How::pop(deque, next)) return;
      while (deque.state(next) != Split::kReturned) StdAtomics::relax();
      deque.retire(next);
    });
    done.store(true, std::memory_order_relaxed);
    thief.join();
  }
};

// A claim and its end, by the owner's thread: what the thief's instructions cost where no cache line moves.
void steal(benchmark::State& state) {
  Split deque;
  Slot* const next = deque.first();
  measure(state, [&] {
    Inlined::push(deque, next);
    const auto stolen = deque.steal();
    deque.finish(stolen.job(), Split::kReturned);
    keep(Inlined::pop(deque, next));
    deque.retire(next);
  });
}
void empty_steal(benchmark::State& state) {
  Split deque;
  measure(state, [&] { keep(deque.steal().is_empty()); });
}

// The minimum: a store of the job, and a load of a word that others write.
struct Floor {
  alignas(kCacheLine) std::atomic<int*> slot{nullptr};
  alignas(kCacheLine) std::atomic<std::uint64_t> limit{0};
};
Floor floor_words;
[[gnu::noinline]] void call_store() { floor_words.slot.store(&some_payload, std::memory_order_relaxed); }
[[gnu::noinline]] bool call_load() { return floor_words.limit.load(std::memory_order_relaxed) != 0; }

void floor_inlined(benchmark::State& state) {
  measure(state, [&] {
    floor_words.slot.store(&some_payload, std::memory_order_relaxed);
    keep(floor_words.limit.load(std::memory_order_relaxed));
  });
}
void floor_called(benchmark::State& state) {
  measure(state, [&] {
    call_store();
    keep(call_load());
  });
}

BENCHMARK(floor_inlined)->Name("deque/split/floor/inlined")->UseManualTime();
BENCHMARK(Operations<Inlined>::pair)->Name("deque/split/pair/inlined")->UseManualTime();
BENCHMARK(floor_called)->Name("deque/split/floor/called")->UseManualTime();
BENCHMARK(Operations<Called>::pair)->Name("deque/split/pair/called")->UseManualTime();
BENCHMARK(Operations<Inlined>::pair_alone)->Name("deque/split/pair_alone/inlined")->UseManualTime();
BENCHMARK(Operations<Inlined>::pair_beside_a_thief)->Name("deque/split/pair_beside_a_thief/inlined")->UseManualTime();
BENCHMARK(steal)->Name("deque/split/published_stolen_and_retired")->UseManualTime();
BENCHMARK(empty_steal)->Name("deque/split/empty_steal")->UseManualTime();

}  // namespace
}  // namespace vigil::deque_bench
