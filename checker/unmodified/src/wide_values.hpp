#pragma once

#include "objects.hpp"

namespace vigil::unmodified {

// Numbers the values of 16 bytes that the program's atomics have. A number means the same in all executions of a search
// and in all processes that share it.
class WideValues {
 public:
  static constexpr std::size_t kMost = 4096;

  // Throws std::bad_alloc.
  WideValues();
  ~WideValues();
  WideValues(const WideValues&) = delete;
  WideValues& operator=(const WideValues&) = delete;

  [[nodiscard]] std::uint64_t number(Wide value);
  [[nodiscard]] Wide operator[](std::uint64_t number) const;

 private:
  struct Table;
  Table* table_;  // in memory that forked processes share
};

[[nodiscard]] WideValues& wide_values();

}  // namespace vigil::unmodified
