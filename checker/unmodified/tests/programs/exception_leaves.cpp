// An exception leaves a thread.
// expect: exception
// prints: "nobody catches this"
#include <stdexcept>
#include <thread>

int main() {
  std::thread thread([] { throw std::runtime_error("nobody catches this"); });
  thread.join();
}
