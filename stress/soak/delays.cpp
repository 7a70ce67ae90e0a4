#include "delays.hpp"

#include "faults.hpp"

#include <vigil/testing/random_delays.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace vigil::soak {
namespace {

std::atomic<std::uint64_t> threads_begun{0};

constinit thread_local std::uint64_t round_of_thread = 0;

void hold(testing::Random& random) {
  const std::uint64_t dice = random.below(32);
  if (dice == 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(1 + random.below(100)));
  } else if (dice < 20) {
    std::this_thread::yield();
  } else {
    for (std::uint64_t i = random.below(400); i != 0; --i) std::atomic_signal_fence(std::memory_order_seq_cst);
  }
}

}  // namespace

void Delays::begin_round() {
  threads_begun = 0;
  round_of_thread = 0;
  left = 1;
}

void Delays::pause() {
  constexpr std::uint64_t kNever = std::uint64_t{1} << 60;
  const Injection& now = injection();
  if (now.delay == 0) {
    left = kNever;
    return;
  }
  thread_local testing::Random random(0);
  if (round_of_thread != now.seed) {
    round_of_thread = now.seed;
    random = testing::Random(now.seed * 1'000'003 + threads_begun.fetch_add(1, std::memory_order_relaxed));
  } else {
    hold(random);
    count(Fault::delay);
  }
  left = 1 + random.below(2 * now.delay);
}

}  // namespace vigil::soak
