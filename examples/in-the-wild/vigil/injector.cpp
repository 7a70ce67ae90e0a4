// expect: holds
// compile: -Icore/include
// layer: Injector

#include "scenarios.hpp"

#include <thread>

int main() {
  Injector<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
  scenario.finish();
}
