#pragma once

#include <cstdint>
#include <string_view>

namespace vigil::soak {

// If the program ends by a crash from now on, it first prints this round.
void announce(std::string_view part, std::uint64_t seed);

}  // namespace vigil::soak
