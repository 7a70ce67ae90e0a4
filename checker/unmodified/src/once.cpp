// pthread_once, of which std::call_once is made, and the guards of local statics.

#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "mutexes.hpp"
#include "next.hpp"
#include "places.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>

#include <cstdint>

namespace vigil::unmodified {
namespace {

// What one thread makes and all others wait for, in one word. Whoever finds it made acquires.
class Once {
 public:
  Once(const volatile void* word, std::uint32_t made)
      : word_(const_cast<const void*>(word)),
        found_(objects().use(ObjectKind::atomic, word, sizeof made, true)),
        made_(made) {}

  // Whether the caller has to make it: nobody has, and nobody else does so now.
  [[nodiscard]] bool begin() {
    const detail::Condition is_free_or_made{[](std::uint64_t& value, std::uint64_t made, std::uint64_t busy) {
                                              if (value == busy) return false;
                                              if (value != made) value = busy;
                                              return true;
                                            },
                                            made_, kBusy};
    const std::uint64_t before = detail::spin_update(found_.handle, word_, is_free_or_made,
                                                     {std::memory_order_acquire, place()}, std::memory_order_acquire);
    show(before == made_ ? made_ : kBusy);
    return before != made_;
  }
  void end(bool is_made) {
    const std::uint32_t value = is_made ? made_ : 0;
    detail::store(found_.handle, word_, value, {std::memory_order_release, place()});
    show(value);
  }

 private:
  static constexpr std::uint32_t kBusy = 0x100;

  void show(std::uint32_t value) { objects().show(found_, value); }

  const void* word_;
  Found& found_;
  std::uint32_t made_;
};

constexpr std::uint32_t kOnceMade = 2;

int once(pthread_once_t* flag, void (*function)()) {
  const auto end = [flag](bool is_made) {
    const Hook hook;
    Once(flag, kOnceMade).end(is_made);
  };
  {
    const Hook hook;
    if (!Once(flag, kOnceMade).begin()) return 0;
  }
  try {
    function();
  } catch (...) {
    end(false);
    throw;
  }
  end(true);
  return 0;
}

// Code that was compiled for us reads the first byte of a guard, without a call, to see whether the object is made. The
// rest of the guard is ours.
struct Guard {
  std::uint8_t is_made;
  std::uint32_t word;
};

void set_made(Guard* guard) {
  Found& found = objects().use(ObjectKind::atomic, &guard->is_made, 1, true);
  detail::store(found.handle, &guard->is_made, 1, {std::memory_order_release, place()});
  objects().show(found, 1);
}

}  // namespace
}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the C and C++ libraries.
extern "C" {

VIGIL_HIDDEN int hook_pthread_once(pthread_once_t* flag, void (*function)()) {
  return is_programs(flag) ? once(flag, function) : VIGIL_NEXT(pthread_once)(flag, function);
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
