#pragma once

#include "no_memory.hpp"

#include <sys/mman.h>

#include <new>
#include <type_traits>

namespace vigil::checker {

// An object that this process shares with those that it forks.
template <class T>
class SharedByForks {
 public:
  // Throws std::bad_alloc.
  SharedByForks() {
    void* const memory = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) report_no_memory();
    object_ = ::new (memory) T();
  }
  // Each process has its own view of the memory, and the last one frees it.
  ~SharedByForks() { munmap(object_, sizeof(T)); }
  SharedByForks(const SharedByForks&) = delete;
  SharedByForks& operator=(const SharedByForks&) = delete;

  [[nodiscard]] T& operator*() const { return *object_; }
  [[nodiscard]] T* operator->() const { return object_; }

 private:
  static_assert(std::is_trivially_destructible_v<T>);

  T* object_;
};

}  // namespace vigil::checker
