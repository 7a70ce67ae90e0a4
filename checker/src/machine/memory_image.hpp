#pragma once

#include <cstddef>
#include <vector>

namespace vigil::checker {

// A copy of stretches of memory, to compare them later, byte by byte.
class MemoryImage {
 public:
  void clear() {
    stretches_.clear();
    bytes_.clear();
  }
  // Copies a stretch.
  void add(const void* begin, std::size_t bytes);
  // Whether every stretch is unchanged since it was copied.
  [[nodiscard]] bool is_current() const;

 private:
  struct Stretch {
    const std::byte* begin;
    std::size_t bytes;
  };

  std::vector<Stretch> stretches_;
  std::vector<std::byte> bytes_;  // of all stretches, one after the other
};

}  // namespace vigil::checker
