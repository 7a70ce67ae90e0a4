// expect: holds
// compile: -Icore/include
// layer: RingBuffer

#include "scenarios.hpp"

#include <thread>

int main() {
  RingBuffer<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
  scenario.finish();
}
