#include "fixed_place.hpp"

#include <vigil/checker/frontier.hpp>

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <sstream>

// Before glibc 2.27 and Linux 4.17 there was none, and the address is then a wish.
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0
#endif

namespace vigil::checker {

FixedPlace::FixedPlace(std::size_t bytes) : bytes_(bytes) {
  if (bytes > kArena - kAddress) throw FrontierError("the model is too large for the fixed place of its memory");
  map_at(kAddress, bytes);
  if (mprotect(reinterpret_cast<void*>(kAddress), bytes, PROT_READ | PROT_WRITE) == 0) return;
  munmap(reinterpret_cast<void*>(kAddress), bytes);
  throw std::bad_alloc();
}

FixedPlace::~FixedPlace() { munmap(reinterpret_cast<void*>(kAddress), bytes_); }

void* FixedPlace::take(std::size_t bytes, std::size_t alignment) {
  const std::uintptr_t begin = (next_ + alignment - 1) / alignment * alignment;
  if (begin + bytes > kAddress + bytes_) throw std::bad_alloc();
  next_ = begin + bytes;
  return reinterpret_cast<void*>(begin);
}

void* FixedPlace::map_at(std::uintptr_t address, std::size_t bytes) {
  void* const wanted = reinterpret_cast<void*>(address);
  void* const mapping =
      mmap(wanted, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapping == wanted) return mapping;
  const int why = mapping == MAP_FAILED ? errno : EEXIST;
  if (mapping != MAP_FAILED) munmap(mapping, bytes);
  std::ostringstream text;
  text << "the memory of models has to be at " << wanted << " in every process, and cannot: " << std::strerror(why);
  throw FrontierError(text.str());
}

}  // namespace vigil::checker
