// Prints for the pages what is proved and what is refuted:
//
//   vigil_invariants [latch | split] invariant | promises | steps | mutants | trace MUTANT
//   vigil_invariants harmless
//   vigil_invariants choices

#include "invariants/report/tables.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace vigil::proofs::invariants {
namespace {

int run(const std::vector<std::string>& arguments) {
  Commands commands = commands_of_sleep();
  commands.merge(commands_of_latch());
  commands.merge(commands_of_choices());
  commands.merge(commands_of_split());
  const auto command = commands.find(joined(arguments, " "));
  if (command == commands.end()) {
    std::cerr << "usage: vigil_invariants [latch | split] invariant | promises | steps | mutants | trace MUTANT\n"
                 "       vigil_invariants harmless\n"
                 "       vigil_invariants choices\n";
    return 2;
  }
  command->second();
  return 0;
}

}  // namespace
}  // namespace vigil::proofs::invariants

int main(int argc, char** argv) {
  try {
    return vigil::proofs::invariants::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "vigil_invariants: " << error.what() << "\n";
    return 1;
  }
}
