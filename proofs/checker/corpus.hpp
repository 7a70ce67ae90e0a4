#pragma once

#include <span>
#include <string_view>

namespace vigil::conformance {

// Programs of the literature whose executions were counted by hand or by others.
struct Litmus {
  std::string_view name;
  std::string_view text;
  unsigned cpp20;
  unsigned rc11;
  // Values by the names of results, "a=2 b=0", and whether the models allow them; may be empty.
  std::string_view outcome = {};
  bool cpp20_allows = false;
  bool rc11_allows = false;
  bool x86_shows = false;
};

[[nodiscard]] std::span<const Litmus> corpus();

}  // namespace vigil::conformance
