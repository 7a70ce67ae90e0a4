// pthread_key_create and tss_create. Keys of the libraries are left to the C library.

#include "specifics.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "next.hpp"
#include "program.hpp"
#include "startup.hpp"

#include <pthread.h>

#include <array>
#include <cerrno>
#include <utility>

namespace vigil::unmodified {
namespace {

constexpr unsigned kMostKeys = 128;
// Above all keys of the C library.
constexpr pthread_key_t kFirstKey = 4096;

struct Keys {
  struct Key {
    bool is_used = false;
    void (*destroy)(void*) = nullptr;
    std::array<void*, kMostThreads> values{};
  };
  std::array<Key, kMostKeys> all{};
  unsigned used = 0;  // of them, the first ones
};
constinit Keys keys;
constinit Keys at_main;
constinit bool has_begun = false;

Keys::Key* key_of(pthread_key_t key) {
  return key >= kFirstKey && key < kFirstKey + keys.used ? &keys.all[key - kFirstKey] : nullptr;
}

// Constructors of global objects run in main's thread.
unsigned owner() { return explores() ? current_thread() : 0; }

}  // namespace

int create_key(pthread_key_t* key, void (*destroy)(void*)) {
  if (keys.used == kMostKeys) return EAGAIN;
  keys.all[keys.used] = {true, destroy, {}};
  *key = kFirstKey + keys.used++;
  return 0;
}

void begin_specifics() {
  if (!std::exchange(has_begun, true))
    at_main = keys;
  else if (keys.used != 0)
    keys = at_main;
}

void destroy_specifics() {
  // As often as the C library does, because a destructor may set another value.
  for (int round = 0; round != 4; ++round)
    for (unsigned i = 0; i != keys.used; ++i) {
      auto& key = keys.all[i];
      void* value = nullptr;
      {
        const Hook hook;
        value = std::exchange(key.values[current_thread()], nullptr);
      }
      if (value != nullptr && key.destroy != nullptr) key.destroy(value);
    }
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

extern "C" {

VIGIL_EXPORTED int pthread_key_create(pthread_key_t* key, void (*destroy)(void*)) noexcept {
  const void* const caller = __builtin_return_address(0);
  if ((!explores() && !starts_up()) || is_of_system(caller) || is_own(caller))
    return VIGIL_NEXT(pthread_key_create)(key, destroy);
  return create_key(key, destroy);
}
VIGIL_EXPORTED int pthread_key_delete(pthread_key_t key) noexcept {
  auto* const own = key_of(key);
  if (own == nullptr) return VIGIL_NEXT(pthread_key_delete)(key);
  own->is_used = false;
  return 0;
}
VIGIL_EXPORTED void* pthread_getspecific(pthread_key_t key) noexcept {
  const auto* const own = key_of(key);
  return own == nullptr ? VIGIL_NEXT(pthread_getspecific)(key) : own->values[owner()];
}
VIGIL_EXPORTED int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  auto* const own = key_of(key);
  if (own == nullptr) return VIGIL_NEXT(pthread_setspecific)(key, value);
  own->values[owner()] = const_cast<void*>(value);
  if (explores()) vigil::checker::Runtime::current().replay().note_progress();
  return 0;
}

}  // extern "C"
