#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace vigil::checker {

// Numbers of locations have 16 bits, in which each thread has a part: see Graph.
inline constexpr unsigned kMostThreads = 14;

// An event of the execution graph: the index-th of its thread.
class EventId {
 public:
  static constexpr unsigned kIndexBits = 12;
  static constexpr unsigned kMostEvents = (1U << kIndexBits) - 1;

  constexpr EventId() = default;
  constexpr EventId(unsigned thread, unsigned index)
      : packed_(static_cast<std::uint16_t>((thread << kIndexBits) | index)) {}
  // The initial value of a location.
  static constexpr EventId initial() { return EventId(kInitial); }
  // No event.
  static constexpr EventId none() { return EventId(kNone); }

  [[nodiscard]] constexpr unsigned thread() const { return packed_ >> kIndexBits; }
  [[nodiscard]] constexpr unsigned index() const { return packed_ & ((1U << kIndexBits) - 1); }
  [[nodiscard]] constexpr bool is_initial() const { return packed_ == kInitial; }
  [[nodiscard]] constexpr bool is_none() const { return packed_ == kNone; }
  [[nodiscard]] constexpr bool is_event() const { return packed_ < kNone; }
  friend constexpr bool operator==(EventId, EventId) = default;

 private:
  static constexpr std::uint16_t kInitial = 0xffff;
  static constexpr std::uint16_t kNone = 0xfffe;
  explicit constexpr EventId(std::uint16_t packed) : packed_(packed) {}

  std::uint16_t packed_ = kNone;
};

// A set of events that is closed under program order: the number of events of each thread.
class View {
 public:
  [[nodiscard]] unsigned count(unsigned thread) const { return static_cast<unsigned>(counts_[thread]); }
  void set_count(unsigned thread, unsigned count) { counts_[thread] = static_cast<std::int16_t>(count); }
  void raise(unsigned thread, unsigned count) { set_count(thread, std::max(this->count(thread), count)); }

  [[nodiscard]] bool contains(EventId event) const {
    return event.is_initial() || count(event.thread()) > event.index();
  }
  [[nodiscard]] bool includes(const View& other) const {
    for (unsigned i = 0; i != kLanes; ++i)
      if (other.counts_[i] > counts_[i]) return false;
    return true;
  }
  // Eight maxima of 16 bits are one instruction.
  void join(const View& other) {
    for (unsigned i = 0; i != kLanes; ++i) counts_[i] = std::max(counts_[i], other.counts_[i]);
  }
  // Of each thread, but for its last event.
  void join_all_but_last(const View& other) {
    for (unsigned i = 0; i != kLanes; ++i)
      counts_[i] = std::max(counts_[i], static_cast<std::int16_t>(other.counts_[i] - 1));
  }
  friend bool operator==(const View&, const View&) = default;

 private:
  static constexpr unsigned kLanes = 16;
  static_assert(kMostThreads <= kLanes);
  alignas(16) std::array<std::int16_t, kLanes> counts_{};
};

}  // namespace vigil::checker
