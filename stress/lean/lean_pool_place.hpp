#pragma once

#include <vigil/lean/thread_pool.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#if defined(__has_include)
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(address, bytes) static_cast<void>(0)
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes) static_cast<void>(0)
#endif

namespace vigil::stress {

using namespace lean;

// Memory that outlives the pool in it, so that a thread that uses the pool too late is found out. AddressSanitizer
// reports any access; without it, a changed byte shows the access.
template <class Pool>
class LeanPoolPlace {
 public:
  LeanPoolPlace() : bytes_(static_cast<std::byte*>(::operator new(sizeof(Pool), std::align_val_t(alignof(Pool))))) {}
  ~LeanPoolPlace() {
    ASAN_UNPOISON_MEMORY_REGION(bytes_, sizeof(Pool));
    ::operator delete(bytes_, std::align_val_t(alignof(Pool)));
  }
  LeanPoolPlace(const LeanPoolPlace&) = delete;
  LeanPoolPlace& operator=(const LeanPoolPlace&) = delete;

  Pool& make(lean::PoolOptions options) { return *(pool_ = new (bytes_) Pool(options)); }

  // Destroys the pool, and leaves nothing of it.
  void destroy() {
    pool_->~Pool();
    std::memset(bytes_, kGone, sizeof(Pool));
    ASAN_POISON_MEMORY_REGION(bytes_, sizeof(Pool));
  }

  // Whether no thread has written there since. Ends the watch.
  [[nodiscard]] bool is_untouched() const {
    ASAN_UNPOISON_MEMORY_REGION(bytes_, sizeof(Pool));
    return std::all_of(bytes_, bytes_ + sizeof(Pool), [](std::byte byte) { return byte == std::byte{kGone}; });
  }

 private:
  static constexpr std::uint8_t kGone = 0xa5;

  std::byte* const bytes_;
  Pool* pool_ = nullptr;
};

}  // namespace vigil::stress
