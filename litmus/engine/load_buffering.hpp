#pragma once

#include "program.hpp"

namespace vigil::litmus {

// Whether C++20 may allow executions of the program that the search does not explore.
//
// In *load buffering*, each of some threads reads what another one writes only afterwards in its own order: a cycle of
// program order and reads-from. C++20 forbids a cycle unless several reads in it do not synchronise with their writes,
// in several threads and on several objects. The search explores no cycle at all, so a program that can only have
// forbidden ones has all its executions explored.
//
// The answer may be true where no execution has a cycle: values, conditions and fences are not looked at.
[[nodiscard]] bool may_buffer_loads(const Program& program);

}  // namespace vigil::litmus
