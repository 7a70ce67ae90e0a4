// expect: holds
// layer: RingBuffer, other counts

#include "scenarios.hpp"

#include <thread>

int main() {
  RingBuffer<vigil::StdAtomics> scenario;
  std::thread first([&] { scenario.first(); }), second([&] { scenario.second(); });
  first.join();
  second.join();
  scenario.finish();
}
