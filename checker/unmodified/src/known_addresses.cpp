#include "known_addresses.hpp"

#include "graph.hpp"

#include <sys/mman.h>

#include <array>
#include <new>

namespace vigil::unmodified {

struct KnownAddresses::Table {
  static constexpr std::size_t kEntries = 2 * checker::Graph::kLocationsOfEach;

  std::atomic<unsigned> numbers{0};
  std::array<Entry, kEntries> entries;
};

namespace {

constexpr unsigned kNumberShift = 48;

std::size_t place_of(std::uint64_t address, std::uint64_t rest, std::size_t size) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  return static_cast<std::size_t>(((address ^ rest << 20U) * kMultiplier) >> 32U) % size;
}

}  // namespace

KnownAddresses::KnownAddresses() {
  void* const memory = mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  table_ = ::new (memory) Table();
}

KnownAddresses::~KnownAddresses() { munmap(table_, sizeof(Table)); }

std::optional<unsigned> KnownAddresses::number(std::uintptr_t address, std::uint8_t what, unsigned incarnation) {
  const std::uint64_t key = (std::uint64_t{1} << 40U) | (std::uint64_t{what} << 32U) | incarnation;
  std::size_t at = place_of(address, key, Table::kEntries);
  for (std::size_t probed = 0; probed != Table::kEntries; ++probed, at = (at + 1) % Table::kEntries) {
    Entry& entry = table_->entries[at];
    std::uint64_t found = entry.address.load(std::memory_order_relaxed);
    if (found == 0 && entry.address.compare_exchange_strong(found, address, std::memory_order_relaxed)) {
      const unsigned number = table_->numbers.fetch_add(1, std::memory_order_relaxed);
      entry.rest.store(key | (std::uint64_t{number} << kNumberShift), std::memory_order_release);
      if (number >= checker::Graph::kLocationsOfEach) return std::nullopt;
      return number;
    }
    if (found != address) continue;
    std::uint64_t rest = entry.rest.load(std::memory_order_acquire);
    while (rest == 0) rest = entry.rest.load(std::memory_order_acquire);  // another process is about to write it
    if ((rest & ((std::uint64_t{1} << kNumberShift) - 1)) != key) continue;
    const auto number = static_cast<unsigned>(rest >> kNumberShift);
    if (number >= checker::Graph::kLocationsOfEach) return std::nullopt;
    return number;
  }
  return std::nullopt;
}

}  // namespace vigil::unmodified
