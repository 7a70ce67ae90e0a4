#pragma once

#include <vigil/common/exceptions.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <span>

namespace vigil::execution::detail {

// An object in storage that its user gives, or in memory of its own if that is too small.
template <class Kept>
class InStorage {
 public:
  // `make(room)` returns the object in place. Null if there is no memory. Throws what `make` throws.
  template <class Make>
  static InStorage* make(std::span<std::byte> storage, const Make& make) {
    void* memory = storage.data();
    std::size_t bytes = storage.size();
    const bool fits = std::align(alignof(InStorage), sizeof(InStorage), memory, bytes) != nullptr;
    if (!fits) memory = ::operator new(sizeof(InStorage), std::align_val_t(alignof(InStorage)), std::nothrow);
    if (memory == nullptr) return nullptr;
    VIGIL_TRY { return ::new (memory) InStorage(!fits, make); }
    VIGIL_CATCH_ALL {
      if (!fits) deallocate(memory);
      VIGIL_RETHROW;
    }
  }
  static void destroy(InStorage* self) noexcept {
    const bool is_allocated = self->is_allocated_;
    std::destroy_at(self);
    if (is_allocated) deallocate(self);
  }
  Kept& kept() { return kept_; }

  template <class Make>
  InStorage(bool is_allocated, const Make& make) : is_allocated_(is_allocated), kept_(make(*this)) {}
  InStorage(const InStorage&) = delete;
  InStorage& operator=(const InStorage&) = delete;

 private:
  static void deallocate(void* memory) noexcept { ::operator delete(memory, std::align_val_t(alignof(InStorage))); }

  const bool is_allocated_;
  Kept kept_;
};

}  // namespace vigil::execution::detail
