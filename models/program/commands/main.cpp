#include "commands.hpp"

int main(int argc, char** argv) {
  vigil::checker::occupy_standard_streams();
  return vigil::checker::status_of_program("vigil", [=] { return vigil::program::run(argc, argv); });
}
