#pragma once

#include <cstddef>
#include <cstdint>

namespace vigil::checker {

// Memory at addresses that are the same in every process of a program. What lies in it is handed out in order, so that
// processes which ask for the same have it at the same addresses. There is one in a process.
class FixedPlace {
 public:
  // Where models allocate, behind it. Both are free in most processes, and the sanitizers allow them.
  static constexpr std::uintptr_t kArena = 0x4000'0000;

  // Throws FrontierError if other memory is there.
  explicit FixedPlace(std::size_t bytes);
  ~FixedPlace();
  FixedPlace(const FixedPlace&) = delete;
  FixedPlace& operator=(const FixedPlace&) = delete;

  // Zeroed; `alignment` is a power of two. Throws std::bad_alloc if that is more than is left.
  [[nodiscard]] void* take(std::size_t bytes, std::size_t alignment);

  // Maps memory without access at exactly this address. Throws FrontierError if other memory is there.
  static void* map_at(std::uintptr_t address, std::size_t bytes);

 private:
  static constexpr std::uintptr_t kAddress = 0x3000'0000;

  std::size_t bytes_;
  std::uintptr_t next_ = kAddress;
};

}  // namespace vigil::checker
