#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace vigil::unmodified {

// Numbers the objects of a program: an address, a size, and how often plain code has overwritten what was there. A
// number means the same in all executions of a search and in all processes that share it, whichever of them met it
// first: a graph names locations by number.
class KnownAddresses {
 public:
  // Throws std::bad_alloc.
  KnownAddresses();
  ~KnownAddresses();
  KnownAddresses(const KnownAddresses&) = delete;
  KnownAddresses& operator=(const KnownAddresses&) = delete;

  // Nothing if all numbers are taken.
  [[nodiscard]] std::optional<unsigned> number(std::uintptr_t address, std::uint8_t what, unsigned incarnation);

 private:
  struct Entry {
    std::atomic<std::uint64_t> address;
    std::atomic<std::uint64_t> rest;  // 0: not written yet
  };
  struct Table;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

  Table* table_;  // in memory that forked processes share
};

}  // namespace vigil::unmodified
