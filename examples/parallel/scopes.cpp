#include <vigil/pool/scope.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <atomic>
#include <cstdio>
#include <vector>

using Worker = vigil::ThreadPool::Worker;

struct Node {
  int value = 0;
  std::vector<Node> children;
};

// A task for each node, spawned by the task of its parent.
void visit(auto& tasks, Worker& worker, const Node& node, std::atomic<int>& sum) {
  sum += node.value;
  for (const Node& child : node.children) tasks.spawn(worker, [&](Worker& other) { visit(tasks, other, child, sum); });
}

int main() {
  vigil::ThreadPool pool;
  const Node tree{1, {{2, {}}, {3, {{4, {}}, {5, {}}}}}};
  std::atomic<int> sum = 0;

  pool.call([&](Worker& worker) {
    vigil::scope(worker, [&](auto& tasks) { visit(tasks, worker, tree, sum); });  // returns when all tasks have ended
  });

  std::printf("%d\n", sum.load());
  return sum == 15 ? 0 : 1;
}
