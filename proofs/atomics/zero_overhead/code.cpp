// Each operation of core in two functions: from the template under `StdAtomics`, and written by hand.
// proofs/atomics/zero_overhead.cpp compares their instructions. They are never run.

#include "atomics/zero_overhead/plain.hpp"

#include <vigil/atomics/maybe_value.hpp>
#include <vigil/common/admission_word.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/sleep/atomic_counters.hpp>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <optional>

namespace {

using Word = vigil::StdAtomics::atomic<std::uint64_t>;
using PlainWord = std::atomic<std::uint64_t>;

// Whether the read-modify-write may change a value, and what the value becomes.
bool may_change(std::uint64_t value) { return value % 8 != 0; }
std::uint64_t changed(std::uint64_t value) { return value * 2 + 1; }

struct AdmissionOrders {
  std::memory_order enter = std::memory_order_relaxed;
  std::memory_order refused = std::memory_order_relaxed;
};
constexpr AdmissionOrders kAdmissionOrders{};

struct Job : vigil::InjectorNode<> {};

struct Named {
  vigil::StdAtomics::atomic<std::uint64_t> top{1U, "top"};
  vigil::StdAtomics::var<std::uint64_t> message{2U, "message"};
  vigil::StdAtomics::mutex mutex{"mutex"};
  std::array<vigil::StdAtomics::atomic<std::uint64_t>, 2> slots = vigil::Names("slot", 3U);
};
struct PlainNamed {
  std::atomic<std::uint64_t> top{1};
  std::uint64_t message{2};
  std::mutex mutex;
  std::array<std::atomic<std::uint64_t>, 2> slots{3, 3};
};

using Deque = vigil::ChaseLevDeque<int*>;
using Counters = vigil::AtomicCounters<>;
using Latch = vigil::CoreLatch<>;
using Admission = vigil::AdmissionWord<vigil::StdAtomics, kAdmissionOrders>;
using Injector = vigil::TreiberInjector<Job>;

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

std::uint64_t vigil_store_and_load(Word& mine, const Word& other) {
  mine.store(1, std::memory_order_relaxed);
  vigil::StdAtomics::fence_light(std::memory_order_seq_cst);
  return other.load(std::memory_order_relaxed);
}
std::uint64_t plain_store_and_load(PlainWord& mine, const PlainWord& other) {
  mine.store(1, std::memory_order_relaxed);
  if (vigil::detail::light_fence_is_free.load(std::memory_order_relaxed)) [[likely]]
    std::atomic_signal_fence(std::memory_order_seq_cst);
  else
    vigil::detail::decide_and_fence();
  return other.load(std::memory_order_relaxed);
}

std::uint64_t vigil_spin_until(const Word& word) { return word.spin_until(may_change, std::memory_order_acquire); }
std::uint64_t plain_spin_until(const PlainWord& word) {
  for (;;) {
    const std::uint64_t value = word.load(std::memory_order_acquire);
    if (may_change(value)) return value;
    vigil::StdAtomics::relax();
  }
}

std::uint64_t vigil_spin_update(Word& word) {
  const auto perhaps = [](std::uint64_t value) -> vigil::MaybeValue<std::uint64_t> {
    if (!may_change(value)) return std::nullopt;
    return changed(value);
  };
  return word.spin_update(perhaps, std::memory_order_acq_rel, std::memory_order_relaxed);
}
std::uint64_t plain_spin_update(PlainWord& word) {
  for (std::uint64_t value = word.load(std::memory_order_relaxed);;) {
    while (!may_change(value)) {
      vigil::StdAtomics::relax();
      value = word.load(std::memory_order_relaxed);
    }
    if (word.compare_exchange_weak(value, changed(value), std::memory_order_acq_rel, std::memory_order_relaxed))
      return value;
  }
}

std::uint64_t vigil_fetch_update(Word& word) {
  return word.fetch_update(changed, std::memory_order_acq_rel, std::memory_order_relaxed);
}
std::uint64_t plain_fetch_update(PlainWord& word) {
  std::uint64_t value = word.load(std::memory_order_relaxed);
  std::uint64_t next = 0;
  do {
    next = changed(value);
  } while (!word.compare_exchange_weak(value, next, std::memory_order_acq_rel, std::memory_order_relaxed));
  return value;
}

bool vigil_fetch_update_perhaps(Word& word, std::uint64_t& before) {
  const auto perhaps = [](std::uint64_t value) -> vigil::MaybeValue<std::uint64_t> {
    if (!may_change(value)) return std::nullopt;
    return changed(value);
  };
  const auto result = word.fetch_update(perhaps, std::memory_order_acq_rel, std::memory_order_relaxed);
  if (!result.has_value()) return false;
  before = *result;
  return true;
}
bool plain_fetch_update_perhaps(PlainWord& word, std::uint64_t& before) {
  for (std::uint64_t value = word.load(std::memory_order_relaxed);;) {
    if (!may_change(value)) return false;
    if (word.compare_exchange_weak(value, changed(value), std::memory_order_acq_rel, std::memory_order_relaxed)) {
      before = value;
      return true;
    }
  }
}

std::uint64_t vigil_fetch_update_from(Word& word) {
  return word.fetch_update_from(8, changed, std::memory_order_acq_rel, std::memory_order_relaxed);
}
std::uint64_t plain_fetch_update_from(PlainWord& word) {
  std::uint64_t value = 8;
  std::uint64_t next = 0;
  do {
    next = changed(value);
  } while (!word.compare_exchange_weak(value, next, std::memory_order_acq_rel, std::memory_order_relaxed));
  return value;
}

void vigil_retry(Word& word, Word& other) {
  vigil::StdAtomics::retry(
      [&] { return word.exchange(1, std::memory_order_acquire) == 0 && other.load(std::memory_order_relaxed) != 0; });
}
void plain_retry(PlainWord& word, PlainWord& other) {
  while (!(word.exchange(1, std::memory_order_acquire) == 0 && other.load(std::memory_order_relaxed) != 0)) {
  }
}

bool vigil_admission_enter(Admission& admission) { return admission.enter(); }
bool plain_admission_enter(plain::Admission& admission) { return admission.enter(); }

bool vigil_injector_push(Injector& injector, Job& job) { return injector.push(job); }
bool plain_injector_push(plain::Injector& injector, plain::Node& node) { return injector.push(node); }

void vigil_named_objects(void* memory) { ::new (memory) Named(); }
void plain_named_objects(void* memory) { ::new (memory) PlainNamed(); }

// A pair that differs: the comparison must see the difference.
int vigil_example_of_a_difference(const std::atomic<int>& atomic) { return atomic.load(std::memory_order_relaxed) + 1; }
int plain_example_of_a_difference(const std::atomic<int>& atomic) { return atomic.load(std::memory_order_relaxed); }

}  // extern "C"
