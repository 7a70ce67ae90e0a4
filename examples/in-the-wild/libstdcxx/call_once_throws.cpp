// expect: holds

#include <cassert>
#include <mutex>
#include <thread>

std::once_flag once;
int attempts = 0, made = 0;

void use() {
  try {
    std::call_once(once, [] { ++attempts == 1 ? throw attempts : ++made; });
    assert(made == 1);
  } catch (int) {
  }
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
