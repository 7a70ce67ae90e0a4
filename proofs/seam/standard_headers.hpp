#pragma once

#include <string>

namespace vigil::proofs {

// Of the C++ standard library, without those that it has from C under the names of C.
[[nodiscard]] bool is_standard_header(const std::string& name);
// Of the C standard library, as far as a header for C programs needs them.
[[nodiscard]] bool is_standard_c_header(const std::string& name);

}  // namespace vigil::proofs
