#pragma once

#include "view.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// The memory of a model: a region for each owner. Allocation in a region only moves forward.
//
// An address depends only on its owner and on the owner's earlier allocations in the same execution. It is the same in
// every execution, for every order of the threads, and in forks of the process. If the system allows, it is the same in
// every process.
class Arena {
 public:
  static constexpr unsigned kOwners = kMostThreads + 1;
  static constexpr std::size_t kRegionBytes = 1024 * 1024;

  // Throws std::bad_alloc if there is no address space for the regions. Only used pages take memory.
  // If it has to be at its fixed place, it throws FrontierError where other memory is there.
  explicit Arena(unsigned owners = kOwners, std::size_t region_bytes = kRegionBytes, bool has_fixed_place = false);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Where the region of the first owner begins, and how far it is to that of the next one.
  [[nodiscard]] std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(memory_); }
  [[nodiscard]] std::size_t distance() const { return mapped_ / regions_.size(); }

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
  // Frees and zeroes everything. The cost is proportional to what was allocated.
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
