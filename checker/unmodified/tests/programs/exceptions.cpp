// Exceptions are caught in their threads, one is carried to another thread, and thread-local objects are destroyed.
// expect: holds
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

std::atomic<int> ended{0};
struct Ends {
  ~Ends() { ended.fetch_add(1); }
};
thread_local Ends ends;

int main() {
  std::exception_ptr carried;
  std::thread thread([&] {
    (void)&ends;
    try {
      throw std::runtime_error("thrown in a thread");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  try {
    throw 5;
  } catch (int number) {
    assert(number == 5);
  }
  thread.join();
  assert(ended == 1);
  try {
    std::rethrow_exception(carried);
  } catch (const std::runtime_error& error) {
    assert(error.what() == std::string("thrown in a thread"));
  }
}
