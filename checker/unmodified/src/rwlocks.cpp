// pthread_rwlock_t, of which std::shared_mutex is made. A reader enters whenever no writer has the lock, also while one
// waits, as it is by default.

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

// Who holds a lock: the number of the writer above zero in the lowest byte, and how often each thread reads in four
// bits above.
constexpr unsigned kReaderBits = 4;
constexpr std::uint64_t kWriter = 0xff;
constexpr std::uint64_t kMostReads = (1U << kReaderBits) - 1;
static_assert(8 + kMostThreads * kReaderBits <= 64);

constexpr std::uint64_t writer(std::uint64_t thread) { return thread + 1; }
constexpr unsigned shift(std::uint64_t thread) { return 8 + kReaderBits * static_cast<unsigned>(thread); }
constexpr std::uint64_t reads(std::uint64_t value, std::uint64_t thread) {
  return (value >> shift(thread)) & kMostReads;
}

bool begin_reading(std::uint64_t& value, std::uint64_t thread, std::uint64_t /*unused*/) {
  if ((value & kWriter) != 0) return false;
  value += std::uint64_t{1} << shift(thread);
  return true;
}

bool begin_writing(std::uint64_t& value, std::uint64_t thread, std::uint64_t /*unused*/) {
  if (value != 0) return false;
  value = writer(thread);
  return true;
}

bool end(std::uint64_t& value, std::uint64_t thread, std::uint64_t /*unused*/) {
  if ((value & kWriter) == writer(thread))
    value = 0;
  else if (reads(value, thread) != 0)
    value -= std::uint64_t{1} << shift(thread);
  return true;
}

LockWord word_of(const pthread_rwlock_t* lock) { return {lock, sizeof(std::uint64_t)}; }

using Begin = decltype(&begin_reading);
detail::Condition condition(Begin begin) { return {begin, current_thread(), 0, detail::Condition::Wait::blocks}; }

int take(pthread_rwlock_t* lock, Begin begin) {
  const Hook hook;
  const std::uint64_t before = word_of(lock).change(condition(begin), std::memory_order_acquire);
  if (begin == &begin_reading && reads(before, current_thread()) == kMostReads)
    reach_limit("read locks of one thread on one lock: " + std::to_string(kMostReads));
  return 0;
}

int try_take(pthread_rwlock_t* lock, Begin begin) {
  const Hook hook;
  return word_of(lock).try_change(condition(begin), std::memory_order_acquire) ? 0 : EBUSY;
}

int take_until(pthread_rwlock_t* lock, Begin begin, const std::timespec& limit) {
  if (is_invalid(limit)) return EINVAL;
  const Hook hook;
  return word_of(lock).change_until(TimeLimit(limit), condition(begin), std::memory_order_acquire) ? 0 : ETIMEDOUT;
}

int unlock(pthread_rwlock_t* lock) {
  const Hook hook;
  const std::uint64_t before = word_of(lock).change(condition(&end), std::memory_order_release);
  if ((before & kWriter) != writer(current_thread()) && reads(before, current_thread()) == 0)
    violate(Violation::mutex_misuse, "unlocks a read-write lock that it does not hold");
  return 0;
}

void overwrite(const pthread_rwlock_t* lock) {
  objects().access({reinterpret_cast<std::uintptr_t>(lock), sizeof *lock, true});
}

int destroy(const pthread_rwlock_t* lock) {
  const Hook hook;
  const bool is_held = word_of(lock).newest() != 0;
  overwrite(lock);
  if (is_held) violate(Violation::mutex_misuse, "a read-write lock is destroyed while a thread holds it");
  return 0;
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

#define VIGIL_RWLOCK(name, begin)                                                                           \
  VIGIL_HIDDEN int hook_pthread_rwlock_##name##lock(pthread_rwlock_t* lock) {                               \
    return is_programs(lock) ? take(lock, &(begin)) : VIGIL_NEXT(pthread_rwlock_##name##lock)(lock);        \
  }                                                                                                         \
  VIGIL_ENTRY(pthread_rwlock_##name##lock)                                                                  \
  VIGIL_HIDDEN int hook_pthread_rwlock_try##name##lock(pthread_rwlock_t* lock) {                            \
    return is_programs(lock) ? try_take(lock, &(begin)) : VIGIL_NEXT(pthread_rwlock_try##name##lock)(lock); \
  }                                                                                                         \
  VIGIL_ENTRY(pthread_rwlock_try##name##lock)                                                               \
  VIGIL_HIDDEN int hook_pthread_rwlock_timed##name##lock(pthread_rwlock_t* lock, const timespec* end) {     \
    return is_programs(lock) ? take_until(lock, &(begin), *end)                                             \
                             : VIGIL_NEXT(pthread_rwlock_timed##name##lock)(lock, end);                     \
  }                                                                                                         \
  VIGIL_ENTRY(pthread_rwlock_timed##name##lock)                                                             \
  VIGIL_HIDDEN int hook_pthread_rwlock_clock##name##lock(pthread_rwlock_t* lock, clockid_t clock,           \
                                                         const timespec* end) {                             \
    return is_programs(lock) ? take_until(lock, &(begin), *end)                                             \
                             : VIGIL_NEXT(pthread_rwlock_clock##name##lock)(lock, clock, end);              \
  }                                                                                                         \
  VIGIL_ENTRY(pthread_rwlock_clock##name##lock)

extern "C" {

VIGIL_RWLOCK(rd, begin_reading)
VIGIL_RWLOCK(wr, begin_writing)

VIGIL_HIDDEN int hook_pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return is_programs(lock) ? unlock(lock) : VIGIL_NEXT(pthread_rwlock_unlock)(lock);
}
VIGIL_ENTRY(pthread_rwlock_unlock)

VIGIL_HIDDEN int hook_pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  if (is_programs(lock)) {
    const Hook hook;
    overwrite(lock);
  }
  return VIGIL_NEXT(pthread_rwlock_init)(lock, attributes);
}
VIGIL_ENTRY(pthread_rwlock_init)

VIGIL_HIDDEN int hook_pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  return is_programs(lock) ? destroy(lock) : VIGIL_NEXT(pthread_rwlock_destroy)(lock);
}
VIGIL_ENTRY(pthread_rwlock_destroy)

}  // extern "C"
