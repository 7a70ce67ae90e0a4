#pragma once

#include <cstdint>

namespace vigil::stress {

// Lets one in so many calls of `new` of this program fail, whichever thread makes them: by the seed and by how many
// came before. One at a time. The global operators are replaced, so what is tested runs as it ships.
class ScarceMemory {
 public:
  ScarceMemory(std::uint64_t seed, std::uint64_t one_in);
  ~ScarceMemory();
  ScarceMemory(const ScarceMemory&) = delete;
  ScarceMemory& operator=(const ScarceMemory&) = delete;

  // Calls of `new` that have failed.
  [[nodiscard]] static std::uint64_t failures();
  // What was allocated, and not freed, in all the time of the program.
  [[nodiscard]] static std::int64_t live_allocations();
};

}  // namespace vigil::stress
