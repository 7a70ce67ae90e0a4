// Runs a litmus test that its argument says, as an ordinary program.

#include "litmus.hpp"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct World {
  std::atomic<int> variables[litmus::kVariables]{};
  std::mutex mutex;
  static void fence(std::memory_order order) { std::atomic_thread_fence(order); }
};

World world;

}  // namespace

// Not in the namespace above: the compiler may not leave out what nobody else reads.
int sums[8];

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const char* const text = argv[1];
  const unsigned threads = litmus::threads_of(text);
  std::vector<std::thread> others;
  for (unsigned thread = 1; thread != threads; ++thread)
    others.emplace_back([text, thread] { sums[thread] = litmus::run(world, text, thread); });
  sums[0] = litmus::run(world, text, 0);
  for (auto& other : others) other.join();
}
