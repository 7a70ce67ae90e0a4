#pragma once

#include "round.hpp"

#include <array>
#include <string_view>

namespace vigil::soak {

void run_deque(Round& round);
void run_injector(Round& round);
void run_latch(Round& round);
void run_sleep(Round& round);
void run_pool(Round& round);
void run_lean(Round& round);
void run_parallel(Round& round);
void run_c(Round& round);

inline constexpr std::array<Part, 8> kParts = {{{"deque", &run_deque},
                                                {"injector", &run_injector},
                                                {"latch", &run_latch},
                                                {"sleep", &run_sleep},
                                                {"pool", &run_pool},
                                                {"lean", &run_lean},
                                                {"parallel", &run_parallel},
                                                {"c", &run_c}}};

}  // namespace vigil::soak
