#include "queue.hpp"

#include <vigil/checker.hpp>

#include <tuple>

using Layer = vigil::checker::CheckedAtomics;

// Three numbers pass through a queue that has room for two.
struct Handover {
  static constexpr auto threads() { return std::tuple{&Handover::producer, &Handover::consumer}; }

  Queue<int, 2, Layer> queue;
  int pushed = 0;  // by the producer only
  int popped = 0;  // by the consumer only

  void producer() {
    for (const int number : {1, 2, 3})
      if (queue.push(number)) ++pushed;
  }

  void consumer() {
    for (int attempt = 0; attempt != 3; ++attempt)
      if (const auto number = queue.pop())
        Layer::require(*number == ++popped, "numbers come out in the order in which they went in");
  }

  // When both have ended.
  void finish() {
    while (queue.pop()) ++popped;
    Layer::require(popped == pushed, "every number comes out once");
  }
};

int main(int argc, char** argv) { return vigil::checker::main<Handover>(argc, argv); }
