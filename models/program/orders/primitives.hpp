#pragma once

#include <vigil/model/record.hpp>

#include <map>
#include <string>
#include <vector>

namespace vigil::program {

// One order or choice of a table, with its grounds.
struct Entry {
  Grounds grounds;
  bool is_order = false;
  int shipped = 0;  // a `std::memory_order`, or 0 or 1

  [[nodiscard]] std::string label() const { return std::string(grounds.label); }
};

// The entries of each primitive, which is named as its header is: "deque/chase_lev". Orders come before choices. They
// are those of the tables to which a registered model is bound. A header that has source mutations and no table has
// none.
using Primitives = std::map<std::string, std::vector<Entry>>;
[[nodiscard]] Primitives primitives();

// The grounds as one text: "pairs with [a] and [b]: ..."; "performance only: ...".
[[nodiscard]] std::string text_of(const Grounds& grounds);

}  // namespace vigil::program
