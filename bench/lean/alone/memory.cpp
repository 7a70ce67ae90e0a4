// What the lean pool takes of memory, in a process of its own whose calls of the allocator are counted. Prints
//
//   allocations from construction to join for a million tasks, those of starting threads left out
//   allocations of starting those threads: the system's, for what a thread has of its own
//   allocations of as many tasks that the other pool's scope spawns, which shows that they are counted
//   bytes of a pool, of each worker in it, and of a task
//   bytes of each thread's stack as configured, and how much more is resident for each thread that has been started

#include <unistd.h>
#include <vigil/lean/thread_pool.hpp>
#include <vigil/pool/scope.hpp>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

// The C library's own, behind the names that this program takes over: `new` comes through them too.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace {

std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> allocations_of_starts{0};
constinit thread_local bool is_starting = false;

void count() { (is_starting ? allocations_of_starts : allocations).fetch_add(1, std::memory_order_relaxed); }

}  // namespace

extern "C" {
void* malloc(std::size_t bytes) {
  count();
  return __libc_malloc(bytes);
}
void* calloc(std::size_t number, std::size_t bytes) {
  count();
  return __libc_calloc(number, bytes);
}
void* realloc(void* memory, std::size_t bytes) {
  count();
  return __libc_realloc(memory, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) {
  count();
  return __libc_memalign(alignment, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  count();
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  count();
  *memory = __libc_memalign(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}
}

namespace {

using vigil::lean::Task;

constexpr std::size_t kTasks = 1'000'000;
constexpr std::uint32_t kThreads = 32;
constexpr std::size_t kStackBytes = 64 * 1024;

class StartedThread : public vigil::PosixThread {
 public:
  bool start(std::size_t stack_bytes, void (*main)(void*), void* argument) {
    is_starting = true;
    const bool has_started = vigil::PosixThread::start(stack_bytes, main, argument);
    is_starting = false;
    return has_started;
  }
};

struct CountingParts : vigil::lean::PoolParts<vigil::StdAtomics> {
  using Thread = StartedThread;
};

struct Figures {
  std::uint64_t run;
  std::uint64_t starts;
};

// How often `run` has the allocator called.
template <class Run>
Figures counted(Run run) {
  const std::uint64_t before = allocations;
  const std::uint64_t starts_before = allocations_of_starts;
  run();
  return {allocations - before, allocations_of_starts - starts_before};
}

// Half of them in one step, half one by one.
Figures allocations_of_lean_pool() {
  struct Counted : vigil::lean::Task<> {
    Counted() : Task([](vigil::lean::Task<>& task) noexcept { ++static_cast<Counted&>(task).runs; }) {}
    int runs = 0;
  };
  std::vector<Counted> tasks(kTasks);
  const Figures figures = counted([&] {
    vigil::lean::BasicThreadPool<CountingParts> pool({.most_threads = 2});
    vigil::lean::Batch<> batch;
    for (std::size_t i = 0; i != kTasks / 2; ++i) batch.push(tasks[i]);
    bool is_accepted = pool.schedule(batch);
    for (std::size_t i = kTasks / 2; i != kTasks; ++i) is_accepted &= pool.schedule(tasks[i]);
    if (!is_accepted) std::exit(1);
    pool.shutdown();
    pool.join();
  });
  for (const Counted& task : tasks)
    if (task.runs != 1) std::exit(1);
  return figures;
}

Figures allocations_of_scope() {
  vigil::ThreadPool pool({.workers = 2});
  std::atomic<std::size_t> runs = 0;
  const Figures figures = counted([&] {
    vigil::scope(pool, [&runs](auto& scope) {
      for (std::size_t i = 0; i != kTasks; ++i) scope.spawn([&runs] { ++runs; });
    });
  });
  if (runs != kTasks) std::exit(1);
  return figures;
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  long size = 0;
  long resident = 0;
  file >> size >> resident;
  return static_cast<double>(resident * sysconf(_SC_PAGESIZE));
}

// Each task keeps its thread until all threads are there.
double resident_bytes_of_thread() {
  static std::atomic<std::uint32_t> begun = 0;
  static std::atomic<bool> is_over = false;
  const auto stay = [](vigil::lean::Task<>&) noexcept {
    begun.fetch_add(1);
    begun.notify_one();
    is_over.wait(false);
  };
  struct Staying : vigil::lean::Task<> {
    using Task::Task;
  };
  std::vector<std::unique_ptr<Staying>> tasks;
  for (std::uint32_t i = 0; i != kThreads; ++i) tasks.push_back(std::make_unique<Staying>(stay));
  vigil::lean::ThreadPool pool({.most_threads = kThreads, .stack_bytes = kStackBytes});
  const double before = resident_bytes();
  for (const auto& task : tasks)
    if (!pool.schedule(*task)) std::exit(1);
  for (std::uint32_t now = 0; now != kThreads; now = begun) begun.wait(now);
  const double after = resident_bytes();
  is_over = true;
  is_over.notify_all();
  return (after - before) / kThreads;
}

}  // namespace

int main() {
  const double resident = resident_bytes_of_thread();
  const Figures lean = allocations_of_lean_pool();
  const Figures scope = allocations_of_scope();
  std::printf("%llu %llu %llu %zu %zu %zu %zu %.0f\n", static_cast<unsigned long long>(lean.run),
              static_cast<unsigned long long>(lean.starts), static_cast<unsigned long long>(scope.run),
              sizeof(vigil::lean::ThreadPool), sizeof(vigil::lean::Worker<vigil::lean::DefaultParts>),
              sizeof(vigil::lean::Task<>), kStackBytes, resident);
  return 0;
}
