// expect: holds
// layer: ChaseLev, the same counts

#include "scenarios.hpp"

#include <thread>

int main() {
  ChaseLev<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
  scenario.finish();
}
