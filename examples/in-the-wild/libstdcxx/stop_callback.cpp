// expect: holds

#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int called = 0;
  std::jthread stopper([&] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [&] { ++called; });
  }
  stopper.join();
  assert(called <= 1);
}
