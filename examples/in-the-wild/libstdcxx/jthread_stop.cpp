// expect: holds

#include <stop_token>
#include <thread>

int main() {
  std::jthread worker([](std::stop_token token) {
    while (!token.stop_requested()) std::this_thread::yield();
  });
}
