#include <vigil/model/this_program.hpp>

#include <utility>

namespace vigil::models {
namespace {

ThisProgram& the_program() {
  static ThisProgram program;
  return program;
}

}  // namespace

const ThisProgram& this_program() { return the_program(); }

void set_this_program(ThisProgram program) { the_program() = std::move(program); }

}  // namespace vigil::models
