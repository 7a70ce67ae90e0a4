// expect: holds
// layer: Sleep, other counts

#include "scenarios.hpp"

#include <thread>

int main() {
  Sleep<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
}
