#pragma once

#include "litmus.hpp"

#include <rapidcheck/Gen.h>

#include <span>
#include <string_view>

namespace vigil::conformance {

// Random programs that dwell on one thing each.
struct Family {
  std::string_view name;
  rc::Gen<Program> (*programs)();
};

[[nodiscard]] std::span<const Family> families();

}  // namespace vigil::conformance
