// expect: holds
// compile: -Icore/include
// layer: ChaseLev

#include "scenarios.hpp"

#include <thread>

int main() {
  ChaseLev<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
  scenario.finish();
}
