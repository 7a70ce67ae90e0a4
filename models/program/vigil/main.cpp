#include "commands.hpp"

#include <vigil/model/this_program.hpp>

int main(int argc, char** argv) {
  using namespace vigil;
  checker::occupy_standard_streams();
  models::ThisProgram vigil;
  vigil.source_root = VIGIL_SOURCE_DIR;
  models::set_this_program(std::move(vigil));
  constexpr program::VigilCommands kCommands{program::check_in_frontier, program::work, program::resume_frontier,
                                             program::show_frontier, program::export_frontier};
  return checker::status_of_program("vigil", [=] { return program::run(argc, argv, &kCommands); });
}
