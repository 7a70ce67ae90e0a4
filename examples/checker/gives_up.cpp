#include <vigil/checker.hpp>

#include <tuple>

using Layer = vigil::checker::CheckedAtomics;

// The first thread waits for the flag, gives up after three attempts, and reads `data` nevertheless: a data race.
struct GivesUp {
  static constexpr auto threads() { return std::tuple{&GivesUp::waits, &GivesUp::sets}; }

  Layer::atomic<bool> is_set{false, "is_set"};
  Layer::var<int> data{0, "data"};
  int attempts = 0;  // of the first thread only

  void waits() {
    while (!is_set.load(std::memory_order_acquire))
      if (++attempts == 3) break;
    (void)data.get();
  }
  void sets() {
    data.set(1);
    is_set.store(true, std::memory_order_release);
  }
};

int main(int argc, char** argv) { return vigil::checker::main<GivesUp>(argc, argv); }
