#pragma once

#include <string>

namespace vigil::models {

// What a program of models says of itself: `vigil`, or that of another project.
struct ThisProgram {
  std::string name = "vigil";  // in messages
  // How it is called, in commands that are to be run again.
  std::string command = "vigil";
  std::string summary = "Checks Vigil's lock-free protocols, from the source that ships.";
  // What the paths of sources are shortened by.
  std::string source_root;
};

[[nodiscard]] const ThisProgram& this_program();
// Before the program does anything else.
void set_this_program(ThisProgram program);

}  // namespace vigil::models
