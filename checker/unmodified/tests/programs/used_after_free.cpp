// A stack whose nodes are deleted while another thread may still read them.
// expect: use-after-free
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};
std::atomic<Node*> top{nullptr};

void push(int value) {
  auto* const node = new Node{value, top.load(std::memory_order_relaxed)};
  while (!top.compare_exchange_strong(node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
  }
}

void pop() {
  Node* node = top.load(std::memory_order_acquire);
  while (node != nullptr && !top.compare_exchange_strong(node, node->next, std::memory_order_acquire)) {
  }
  delete node;
}

int main() {
  push(1);
  push(2);
  std::thread thread(pop);
  pop();
  thread.join();
}
