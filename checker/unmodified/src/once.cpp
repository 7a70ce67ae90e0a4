// pthread_once, of which std::call_once is made, and the guards of local statics.

#include "once.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "lock_word.hpp"
#include "mutexes.hpp"
#include "next.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>

#include <cstdint>

namespace vigil::unmodified {
namespace {

// What one thread makes and all others wait for, in one word. The threads that find it made acquire.
class Once {
 public:
  Once(const volatile void* word, std::uint32_t made) : word_(word, sizeof made), made_(made) {}

  // Whether the caller has to make it: no thread has made it, and none does so now.
  [[nodiscard]] bool begin() {
    return word_.change({&is_free_or_made, made_, kBusy, detail::Condition::Wait::blocks}, std::memory_order_acquire) !=
           made_;
  }
  void end(bool is_made) { word_.store(is_made ? made_ : 0, std::memory_order_release); }

 private:
  static constexpr std::uint32_t kBusy = 0x100;

  static bool is_free_or_made(std::uint64_t& value, std::uint64_t made, std::uint64_t busy) {
    if (value == busy) return false;
    if (value != made) value = busy;
    return true;
  }

  LockWord word_;
  std::uint32_t made_;
};

constexpr std::uint32_t kOnceMade = 2;

// Code that was compiled for us reads the first byte of a guard, without a call, to see whether the object is made. The
// rest of the guard is ours.
struct Guard {
  std::uint8_t is_made;
  std::uint32_t word;
};

void set_made(Guard* guard) { LockWord(&guard->is_made, sizeof guard->is_made).store(1, std::memory_order_release); }

}  // namespace

void once(const pthread_once_t* flag, void (*function)()) {
  const auto end = [flag](bool is_made) {
    const Hook hook;
    Once(flag, kOnceMade).end(is_made);
  };
  {
    const Hook hook;
    if (!Once(flag, kOnceMade).begin()) return;
  }
  try {
    function();
  } catch (...) {
    end(false);
    throw;
  }
  end(true);
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the C and C++ libraries.
extern "C" {

VIGIL_HIDDEN int hook_pthread_once(pthread_once_t* flag, void (*function)()) {
  if (!is_programs(flag)) return VIGIL_NEXT(pthread_once)(flag, function);
  once(flag, function);
  return 0;
}
VIGIL_ENTRY(pthread_once)

VIGIL_HIDDEN int hook___cxa_guard_acquire(Guard* guard) {
  if (!is_programs(guard)) return next_of<int(Guard*)>("__cxa_guard_acquire")(guard);
  const Hook hook;
  return Once(&guard->word, 1).begin() ? 1 : 0;
}
VIGIL_ENTRY(__cxa_guard_acquire)

VIGIL_HIDDEN void hook___cxa_guard_release(Guard* guard) {
  if (!is_programs(guard)) return next_of<void(Guard*)>("__cxa_guard_release")(guard);
  const Hook hook;
  set_made(guard);
  Once(&guard->word, 1).end(true);
}
VIGIL_ENTRY(__cxa_guard_release)

VIGIL_HIDDEN void hook___cxa_guard_abort(Guard* guard) {
  if (!is_programs(guard)) return next_of<void(Guard*)>("__cxa_guard_abort")(guard);
  const Hook hook;
  Once(&guard->word, 1).end(false);
}
VIGIL_ENTRY(__cxa_guard_abort)

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
