#include "tree.hpp"

#include <cstdio>
#include <exception>

// Makes the mutated copies: SOURCE ORIGIN DIRECTORY. See tree.hpp.
int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: vigil_mutate SOURCE ORIGIN DIRECTORY\n", stderr);
    return 2;
  }
  try {
    vigil::mutation::write_copies(vigil::mutation::copies_of(argv[1], argv[2]), argv[3]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
