#pragma once

#include <string>
#include <vector>

namespace vigil::comparison {

struct Bar {
  std::string label;
  double value;
  bool is_ours;
};

// A picture of `bars` on a logarithmic axis, on which a pool ten times as slow is not all there is to see.
std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars);

}  // namespace vigil::comparison
