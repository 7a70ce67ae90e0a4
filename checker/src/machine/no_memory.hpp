#pragma once

#include <new>

namespace vigil::checker {

// As `operator new` does where there is no memory: the program's handler decides, which knows what to do in the midst
// of a run of a model.
[[noreturn]] inline void report_no_memory() {
  if (const std::new_handler on_no_memory = std::get_new_handler(); on_no_memory != nullptr) on_no_memory();
  throw std::bad_alloc();
}

}  // namespace vigil::checker
