#include "commands.hpp"

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
  try {
    return vigil::program::run(argc, argv);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "vigil: %s\n", exception.what());
    return vigil::program::kWrongUsage;
  }
}
