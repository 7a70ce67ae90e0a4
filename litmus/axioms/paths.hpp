#pragma once

#include "relation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vigil::axioms {

// The relations of which the others are made.
enum class Named : std::uint8_t {
  sb,  // sequenced before: the order of a thread
  rf,  // from a write to a read of its value
  mo,  // modification order
  fr,  // from a read to the writes after the one that it reads
  sw,  // synchronises with
};
[[nodiscard]] std::string_view name_of(Named relation);

struct Arrow {
  unsigned from = 0;
  unsigned to = 0;
  Named relation = Named::sb;

  friend bool operator==(const Arrow&, const Arrow&) = default;
};
using Path = std::vector<Arrow>;

// A relation that knows why: of each pair, a short path of arrows from the one event to the other. It has the
// operations of Relation, so that a definition written once gives either.
class Paths {
 public:
  explicit Paths(unsigned events) : events_(events), paths_(std::size_t{events} * events) {}
  // Each pair is one arrow.
  Paths(const Relation& relation, Named name);

  [[nodiscard]] unsigned events() const { return events_; }
  [[nodiscard]] const std::optional<Path>& between(unsigned a, unsigned b) const {
    return paths_[std::size_t{a} * events_ + b];
  }
  // The empty path.
  void add(unsigned a, unsigned b) { at(a, b) = Path(); }

  friend Paths operator|(const Paths& left, const Paths& right);
  friend Paths operator*(const Paths& left, const Paths& right);
  // The pairs that a relation has, or has not.
  friend Paths operator&(const Paths& left, const Relation& kept);
  friend Paths operator-(const Paths& left, const Relation& dropped);

  [[nodiscard]] Paths closure() const;
  // Of all paths from an event to itself, one with the fewest arrows.
  [[nodiscard]] std::optional<Path> shortest_loop() const;

 private:
  [[nodiscard]] std::optional<Path>& at(unsigned a, unsigned b) { return paths_[std::size_t{a} * events_ + b]; }
  void improve(unsigned a, unsigned b, const Path& path);

  unsigned events_;
  std::vector<std::optional<Path>> paths_;
};

}  // namespace vigil::axioms
