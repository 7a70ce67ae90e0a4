// The functions of the system through which the whole program starts threads and allocates, core as it ships and the C
// interface included.

#include "faults.hpp"
#include "thread_list.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace vigil::soak {
namespace {

using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

// What a thread begins with.
struct Start {
  void* (*main)(void*);
  void* argument;
  bool is_exposed;
  bool is_listed;
};

void* begin(void* memory) {
  const Start start = *static_cast<Start*>(memory);
  std::free(memory);
  const ThreadList::Member member(start.is_listed);
  Exposed::here = start.is_exposed;
  return start.main(start.argument);
}

int create(pthread_t* thread, const pthread_attr_t* attributes, void* (*main)(void*), void* argument) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for.
  static const auto real = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  if (start_fails()) return EAGAIN;
  auto* const start = static_cast<Start*>(std::malloc(sizeof(Start)));
  if (start == nullptr) return EAGAIN;
  *start = {main, argument, Exposed::here, !Unlisted::here};
  const int error = real(thread, attributes, &begin, start);
  if (error != 0) std::free(start);
  return error;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (allocation_fails()) throw std::bad_alloc();
  alignment = std::max(alignment, alignof(std::max_align_t));
  void* const memory =
      std::aligned_alloc(alignment, (std::max(bytes, alignment) + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace
}  // namespace vigil::soak

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*main)(void*),
                              void* argument) noexcept {
  return vigil::soak::create(thread, attributes, main, argument);
}

// The forms for arrays, and those that do not throw, call these.
void* operator new(std::size_t bytes) { return vigil::soak::allocate(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return vigil::soak::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
