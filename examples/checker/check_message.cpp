#include <vigil/checker.hpp>

using A = vigil::checker::CheckedAtomics;
struct Message {
  static constexpr auto threads() { return std::tuple{&Message::writer, &Message::reader}; }
  A::var<int> data{0};
  A::atomic<bool> ready{false};
  void writer() { data.set(42), ready.store(true, std::memory_order_relaxed); }
  void reader() { A::require(!ready.load(std::memory_order_acquire) || data.get() == 42, "the message is read"); }
};
int main(int argc, char** argv) { return vigil::checker::main<Message>(argc, argv); }
