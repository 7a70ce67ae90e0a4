// Each operation of core twice, from the template under `StdAtomics` and written by hand, as functions of their own
// whose instructions proofs/atomics/zero_overhead.cpp compares. Never run.

#include "atomics/zero_overhead/plain.hpp"

#include <vigil/deque/chase_lev.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/atomic_counters.hpp>

namespace {

using Deque = vigil::ChaseLevDeque<int*>;
using Counters = vigil::AtomicCounters<>;
using Latch = vigil::CoreLatch<>;

}  // namespace

extern "C" {

void vigil_push(Deque& deque, int* job) { deque.push(job); }
void plain_push(plain::Deque& deque, int* job) { deque.push(job); }

void vigil_pop(Deque& deque, vigil::MaybeJob<int*>& job) { job = deque.pop(); }
void plain_pop(plain::Deque& deque, vigil::MaybeJob<int*>& job) { job = deque.pop(); }

void vigil_steal(Deque& deque, vigil::StealResult<int*>& result) { result = deque.steal(); }
void plain_steal(plain::Deque& deque, vigil::StealResult<int*>& result) { result = deque.steal(); }

std::uint64_t vigil_counters_load(const Counters& counters) { return counters.load().word(); }
std::uint64_t plain_counters_load(const plain::Counters& counters) { return counters.load(); }

std::uint64_t vigil_counters_make_sleepy(Counters& counters) {
  return counters.increment_jobs_event_counter_if([](vigil::JobsEventCounter counter) { return counter.is_active(); })
      .word();
}
std::uint64_t plain_counters_make_sleepy(plain::Counters& counters) {
  return counters.increment_jobs_event_counter_if([](std::uint64_t counter) { return counter % 2 != 0; });
}

void vigil_counters_add_inactive(Counters& counters) { counters.add_inactive(); }
void plain_counters_add_inactive(plain::Counters& counters) { counters.add_inactive(); }

std::uint64_t vigil_counters_sub_inactive(Counters& counters) { return counters.sub_inactive(); }
std::uint64_t plain_counters_sub_inactive(plain::Counters& counters) { return counters.sub_inactive(); }

bool vigil_counters_try_add_sleeping(Counters& counters, std::uint64_t expected) {
  return counters.try_add_sleeping(Counters::Snapshot(expected));
}
bool plain_counters_try_add_sleeping(plain::Counters& counters, std::uint64_t expected) {
  return counters.try_add_sleeping(expected);
}

void vigil_counters_sub_sleeping(Counters& counters) { counters.sub_sleeping(); }
void plain_counters_sub_sleeping(plain::Counters& counters) { counters.sub_sleeping(); }

bool vigil_latch_probe(const Latch& latch) { return latch.probe(); }
bool plain_latch_probe(const plain::Latch& latch) { return latch.probe(); }

bool vigil_latch_get_sleepy(Latch& latch) { return latch.get_sleepy(); }
bool plain_latch_get_sleepy(plain::Latch& latch) { return latch.get_sleepy(); }

bool vigil_latch_fall_asleep(Latch& latch) { return latch.fall_asleep(); }
bool plain_latch_fall_asleep(plain::Latch& latch) { return latch.fall_asleep(); }

void vigil_latch_wake_up(Latch& latch) { latch.wake_up(); }
void plain_latch_wake_up(plain::Latch& latch) { latch.wake_up(); }

bool vigil_latch_set(Latch& latch) { return latch.set(); }
bool plain_latch_set(plain::Latch& latch) { return latch.set(); }

void vigil_latch_reset(Latch& latch) { latch.reset(); }
void plain_latch_reset(plain::Latch& latch) { latch.reset(); }

// A pair that differs, so that the comparison is known to see a difference.
int vigil_example_of_a_difference(const std::atomic<int>& atomic) { return atomic.load(std::memory_order_relaxed) + 1; }
int plain_example_of_a_difference(const std::atomic<int>& atomic) { return atomic.load(std::memory_order_relaxed); }

}  // extern "C"
