#include "shadow.hpp"

#include "races.hpp"

#include <algorithm>

namespace vigil::unmodified {
namespace {

constexpr std::size_t kFirstSize = 1024;
constexpr unsigned kGranuleShift = 3;
static_assert(std::size_t{1} << kGranuleShift == Granule::kBytes);
constexpr std::size_t kMostBytewise = 60'000;
constexpr std::size_t kFullyMarked = 4096;

std::uint8_t capped(std::size_t bytes) { return static_cast<std::uint8_t>(std::min<std::size_t>(bytes, 255)); }

// Finds a race between an access and what was done with the same bytes before.
inline std::optional<Earlier> race_of(const Use& use, const Access& access, const Moment& now) {
  if (use.writer != Use::kNobody && use.writer != now.thread && now.known->count(use.writer) <= use.written)
    return Earlier{use.writer, use.bytes_written, true};
  if (!access.writes || (use.readers & ~(1U << now.thread)) == 0) return std::nullopt;
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    if (thread != now.thread && ((use.readers >> thread) & 1U) != 0 && now.known->count(thread) < use.reads[thread])
      return Earlier{thread, use.bytes_read, false};
  return std::nullopt;
}

inline void compare(const Use& use, const Access& access, const Moment& now, bool is_atomic = false) {
  if (const auto earlier = race_of(use, access, now)) [[unlikely]]
    report_race(access, *earlier, is_atomic);
}

// Who uses memory that another thread has allocated knows of that.
inline std::optional<Earlier> race_with_allocation(const Granule& granule, const Moment& now) {
  if (granule.allocator == Use::kNobody || granule.allocator == now.thread ||
      now.known->count(granule.allocator) > granule.allocated)
    return std::nullopt;
  return Earlier{granule.allocator, 0, true};
}

inline void record(Use& use, const Access& access, const Moment& now) {
  if (access.writes) {
    use.writer = static_cast<std::uint8_t>(now.thread);
    use.written = static_cast<std::uint16_t>(now.next);
    use.bytes_written = capped(access.bytes);
  } else {
    use.readers = static_cast<std::uint16_t>(use.readers | (1U << now.thread));
    use.reads[now.thread] = static_cast<std::uint16_t>(now.next + 1);
    use.bytes_read = capped(access.bytes);
  }
}

}  // namespace

Shadow::Shadow() : table_(kFirstSize) {}

void Shadow::begin_execution() {
  bytewise_used_ = 0;
  used_ = 0;
  if (++execution_ == kExecutions) {
    // Tags begin anew.
    std::fill(table_.begin(), table_.end(), Granule());
    execution_ = 1;
  }
}

Granule& Shadow::find(std::uint64_t tag) {
  for (std::size_t at = place_of(tag);; at = (at + 1) & (table_.size() - 1)) {
    Granule& found = table_[at];
    if (found.tag == tag) return found;
    if ((found.tag & (kExecutions - 1)) == execution_) continue;
    if (2 * ++used_ > table_.size()) {
      grow();
      return find(tag);
    }
    found.tag = tag;
    found.uses = found.freed = 0;
    found.objects = 0;
    found.allocator = Use::kNobody;
    found.is_compared = checker::Runtime::current().memory().is_compared(
        reinterpret_cast<const void*>(tag >> kExecutionBits << kGranuleShift));
    return found;
  }
}

Granule* Shadow::known(std::uintptr_t address) {
  const std::uint64_t tag = tag_of(address);
  for (std::size_t at = place_of(tag);; at = (at + 1) & (table_.size() - 1)) {
    Granule& found = table_[at];
    if (found.tag == tag) return &found;
    if ((found.tag & (kExecutions - 1)) != execution_) return nullptr;
  }
}

void Shadow::grow() {
  std::vector<Granule> before(2 * table_.size());
  before.swap(table_);
  used_ = 0;
  for (const Granule& each : before) {
    if ((each.tag & (kExecutions - 1)) != execution_) continue;
    std::size_t at = place_of(each.tag);
    while (table_[at].tag != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = each;
    ++used_;
  }
}

void Shadow::note(Granule& granule, std::uint8_t mask, const Access& access, const Moment& now) {
  if (const auto earlier = race_with_allocation(granule, now)) [[unlikely]]
    report_race(access, *earlier);
  if (granule.uses > Granule::kUses) return note_bytewise(granule, mask, access, now);
  std::uint8_t others = 0;
  for (std::size_t i = 0; i != granule.uses; ++i) {
    Use& use = granule.use[i];
    // A part of what was used as a whole, such as a member of an object that was zeroed.
    if ((use.mask & mask) == mask && use.mask != mask && granule.uses != Granule::kUses) {
      Use& rest = granule.use[granule.uses++];
      rest = use;
      rest.mask = static_cast<std::uint8_t>(use.mask & ~mask);
      use.mask = mask;
    }
    if (use.mask == mask) {
      compare(use, access, now);
      return record(use, access, now);
    }
    others |= use.mask;
  }
  if ((others & mask) != 0 || granule.uses == Granule::kUses) return note_bytewise(granule, mask, access, now);
  Use& use = granule.use[granule.uses++];
  use.mask = mask;
  use.writer = Use::kNobody;
  use.readers = 0;
  record(use, access, now);
}

// Accesses of different sizes meet: from now on each byte has a use of its own.
void Shadow::note_bytewise(Granule& granule, std::uint8_t mask, const Access& access, const Moment& now) {
  if (granule.uses <= Granule::kUses) {
    if (bytewise_used_ == kMostBytewise) reach_limit("accesses of different sizes to the same memory");
    if (bytewise_.size() == bytewise_used_) bytewise_.emplace_back();
    Bytewise& bytes = bytewise_[bytewise_used_];
    bytes.fill({});
    for (std::size_t i = 0; i != granule.uses; ++i)
      for (std::size_t byte = 0; byte != Granule::kBytes; ++byte)
        if (((granule.use[i].mask >> byte) & 1U) != 0) bytes[byte] = granule.use[i];
    granule.bytewise = static_cast<std::uint16_t>(bytewise_used_++);
    granule.uses = Granule::kUses + 1;
  }
  Bytewise& bytes = bytewise_[granule.bytewise];
  for (std::size_t byte = 0; byte != Granule::kBytes; ++byte) {
    if (((mask >> byte) & 1U) == 0) continue;
    bytes[byte].mask = static_cast<std::uint8_t>(1U << byte);
    compare(bytes[byte], access, now);
    record(bytes[byte], access, now);
  }
}

void Shadow::check(const Granule& granule, std::uint8_t mask, const Access& access, const Moment& now) const {
  if (const auto earlier = race_with_allocation(granule, now)) [[unlikely]]
    report_race(access, *earlier, true);
  for_each_use(granule, [&](const Use& use) {
    if ((use.mask & mask) != 0) compare(use, access, now, true);
  });
}

std::optional<Earlier> Shadow::find_race(const Granule& granule, std::uint8_t mask, const Access& access,
                                         const Moment& now) const {
  std::optional<Earlier> found;
  for_each_use(granule, [&](const Use& use) {
    if (!found && (use.mask & mask) != 0) found = race_of(use, access, now);
  });
  return found;
}

bool Shadow::is_written(const Granule& granule, std::uint8_t mask) const {
  bool found = false;
  for_each_use(granule, [&](const Use& use) { found |= (use.mask & mask) != 0 && use.writer != Use::kNobody; });
  return found;
}

// Of large blocks only what is known is marked: most of their bytes are never used.
void Shadow::renew(std::uintptr_t address, std::size_t bytes, const Moment& now) {
  for_each_granule(address, bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    Granule* const each = bytes <= kFullyMarked ? &granule(at) : known(at);
    if (each == nullptr) return;
    each->freed = static_cast<std::uint8_t>(each->freed & ~mask);
    each->uses = 0;
    if (now.is_outside()) return;
    each->allocator = static_cast<std::uint8_t>(now.thread);
    each->allocated = static_cast<std::uint16_t>(now.next);
  });
}

void Shadow::free(std::uintptr_t address, std::size_t bytes, const Moment& now) {
  for_each_granule(address, bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    Granule* const each = bytes <= kFullyMarked ? &granule(at) : known(at);
    if (each == nullptr) return;
    if (find_race(*each, mask, {address, bytes, true}, now))
      violate(Violation::use_after_free, "free of memory that another thread may use");
    each->freed = static_cast<std::uint8_t>(each->freed | mask);
  });
}

}  // namespace vigil::unmodified
