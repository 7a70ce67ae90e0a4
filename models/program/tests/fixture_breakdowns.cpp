// Models with which a search breaks down, so that there is no verdict.

#include <vigil/model/model.hpp>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace vigil::models {
namespace {

const pid_t program = getpid();

// Whether this process shares a search with others: its parent is the one that began them.
bool is_worker() { return getpid() != program && getppid() != program; }

template <AtomicsLayer Layer>
struct IsKilled {
  static constexpr std::string_view kSentence = "the process of the search is killed, or one of those that share it";
  static constexpr std::string_view kBounds = "2 threads, one store each";
  static constexpr auto threads() { return std::tuple{&IsKilled::thread, &IsKilled::thread}; }

  typename Layer::template atomic<int> x{0, "x"};
  const bool only_workers = std::getenv("VIGIL_FIXTURE_KILLS_WORKERS") != nullptr;

  // As no model may, and as the system does if there is too little memory for all processes.
  void thread() {
    if (!only_workers || is_worker()) syscall(SYS_kill, getpid(), SIGKILL);
    x.store(1, std::memory_order_relaxed);
  }
};
const auto is_killed = model<IsKilled, RelacyLimit::ends_its_process>("breaks/killed").holds();

template <AtomicsLayer Layer>
struct NeedsMemory {
  static constexpr std::string_view kSentence = "there is no more memory for what the checker has to remember";
  static constexpr std::string_view kBounds = "2 threads, 900 steps each";
  static constexpr auto threads() { return std::tuple{&NeedsMemory::thread, &NeedsMemory::thread}; }

  typename Layer::template atomic<int> x{0, "x"};

  // Noexcept, as many functions are: an exception of the checker's would end the program here.
  void thread() noexcept {
    const rlimit none{1, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &none);
    for (int i = 0; i != 900; ++i) x.fetch_add(1, std::memory_order_relaxed);
  }
};
const auto needs_memory = model<NeedsMemory, RelacyLimit::ends_its_process>("breaks/memory").holds();

}  // namespace
}  // namespace vigil::models
