// expect: holds
// arguments: --symmetry --jobs 2
// prints: "up to symmetry"
//
// Each thread publishes the address of a node that it has allocated. Where its loop is taken for a wait, equal threads
// may seem to ask for different things.

#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

struct Node {
  Node* next;
};

int main() {
  std::atomic<Node*> top{nullptr};
  const auto push = [&] {
    Node* const node = new Node{top.load(std::memory_order_relaxed)};
    while (!top.compare_exchange_weak(node->next, node, std::memory_order_release, std::memory_order_relaxed)) continue;
  };
  std::thread one(push), two(push), three(push);
  one.join();
  two.join();
  three.join();
  int count = 0;
  for (Node* node = top.load(std::memory_order_relaxed); node != nullptr; ++count)
    delete std::exchange(node, node->next);
  assert(count == 3);
}
