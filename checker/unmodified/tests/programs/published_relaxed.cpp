// The constructor of an atomic is a plain write: who gets its address by a relaxed load may not touch it.
// expect: data-race
#include <atomic>
#include <thread>

struct Node {
  std::atomic<int> value{7};
};
std::atomic<Node*> published{nullptr};

int main() {
  std::thread thread([] { published.store(new Node, std::memory_order_relaxed); });
  if (Node* const node = published.load(std::memory_order_acquire)) (void)node->value.load(std::memory_order_relaxed);
  thread.join();
  delete published.load();
}
