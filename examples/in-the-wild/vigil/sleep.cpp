// expect: holds
// compile: -Icore/include
// layer: Sleep

#include "scenarios.hpp"

#include <thread>

int main() {
  Sleep<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
}
