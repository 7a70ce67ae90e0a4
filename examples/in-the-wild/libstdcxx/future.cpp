// expect: holds

#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread producer([&] { promise.set_value(7); });
  assert(future.get() == 7);
  producer.join();
}
