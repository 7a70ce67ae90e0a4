#pragma once

#include "program.hpp"

#include <vigil/atomics/location.hpp>

#include <string>

namespace vigil::unmodified {

// Where the program called us: the innermost place in its own sources, past the functions of the standard library, if
// they were inlined or not. Nowhere while no trace is recorded, unless a search tries other orders, for which it has to
// know each place. Marked as one in a library if the program did not call an atomic there, but a semaphore for example.
[[nodiscard]] Location place_by_stack();
[[nodiscard]] inline Location place() {
  auto& runtime = checker::Runtime::current();
  if (runtime.replay().recording().is_on() || runtime.operations().has_changes()) [[unlikely]]
    return place_by_stack();
  return {};
}
// From now on also places in the standard library's headers.
void show_places_in_libraries();
// The same of a compare-exchange that may fail without a reason, in each execution: how often it may depends on the
// place. `code`: the return address; `frame`: the caller's frame pointer, which only unoptimised code has.
[[nodiscard]] Location call_site(const void* code, const void* frame);
// "file:line, in function", for messages.
[[nodiscard]] std::string place_in_words();

}  // namespace vigil::unmodified
