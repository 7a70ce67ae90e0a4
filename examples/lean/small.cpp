#include <vigil/lean/thread_pool.hpp>

#include <atomic>
#include <cstdint>
#include <cstdio>

// A pool has room for kMostThreads threads, whatever its options say.
struct SmallParts : vigil::lean::DefaultParts {
  static constexpr std::uint32_t kMostThreads = 2;
};
using SmallPool = vigil::lean::BasicThreadPool<SmallParts>;

// Its rings are smaller, too: further tasks of a worker wait in a list.
struct TinyParts : SmallParts {
  using Ring = vigil::lean::RingBuffer<Task, 16>;
};
using TinyPool = vigil::lean::BasicThreadPool<TinyParts>;

static std::atomic<int> done{0};

template <class Pool>
static bool runs_tasks(const char* name) {
  static constinit Pool pool({.most_threads = 1});
  vigil::lean::Task<> task([](vigil::lean::Task<>&) noexcept { ++done; });
  const bool was_accepted = pool.schedule(task);
  pool.shutdown();
  pool.join();
  std::printf("%-28s%7zu bytes\n", name, sizeof pool);
  return was_accepted;
}

int main() {
  const bool all_run = runs_tasks<vigil::lean::ThreadPool>("64 threads, rings of 256") &&
                       runs_tasks<SmallPool>("2 threads, rings of 256") &&
                       runs_tasks<TinyPool>("2 threads, rings of 16");
  return all_run && done == 3 ? 0 : 1;
}
