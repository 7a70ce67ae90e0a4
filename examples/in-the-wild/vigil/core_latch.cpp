// expect: holds
// compile: -Icore/include
// layer: CoreLatch

#include "scenarios.hpp"

#include <thread>

int main() {
  CoreLatch<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
  scenario.finish();
}
