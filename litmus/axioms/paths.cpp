#include "paths.hpp"

namespace vigil::axioms {
namespace {

// What follows in a transitive relation is one arrow.
Path joined(const Path& first, const Path& second) {
  Path whole = first;
  for (const Arrow& next : second) {
    const bool is_transitive = next.relation == Named::sb || next.relation == Named::mo;
    if (is_transitive && !whole.empty() && whole.back().relation == next.relation)
      whole.back().to = next.to;
    else
      whole.push_back(next);
  }
  return whole;
}

}  // namespace

std::string_view name_of(Named relation) {
  switch (relation) {
    case Named::sb:
      return "sb";
    case Named::rf:
      return "rf";
    case Named::mo:
      return "mo";
    case Named::fr:
      return "fr";
    case Named::sw:
      break;
  }
  return "sw";
}

Paths::Paths(const Relation& relation, Named name) : Paths(relation.events()) {
  for (unsigned a = 0; a != events_; ++a)
    for_each(relation.after(a), [&](unsigned b) { at(a, b) = Path{{a, b, name}}; });
}

void Paths::improve(unsigned a, unsigned b, const Path& path) {
  std::optional<Path>& known = at(a, b);
  if (!known || path.size() < known->size()) known = path;
}

Paths operator|(const Paths& left, const Paths& right) {
  Paths both = left;
  for (unsigned a = 0; a != left.events_; ++a)
    for (unsigned b = 0; b != left.events_; ++b)
      if (right.between(a, b)) both.improve(a, b, *right.between(a, b));
  return both;
}

Paths operator*(const Paths& left, const Paths& right) {
  Paths both(left.events_);
  for (unsigned a = 0; a != left.events_; ++a)
    for (unsigned middle = 0; middle != left.events_; ++middle) {
      if (!left.between(a, middle)) continue;
      for (unsigned b = 0; b != left.events_; ++b)
        if (right.between(middle, b)) both.improve(a, b, joined(*left.between(a, middle), *right.between(middle, b)));
    }
  return both;
}

Paths operator&(const Paths& left, const Relation& kept) {
  Paths both(left.events_);
  for (unsigned a = 0; a != left.events_; ++a)
    for_each(kept.after(a), [&](unsigned b) { both.at(a, b) = left.between(a, b); });
  return both;
}

Paths operator-(const Paths& left, const Relation& dropped) {
  Paths rest = left;
  for (unsigned a = 0; a != left.events_; ++a) for_each(dropped.after(a), [&](unsigned b) { rest.at(a, b).reset(); });
  return rest;
}

Paths Paths::closure() const {
  Paths closed = *this;
  for (unsigned middle = 0; middle != events_; ++middle)
    for (unsigned a = 0; a != events_; ++a) {
      if (!closed.between(a, middle)) continue;
      for (unsigned b = 0; b != events_; ++b)
        if (closed.between(middle, b))
          closed.improve(a, b, joined(*closed.between(a, middle), *closed.between(middle, b)));
    }
  return closed;
}

std::optional<Path> Paths::shortest_loop() const {
  std::optional<Path> shortest;
  for (unsigned event = 0; event != events_; ++event) {
    const std::optional<Path>& loop = between(event, event);
    if (loop && !loop->empty() && (!shortest || loop->size() < shortest->size())) shortest = loop;
  }
  return shortest;
}

}  // namespace vigil::axioms
