#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace vigil::axioms {

inline constexpr unsigned kMostEvents = 64;

// A set of events, and a relation between events as a boolean matrix, with the operations that the papers define.
using EventSet = std::uint64_t;

[[nodiscard]] constexpr EventSet only(unsigned event) { return EventSet{1} << event; }
[[nodiscard]] constexpr bool contains(EventSet set, unsigned event) { return ((set >> event) & 1) != 0; }

template <class Visit>
void for_each(EventSet set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<unsigned>(std::countr_zero(set)));
}

class Relation {
 public:
  explicit Relation(unsigned events) : events_(events) {}

  [[nodiscard]] unsigned events() const { return events_; }
  [[nodiscard]] bool has(unsigned a, unsigned b) const { return contains(rows_[a], b); }
  [[nodiscard]] EventSet after(unsigned event) const { return rows_[event]; }
  void add(unsigned a, unsigned b) { rows_[a] |= only(b); }

  friend Relation operator|(const Relation& left, const Relation& right) {
    Relation both(left.events_);
    for (unsigned a = 0; a != left.events_; ++a) both.rows_[a] = left.rows_[a] | right.rows_[a];
    return both;
  }
  friend Relation operator&(const Relation& left, const Relation& right) {
    Relation both(left.events_);
    for (unsigned a = 0; a != left.events_; ++a) both.rows_[a] = left.rows_[a] & right.rows_[a];
    return both;
  }
  // The pairs of `left` that are not in `right`.
  friend Relation operator-(const Relation& left, const Relation& right) {
    Relation rest(left.events_);
    for (unsigned a = 0; a != left.events_; ++a) rest.rows_[a] = left.rows_[a] & ~right.rows_[a];
    return rest;
  }
  // Composition: `left` and then `right`.
  friend Relation operator*(const Relation& left, const Relation& right) {
    Relation both(left.events_);
    for (unsigned a = 0; a != left.events_; ++a)
      for_each(left.rows_[a], [&](unsigned b) { both.rows_[a] |= right.rows_[b]; });
    return both;
  }

  [[nodiscard]] Relation inverse() const {
    Relation turned(events_);
    for (unsigned a = 0; a != events_; ++a) for_each(rows_[a], [&](unsigned b) { turned.add(b, a); });
    return turned;
  }
  [[nodiscard]] Relation closure() const {
    Relation closed = *this;
    for (unsigned middle = 0; middle != events_; ++middle)
      for (unsigned a = 0; a != events_; ++a)
        if (closed.has(a, middle)) closed.rows_[a] |= closed.rows_[middle];
    return closed;
  }
  [[nodiscard]] bool is_irreflexive() const {
    for (unsigned a = 0; a != events_; ++a)
      if (has(a, a)) return false;
    return true;
  }
  [[nodiscard]] bool is_acyclic() const { return closure().is_irreflexive(); }

 private:
  unsigned events_;
  std::array<EventSet, kMostEvents> rows_{};
};

}  // namespace vigil::axioms
