// The same scenarios as models, explored by the layer: compiled without -fsanitize=thread, and linked to
// Vigil::checker. `run` compares the counts.

#include "scenarios.hpp"

#include <vigil/checker.hpp>

using Layer = vigil::checker::CheckedAtomics;

int main(int argc, char** argv) {
  return vigil::checker::main<ChaseLev<Layer>, CoreLatch<Layer>, Sleep<Layer>, Injector<Layer>, RingBuffer<Layer>>(
      argc, argv);
}
