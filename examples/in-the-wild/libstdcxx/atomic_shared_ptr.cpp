// expect: data-race
// expect: holds
// options: --memory-model tso

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> shared;

int main() {
  std::thread writer([] { shared.store(std::make_shared<int>(1)); });
  if (auto seen = shared.load()) assert(*seen == 1);
  writer.join();
}
