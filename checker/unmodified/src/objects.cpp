#include "objects.hpp"

#include "intended_races.hpp"
#include "names.hpp"
#include "races.hpp"
#include "wide_values.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace vigil::unmodified {
namespace {

constexpr std::size_t kFirstSize = 256;

std::uint8_t what_of(ObjectKind kind, unsigned bytes) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(kind) << 6U | bytes);
}

template <class T>
T read_as(std::uintptr_t address) {
  T value;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

// Of an atomic, whose sizes are known, by one instruction.
Wide peek(const Found& found) {
  switch (found.bytes) {
    case 1:
      return read_as<std::uint8_t>(found.address);
    case 2:
      return read_as<std::uint16_t>(found.address);
    case 4:
      return read_as<std::uint32_t>(found.address);
    case 8:
      return read_as<std::uint64_t>(found.address);
    default:
      return read_as<Wide>(found.address);
  }
}

template <class T>
void copy_to(void* to, T value) {
  std::memcpy(to, &value, sizeof value);
}

checker::Graph& graph() { return checker::Runtime::current().replay().graph(); }

void put(Found& found, Wide value) {
  found.shown = value;
  auto* const to = reinterpret_cast<void*>(found.address);
  switch (found.bytes) {
    case 1:
      return copy_to(to, static_cast<std::uint8_t>(value));
    case 2:
      return copy_to(to, static_cast<std::uint16_t>(value));
    case 4:
      return copy_to(to, static_cast<std::uint32_t>(value));
    case 8:
      return copy_to(to, static_cast<std::uint64_t>(value));
    default:
      return copy_to(to, value);
  }
}

bool overlap(const Found& found, const Access& access) {
  return found.address < access.address + access.bytes && access.address < found.address + found.bytes;
}

// A thread other than the current one of which an operation is unordered with `now`; kMostThreads if there is none.
unsigned unordered(const Found::Times& times, const Moment& now) {
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    if (thread != now.thread && now.known->count(thread) < times[thread]) return thread;
  return kMostThreads;
}

}  // namespace

void Objects::begin_execution() {
  ++execution_;
  links_.assign(1, {});
}

Found& Objects::find(ObjectKind kind, std::uintptr_t address, unsigned bytes) {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  if (2 * (all_.size() + 1) > table_.size()) {
    table_.assign(std::max(kFirstSize, 2 * table_.size()), nullptr);
    for (const auto& each : all_) {
      std::size_t at = (each->address * kMultiplier >> 32U) & (table_.size() - 1);
      while (table_[at] != nullptr) at = (at + 1) & (table_.size() - 1);
      table_[at] = each.get();
    }
  }
  for (std::size_t at = (address * kMultiplier >> 32U) & (table_.size() - 1);; at = (at + 1) & (table_.size() - 1)) {
    Found*& entry = table_[at];
    if (entry == nullptr) {
      entry = all_.emplace_back(std::make_unique<Found>()).get();
      entry->address = address;
      entry->bytes = bytes;
      entry->kind = kind;
      return *entry;
    }
    if (entry->address == address && entry->bytes == bytes && entry->kind == kind) return *entry;
  }
}

template <class Visit>
void Objects::for_each_at(const Granule& granule, Visit visit) {
  for (std::uint32_t at = granule.objects; at != 0; at = links_[at].next) visit(*links_[at].found);
}

Found& Objects::use(ObjectKind kind, const volatile void* address, unsigned bytes, bool writes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  const Moment now = unmodified::now();
  Found& found = find(kind, begin, bytes);
  if (found.execution != execution_) {
    found.execution = execution_;
    found.incarnation = 0;
    found.is_current = false;
    found.depth = 0;
  }
  const Access access{begin, bytes, writes};
  if (found.is_current && kind == ObjectKind::atomic && peek(found) != found.shown)
    overwrite(found, {begin, bytes, true}, now);  // by code that was not compiled for us
  for_each_granule(begin, bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    const Granule& granule = shadow().granule(at);
    if ((granule.freed & mask) != 0) violate(Violation::use_after_free, "access to memory that was freed");
    if (kind == ObjectKind::atomic) shadow().check(granule, mask, access, now);
  });
  if (!found.is_current) adopt(found, now);
  is_shown_[now.thread] = false;
  auto& times = writes ? found.writes : found.reads;
  times[now.thread] = static_cast<std::uint16_t>(now.next + 1);
  return found;
}

void Objects::adopt(Found& found, const Moment& now) {
  check_overlaps(found, now);
  const bool is_atomic = found.kind == ObjectKind::atomic;
  while (found.numbers.size() <= found.incarnation) {
    const auto number =
        known_.number(found.address, what_of(found.kind, found.bytes), static_cast<unsigned>(found.numbers.size()));
    if (!number)
      reach_limit("atomics, mutexes and condition variables: " + std::to_string(checker::Graph::kLocationsOfEach) +
                  " addresses");
    found.numbers.push_back(*number);
  }
  const unsigned number = found.numbers[found.incarnation];
  if (by_number_.size() <= number) by_number_.resize(number + 1);
  by_number_[number] = &found;
  found.shown = is_atomic ? peek(found) : 0;
  const std::uint64_t initial = found.bytes > sizeof(std::uint64_t) && is_atomic
                                    ? wide_values().number(found.shown)
                                    : static_cast<std::uint64_t>(found.shown);
  using Kind = checker::ValueType::Kind;
  const checker::ValueType type{is_atomic && found.bytes <= sizeof(std::uint64_t) ? Kind::word : Kind::other,
                                static_cast<std::uint8_t>(is_atomic ? std::min(found.bytes, 8U) : 0U)};
  const detail::CheckersTurn turn;
  found.handle = checker::Runtime::current().operations().adopt(
      found.kind, reinterpret_cast<const void*>(found.address), type, initial, number, name_of_object(found.address));
  found.is_current = true;
  found.newest = checker::EventId::none();
  found.reads.fill(0);
  found.writes.fill(0);
}

// Whether the memory is another object's; and the granules know of this one.
void Objects::check_overlaps(Found& found, const Moment& now) {
  bool is_uninitialised = found.kind == ObjectKind::atomic && detail::owns(reinterpret_cast<void*>(found.address));
  for_each_granule(found.address, found.bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    Granule& granule = shadow().granule(at);
    bool is_linked = false;
    for_each_at(granule, [&](Found& other) {
      is_linked |= &other == &found;
      if (&other == &found || !other.is_current || !overlap(other, {found.address, found.bytes})) return;
      is_uninitialised = false;
      if (other.kind != found.kind || unordered(other.writes, now) != kMostThreads ||
          unordered(other.reads, now) != kMostThreads)
        violate(Violation::data_race, "an atomic of " + std::to_string(found.bytes) + " bytes overlaps one of " +
                                          std::to_string(other.bytes) +
                                          " bytes that another thread uses: mixed sizes are not modelled");
      read_plainly(other, {found.address, found.bytes}, now);
      other.is_current = false;
      ++other.incarnation;
    });
    is_uninitialised = is_uninitialised && !shadow().is_written(granule, mask);
    if (is_linked) return;
    links_.push_back({&found, granule.objects});
    granule.objects = static_cast<std::uint32_t>(links_.size() - 1);
  });
  if (!is_uninitialised || found.incarnation != 0) return;
  Wide unwritten;
  std::memset(&unwritten, kUnwritten, sizeof unwritten);
  if (std::memcmp(&unwritten, reinterpret_cast<const void*>(found.address), std::min<std::size_t>(found.bytes, 16)) ==
      0)
    violate(Violation::uninitialised_read, "an atomic is used before it has a value");
}

// Plain code writes where an object is. All that was done with the object happens before.
void Objects::overwrite(Found& found, const Access& access, const Moment& now) {
  for (const bool writes : {true, false})
    if (const unsigned other = unordered(writes ? found.writes : found.reads, now); other != kMostThreads)
      report_race(access, {other, found.bytes, writes, true});
  found.is_current = false;
  ++found.incarnation;
}

// Plain code reads an object: all writes of it happen before, and the newest of them is the value.
void Objects::read_plainly(Found& found, const Access& access, const Moment& now) {
  if (const unsigned other = unordered(found.writes, now); other != kMostThreads)
    report_race(access, {other, found.bytes, true, true});
  if (found.kind != ObjectKind::atomic) return;
  const unsigned location =
      checker::Graph::kFound * checker::Graph::kLocationsOfEach + found.numbers[found.incarnation];
  const auto& writes = graph().location(location).writes;
  const auto newest = std::find_if(writes.rbegin(), writes.rend(),
                                   [&](checker::EventId id) { return id.is_initial() || now.known->contains(id); });
  const std::uint64_t bits = graph().value(location, *newest);
  found.newest = *newest;
  put(found, found.bytes > sizeof bits ? wide_values()[bits] : Wide{bits});
}

void Objects::access(const Access& access) {
  const Moment now = unmodified::now();
  if (now.is_outside()) return;
  if (intended_races().take(access)) [[unlikely]]
    return;
  show_access(access);
  for_each_granule(access.address, access.bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    Granule& granule = shadow().granule(at);
    if ((granule.freed & mask) != 0) [[unlikely]]
      violate(Violation::use_after_free,
              std::string("a plain ") + (access.writes ? "write" : "read") + " of memory that was freed");
    if (granule.objects != 0) [[unlikely]]
      for_each_at(granule, [&](Found& found) {
        if (!found.is_current || !overlap(found, access)) return;
        if (access.writes)
          overwrite(found, access, now);
        else
          read_plainly(found, access, now);
      });
    shadow().note(granule, mask, access, now);
  });
}

void Objects::expect_write(const Found& found) {
  const Moment now = unmodified::now();
  auto& race = race_if_written_[now.thread];
  race.reset();
  for_each_granule(found.address, found.bytes, [&](std::uintptr_t at, std::uint8_t mask) {
    if (!race) race = shadow().find_race(shadow().granule(at), mask, {found.address, found.bytes, true}, now);
  });
}

void Objects::note_write(Found& found) {
  const Moment now = unmodified::now();
  if (const auto& race = race_if_written_[now.thread]) report_race({found.address, found.bytes, true}, *race, true);
  // Its own step is over.
  if (!is_shown_[now.thread]) found.writes[now.thread] = static_cast<std::uint16_t>(now.next);
}

void Objects::show(Found& found, Wide value) {
  const Moment now = unmodified::now();
  if (is_shown_[now.thread]) return;
  const checker::EventId last(now.thread, now.next - 1);
  if (written_by(last) == &found)
    put_written(found, value, last);
  else
    put(found, value);
}

void Objects::before_others_run() {
  const Moment now = unmodified::now();
  if (now.is_outside() || now.next == 0) return;
  const checker::EventId last(now.thread, now.next - 1);
  Found* const found = written_by(last);
  if (found == nullptr) return;
  found->writes[now.thread] = static_cast<std::uint16_t>(now.next);
  const std::uint64_t bits = graph()[last].written;
  put_written(*found, found->bytes > sizeof bits ? wide_values()[bits] : Wide{bits}, last);
  is_shown_[now.thread] = true;
}

// The atomic that an event writes; null if it writes none, or one that is none any more.
Found* Objects::written_by(checker::EventId id) const {
  constexpr unsigned kFirst = checker::Graph::kFound * checker::Graph::kLocationsOfEach;
  const auto& event = graph()[id];
  const unsigned number = event.request.location - kFirst;
  if (!event.writes || number >= by_number_.size()) return nullptr;
  Found* const found = by_number_[number];
  const bool is_it = found != nullptr && found->is_current && found->kind == ObjectKind::atomic &&
                     found->numbers[found->incarnation] == number;
  return is_it ? found : nullptr;
}

// Threads do not run in the order of the writes. The last one in that order stays.
void Objects::put_written(Found& found, Wide value, checker::EventId id) {
  if (found.newest.is_event() && graph()[found.newest].place > graph()[id].place) return;
  found.newest = id;
  put(found, value);
}

void Objects::allocate(void* memory, std::size_t bytes) {
  shadow().renew(reinterpret_cast<std::uintptr_t>(memory), bytes, unmodified::now());
}

void Objects::free(const void* memory, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const Moment now = unmodified::now();
  if (now.is_outside()) return;
  for_each_granule(begin, bytes, [&](std::uintptr_t at, std::uint8_t /*mask*/) {
    const Granule* const granule = shadow().known(at);
    if (granule == nullptr) return;
    for_each_at(*granule, [&](Found& found) {
      if (!found.is_current) return;
      if (unordered(found.writes, now) != kMostThreads || unordered(found.reads, now) != kMostThreads)
        violate(Violation::use_after_free, "free of memory that contains an atomic another thread may use");
      found.is_current = false;
      ++found.incarnation;
    });
  });
  shadow().free(begin, bytes, now);
}

constinit Objects* the_objects = nullptr;
constinit Shadow* the_shadow = nullptr;

// Never destroyed: the program's own destructors may run later.
void make_objects() {
  the_objects = new Objects();
  the_shadow = new Shadow();
}

}  // namespace vigil::unmodified
