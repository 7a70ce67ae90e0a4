#pragma once

#include <vigil/model/record.hpp>

#include <string>
#include <vector>

namespace vigil::program {

// For pages: of each primitive, how many models both engines decide; and of each limit of Relacy, how many models meet
// it.
[[nodiscard]] std::string relacy_markdown(const std::vector<const models::Model*>& models);

}  // namespace vigil::program
