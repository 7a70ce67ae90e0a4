#include "pest.hpp"

#include "faults.hpp"
#include "thread_list.hpp"

#include <vigil/testing/random_delays.hpp>

#include <signal.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <stop_token>

namespace vigil::soak {
namespace {

constexpr int kInterrupt = SIGUSR1;
constexpr int kHold = SIGUSR2;

std::atomic<long> hold_ns{0};

void interrupted(int /*signal*/) { count(Fault::signal); }

void held(int /*signal*/) {
  const int error = errno;
  const timespec time{0, hold_ns.load(std::memory_order_relaxed)};
  nanosleep(&time, nullptr);
  count(Fault::stopped_thread);
  errno = error;
}

void install(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  // Without SA_RESTART: system calls are interrupted.
  sigaction(signal, &action, nullptr);
}

void pester(const std::stop_token& stop, testing::Random random, bool interrupts, bool holds) {
  while (!stop.stop_requested()) {
    std::this_thread::sleep_for(std::chrono::microseconds(50 + random.below(1000)));
    const bool is_hold = holds && (!interrupts || random.one_in(4));
    const std::uint64_t longest = random.one_in(64) ? 20'000'000 : 1'000'000;
    hold_ns.store(static_cast<long>(10'000 + random.below(longest)), std::memory_order_relaxed);
    ThreadList::signal_one(random.next(), is_hold ? kHold : kInterrupt);
  }
}

}  // namespace

void Pest::prepare() {
  install(kInterrupt, &interrupted);
  install(kHold, &held);
}

Pest::Pest(std::uint64_t seed, bool interrupts, bool holds) {
  if (!interrupts && !holds) return;
  const Unlisted unlisted;
  thread_ = std::jthread([seed, interrupts, holds](const std::stop_token& stop) {
    pester(stop, testing::Random(seed), interrupts, holds);
  });
}

}  // namespace vigil::soak
