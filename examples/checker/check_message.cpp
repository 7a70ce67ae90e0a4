#include <vigil/checker.hpp>

using Layer = vigil::checker::CheckedAtomics;
struct Message {
  static constexpr auto threads() { return std::tuple{&Message::writer, &Message::reader}; }
  Layer::var<int> data{0};
  Layer::atomic<bool> ready{false};
  void writer() { data.set(42), ready.store(true, std::memory_order_relaxed); }
  void reader() { Layer::require(!ready.load(std::memory_order_acquire) || data.get() == 42, "the message is read"); }
};
int main(int argc, char** argv) { return vigil::checker::main<Message>(argc, argv); }
