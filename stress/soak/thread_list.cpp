#include "thread_list.hpp"

#include <execinfo.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <span>
#include <thread>

namespace vigil::soak {
namespace {

struct Entry {
  pthread_t thread;
  pid_t number;
};

// A thread leaves the list before it ends, under the mutex. So a signal never goes to a thread that has ended.
std::mutex mutex;
std::array<Entry, 256> entries;
std::size_t used = 0;

pid_t own_number() { return static_cast<pid_t>(syscall(SYS_gettid)); }

std::atomic<bool> has_printed{false};

void print_own_stack(int /*signal*/) {
  const int error = errno;
  std::array<void*, 48> frames{};
  backtrace_symbols_fd(frames.data(), backtrace(frames.data(), static_cast<int>(frames.size())), STDERR_FILENO);
  has_printed.store(true, std::memory_order_release);
  errno = error;
}

std::string first_line(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace

ThreadList::Member::Member(bool is_listed) : is_listed_(is_listed) {
  if (!is_listed) return;
  const std::lock_guard lock(mutex);
  if (used == entries.size()) std::abort();
  entries[used++] = {pthread_self(), own_number()};
}

ThreadList::Member::~Member() {
  if (!is_listed_) return;
  const std::lock_guard lock(mutex);
  auto* const end = entries.begin() + used;
  auto* const own = std::find_if(entries.begin(), end,
                                 [](const Entry& entry) { return pthread_equal(entry.thread, pthread_self()) != 0; });
  *own = entries[--used];
}

std::size_t ThreadList::size() {
  const std::lock_guard lock(mutex);
  return used;
}

void ThreadList::signal_one(std::uint64_t number, int signal) {
  const std::lock_guard lock(mutex);
  if (used != 0) pthread_kill(entries[number % used].thread, signal);
}

void ThreadList::print_stacks() {
  struct sigaction action {};
  action.sa_handler = &print_own_stack;
  sigaction(SIGRTMIN, &action, nullptr);
  const std::lock_guard lock(mutex);
  for (const Entry& entry : std::span(entries.data(), used)) {
    const std::string task = "/proc/self/task/" + std::to_string(entry.number);
    const std::string status = first_line(task + "/stat");
    const std::size_t state = status.rfind(") ");
    std::fprintf(stderr, "thread %d, state %s, waits in %s\n", static_cast<int>(entry.number),
                 state == std::string::npos ? "?" : status.substr(state + 2, 1).c_str(),
                 first_line(task + "/wchan").c_str());
    has_printed = false;
    pthread_kill(entry.thread, SIGRTMIN);
    for (int i = 0; i != 100 && !has_printed.load(std::memory_order_acquire); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace vigil::soak
