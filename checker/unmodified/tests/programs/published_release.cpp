// The constructor of an atomic is a plain write, which a release store publishes.
// expect: holds
#include <atomic>
#include <thread>

struct Node {
  std::atomic<int> value{7};
};
std::atomic<Node*> published{nullptr};

int main() {
  std::thread thread([] { published.store(new Node, std::memory_order_release); });
  if (Node* const node = published.load(std::memory_order_acquire))
    if (node->value.load(std::memory_order_relaxed) != 7) return 1;
  thread.join();
  delete published.load();
}
