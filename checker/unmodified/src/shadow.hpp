#pragma once

#include "program.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vigil::unmodified {

// An access of the program's plain code, or of one of its atomics.
struct Access {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  bool writes = false;
};

// One that was made before.
struct Earlier {
  unsigned thread = 0;
  std::size_t bytes = 0;
  bool writes = false;
  bool is_atomic = false;
};

// What plain code did with some bytes of a granule in this execution: who wrote them last, and who has read them. Times
// are those of `Moment::next`, for reads one more.
struct Use {
  static constexpr std::uint8_t kNobody = 0xff;

  std::uint8_t mask = 0;  // which bytes
  std::uint8_t writer = kNobody;
  std::uint16_t written = 0;
  std::uint16_t readers = 0;       // a bit for each thread
  std::uint8_t bytes_written = 0;  // by the last write, at most 255
  std::uint8_t bytes_read = 0;
  std::array<std::uint16_t, kMostThreads> reads{};
};

// Eight bytes of memory.
struct Granule {
  static constexpr std::size_t kBytes = 8;
  static constexpr std::size_t kUses = 2;

  std::uint64_t tag = 0;   // address and execution
  std::uint8_t uses = 0;   // how many; kUses + 1: one for each byte, elsewhere
  std::uint8_t freed = 0;  // which bytes
  std::uint16_t bytewise = 0;
  std::uint32_t objects = 0;  // the first of those that overlap it; 0: none
  std::uint16_t allocated = 0;
  std::uint8_t allocator = Use::kNobody;  // the thread that allocated it then; nobody if that is not known
  bool is_compared = true;                // whether the search sees what a loop changes there
  std::array<Use, kUses> use;
};

// Calls `visit(granule address, mask)` for each granule that the bytes lie in.
template <class Visit>
void for_each_granule(std::uintptr_t address, std::size_t bytes, Visit visit) {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t at = address; at < end;) {
    const std::uintptr_t low = at % Granule::kBytes;
    const std::uintptr_t high = std::min<std::uintptr_t>(Granule::kBytes, low + (end - at));
    visit(at - low, static_cast<std::uint8_t>(((1U << high) - 1) & ~((1U << low) - 1)));
    at += high - low;
  }
}

// Remembers the plain accesses of an execution, byte by byte, and finds races among them. Executions run in an order
// that respects happens-before: of two accesses, the later one here either happens after the earlier one, or the two
// are unordered.
class Shadow {
 public:
  Shadow();

  void begin_execution();
  // Valid until the next call.
  [[nodiscard]] Granule& granule(std::uintptr_t address) {
    const std::uint64_t tag = tag_of(address);
    Granule& first = table_[place_of(tag)];
    return first.tag == tag ? first : find(tag);
  }
  // Null if nothing is known of it.
  [[nodiscard]] Granule* known(std::uintptr_t address);

  // An access of the bytes `mask`. A race ends the run.
  void note(Granule& granule, std::uint8_t mask, const Access& access, const Moment& now);
  // An access that is no plain one; a race with a plain one ends the run.
  void check(const Granule& granule, std::uint8_t mask, const Access& access, const Moment& now) const;
  // What an access that is no plain one would race with.
  [[nodiscard]] std::optional<Earlier> find_race(const Granule& granule, std::uint8_t mask, const Access& access,
                                                 const Moment& now) const;
  // Whether plain code has written one of these bytes.
  [[nodiscard]] bool is_written(const Granule& granule, std::uint8_t mask) const;
  // The memory was allocated just now: what was done with it before is forgotten.
  void renew(std::uintptr_t address, std::size_t bytes, const Moment& now);
  // It was freed: from now on an access is one after the end.
  void free(std::uintptr_t address, std::size_t bytes, const Moment& now);

 private:
  using Bytewise = std::array<Use, Granule::kBytes>;

  static constexpr unsigned kExecutionBits = 20;
  static constexpr std::uint64_t kExecutions = std::uint64_t{1} << kExecutionBits;

  [[nodiscard]] std::uint64_t tag_of(std::uintptr_t address) const {
    return (address / Granule::kBytes) << kExecutionBits | execution_;
  }
  [[nodiscard]] std::size_t place_of(std::uint64_t tag) const {
    constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>(((tag >> kExecutionBits) * kMultiplier) >> 32U) & (table_.size() - 1);
  }
  [[nodiscard]] Granule& find(std::uint64_t tag);
  void grow();
  void note_bytewise(Granule& granule, std::uint8_t mask, const Access& access, const Moment& now);
  template <class Visit>
  void for_each_use(const Granule& granule, Visit visit) const {
    if (granule.uses > Granule::kUses) {
      for (const Use& use : bytewise_[granule.bytewise]) visit(use);
    } else {
      for (std::size_t i = 0; i != granule.uses; ++i) visit(granule.use[i]);
    }
  }

  std::vector<Granule> table_;  // open addressing; a power of two
  std::size_t used_ = 0;
  std::uint64_t execution_ = 1;
  std::vector<Bytewise> bytewise_;
  std::size_t bytewise_used_ = 0;
};

}  // namespace vigil::unmodified
