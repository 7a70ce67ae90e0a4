// expect: data-race

#include <atomic>
#include <cstdint>
#include <thread>

// The link is plain: one thread reads it while another has taken the node and writes the link again.
struct Node {
  std::uint32_t next = 0;
};

// Node numbers from one on, in the low half; the other half counts the changes, so that a number that came back
// differs.
class FreeList {
 public:
  FreeList() { nodes_[1].next = 2, head_ = 1; }

  std::uint32_t take() {
    std::uint64_t head = head_.load(std::memory_order_acquire);
    for (;;) {
      const auto node = static_cast<std::uint32_t>(head);
      if (node == 0) return 0;
      const std::uint64_t next = nodes_[node].next;
      if (head_.compare_exchange_strong(head, changed(head, next))) return node;
    }
  }
  void give_back(std::uint32_t node) {
    std::uint64_t head = head_.load(std::memory_order_acquire);
    do {
      nodes_[node].next = static_cast<std::uint32_t>(head);
    } while (!head_.compare_exchange_strong(head, changed(head, node)));
  }

 private:
  static std::uint64_t changed(std::uint64_t head, std::uint64_t node) { return ((head >> 32) + 1) << 32 | node; }

  Node nodes_[3];
  std::atomic<std::uint64_t> head_{0};
};

FreeList list;

void use() {
  const std::uint32_t node = list.take();
  if (node != 0) list.give_back(node);
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
