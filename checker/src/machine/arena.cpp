#include "arena.hpp"

#include "fixed_place.hpp"
#include "no_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>

namespace vigil::checker {
namespace {

// A model may depend on how addresses compare, and should behave the same in the process that replays a violation. So
// the fixed place is asked for in any case.
void* map(std::size_t bytes, bool has_fixed_place) {
  if (has_fixed_place) return FixedPlace::map_at(FixedPlace::kArena, bytes);
  return mmap(reinterpret_cast<void*>(FixedPlace::kArena), bytes, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

}  // namespace

Arena::Arena(unsigned owners, std::size_t region_bytes, bool has_fixed_place) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t usable = (std::max<std::size_t>(region_bytes, 1) + page - 1) / page * page;
  const std::size_t distance = usable + page;
  regions_.reserve(owners);
  mapped_ = owners * distance;
  void* const mapping = map(mapped_, has_fixed_place);
  if (mapping == MAP_FAILED) report_no_memory();
  memory_ = static_cast<std::byte*>(mapping);
  for (unsigned owner = 0; owner != owners; ++owner) {
    // The page between two regions stays inaccessible, so an overflow does not reach another owner's memory.
    std::byte* const begin = memory_ + owner * distance;
    if (mprotect(begin, usable, PROT_READ | PROT_WRITE) != 0) {
      munmap(memory_, mapped_);
      report_no_memory();
    }
    regions_.push_back({begin, begin, begin + usable});
  }
}

Arena::~Arena() { munmap(memory_, mapped_); }

void* Arena::allocate(unsigned owner, std::size_t bytes, std::size_t alignment) {
  assert(owner < regions_.size() && alignment != 0 && (alignment & (alignment - 1)) == 0);
  Region& region = regions_[owner];
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(region.next) & (alignment - 1);
  const std::size_t padding = misaligned == 0 ? 0 : alignment - misaligned;
  const auto left = static_cast<std::size_t>(region.end - region.next);
  // An object of zero bytes has an address of its own too.
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  if (padding > left || size > left - padding) throw std::bad_alloc();
  void* const memory = region.next + padding;
  region.next += padding + size;
  return memory;
}

bool Arena::contains(const void* address) const {
  const auto* const byte = static_cast<const std::byte*>(address);
  return byte >= memory_ && byte < memory_ + mapped_;
}

void Arena::reset() {
  for (Region& region : regions_) {
    if (region.next == region.begin) continue;
    const auto used = static_cast<std::size_t>(region.next - region.begin);
    // Most of a large region may be untouched, so let the system provide zeros again.
    constexpr std::size_t kMuch = 1024 * 1024;
    if (used <= kMuch || madvise(region.begin, used, MADV_DONTNEED) != 0) std::memset(region.begin, 0, used);
    region.next = region.begin;
  }
}

}  // namespace vigil::checker
