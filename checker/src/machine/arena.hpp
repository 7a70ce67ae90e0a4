#pragma once

#include "view.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// The memory of a model: a region for each owner, from which allocation only goes forward.
//
// An address depends on its owner and on what that owner allocated before in the same execution, and on nothing else:
// it is the same in every execution, in whichever order threads run, and in forks of the process. Where the system
// allows, it is the same in every process.
class Arena {
 public:
  static constexpr unsigned kOwners = kMostThreads + 1;
  static constexpr std::size_t kRegionBytes = 1024 * 1024;

  // Throws std::bad_alloc if there is no room for the regions. They take memory only as far as they are used.
  explicit Arena(unsigned owners = kOwners, std::size_t region_bytes = kRegionBytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Zeroed memory; `alignment` is a power of two. Throws std::bad_alloc when the owner's region is full.
  [[nodiscard]] void* allocate(unsigned owner, std::size_t bytes, std::size_t alignment);
  // Whether the address lies in a region, allocated or not.
  [[nodiscard]] bool contains(const void* address) const;
  // Calls `visit(begin, bytes)` for what each owner has allocated so far.
  template <class Visit>
  void for_each_used(Visit visit) const {
    for (const Region& region : regions_)
      if (region.next != region.begin) visit(region.begin, static_cast<std::size_t>(region.next - region.begin));
  }
  // Everything is free and zero again. Costs what was allocated.
  void reset();

 private:
  struct Region {
    std::byte* begin;
    std::byte* next;
    std::byte* end;
  };

  std::byte* memory_;
  std::size_t mapped_;
  std::vector<Region> regions_;
};

}  // namespace vigil::checker
