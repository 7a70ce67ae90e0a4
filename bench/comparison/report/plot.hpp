#pragma once

#include <string>
#include <vector>

namespace vigil::comparison {

struct Bar {
  std::string label;
  double value;
  bool is_ours;
};

// On a logarithmic axis, a pool that is ten times as slow does not hide the differences between the others.
enum class Axis { logarithmic, linear };

// A picture of `bars`.
std::string bar_chart(const std::string& title, const std::string& unit, const std::vector<Bar>& bars,
                      Axis axis = Axis::logarithmic);

}  // namespace vigil::comparison
