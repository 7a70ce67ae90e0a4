// expect: holds

#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
int made = 0;

void use() {
  std::call_once(once, [] { ++made; });
  assert(made == 1);
}

int main() {
  std::thread first(use), second(use);
  use();
  first.join();
  second.join();
}
