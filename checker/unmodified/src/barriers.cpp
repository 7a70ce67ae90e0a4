// pthread_barrier_t. Each thread arrives by one step; the last one ends the round, and the others wait for that.

#include "entry.hpp"
#include "hook.hpp"
#include "lock_word.hpp"
#include "mutexes.hpp"
#include "next.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>

#include <cerrno>

namespace vigil::unmodified {
namespace {

// What is in a barrier's memory. The C library has the count in the same place, and begins with zeros in the others.
struct Barrier {
  std::uint64_t arrivals;  // of this round, and above them the number of the round
  std::uint32_t count;
  std::uint32_t unused;
  std::uint32_t ended;  // how many rounds
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

constexpr unsigned kRoundShift = 32;
constexpr std::uint32_t arrived(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
constexpr std::uint64_t round(std::uint64_t value) { return value >> kRoundShift; }

Barrier* barrier_at(const pthread_barrier_t* barrier) {
  return reinterpret_cast<Barrier*>(const_cast<pthread_barrier_t*>(barrier));
}
LockWord arrivals_of(const Barrier& barrier) { return {&barrier.arrivals, sizeof barrier.arrivals}; }
LockWord ended_of(const Barrier& barrier) { return {&barrier.ended, sizeof barrier.ended}; }

bool arrive(std::uint64_t& value, std::uint64_t count, std::uint64_t /*unused*/) {
  if (arrived(value) + 1 == count)
    value = (round(value) + 1) << kRoundShift;
  else
    ++value;
  return true;
}

bool has_ended(std::uint64_t& value, std::uint64_t rounds, std::uint64_t /*unused*/) { return value != rounds; }

int wait(const Barrier& barrier) {
  const Hook hook;
  const std::uint64_t before = arrivals_of(barrier).change({&arrive, barrier.count, 0, detail::Condition::Wait::sleeps},
                                                           std::memory_order_acq_rel);
  const auto rounds = static_cast<std::uint32_t>(round(before));
  if (arrived(before) + 1 == barrier.count) {
    ended_of(barrier).store(rounds + 1, std::memory_order_release);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  ended_of(barrier).wait({&has_ended, rounds, 0, detail::Condition::Wait::sleeps}, std::memory_order_acquire);
  return 0;
}

void overwrite(const pthread_barrier_t* barrier) {
  objects().access({reinterpret_cast<std::uintptr_t>(barrier), sizeof *barrier, true});
}

// The C library waits in the destructor until all threads have left the last round.
bool may_be_inside(const Found& arrivals, const Found& ended, const Moment& now) {
  for (unsigned thread = 0; thread != kMostThreads; ++thread) {
    if (thread == now.thread || arrivals.writes[thread] == 0) continue;
    const auto left = ended.writes[thread];
    if (left < arrivals.writes[thread] || now.known->count(thread) < left) return true;
  }
  return false;
}

int destroy(const pthread_barrier_t* memory, const void* caller) {
  const Hook hook;
  const Barrier& barrier = *barrier_at(memory);
  const LockWord arrivals = arrivals_of(barrier);
  const LockWord ended = ended_of(barrier);
  if (arrived(arrivals.newest()) != 0)
    violate(Violation::mutex_misuse, "a barrier is destroyed while a thread waits at it");
  if (may_be_inside(arrivals.found(), ended.found(), now()))
    refuse("destroys a barrier that another thread may not have left", caller);
  overwrite(memory);
  return 0;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_HIDDEN int hook_pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                                           unsigned count) {
  if (is_programs(barrier)) {
    const Hook hook;
    overwrite(barrier);
  }
  return VIGIL_NEXT(pthread_barrier_init)(barrier, attributes, count);
}
VIGIL_ENTRY(pthread_barrier_init)

VIGIL_HIDDEN int hook_pthread_barrier_wait(pthread_barrier_t* barrier) {
  return is_programs(barrier) ? wait(*barrier_at(barrier)) : VIGIL_NEXT(pthread_barrier_wait)(barrier);
}
VIGIL_ENTRY(pthread_barrier_wait)

VIGIL_HIDDEN int hook_pthread_barrier_destroy(pthread_barrier_t* barrier) {
  return is_programs(barrier) ? destroy(barrier, __builtin_return_address(0))
                              : VIGIL_NEXT(pthread_barrier_destroy)(barrier);
}
VIGIL_ENTRY(pthread_barrier_destroy)

}  // extern "C"
