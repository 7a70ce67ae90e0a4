// Does every join end if workers are pinned, several to a processor, and steal in the order of a made-up machine?

#include "pool/pool_parts.hpp"

#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/watchdog.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

std::uint64_t placed_fib(PoolWorker& worker, unsigned n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      worker, [n](PoolWorker& other) { return placed_fib(other, n - 1); },
      [n](PoolWorker& other) { return placed_fib(other, n - 2); });
  return a + b;
}

// The processors of this machine, arranged at random.
Topology arranged(Random& random) {
  std::vector<Processor> processors = Topology().processors();
  for (Processor& each : processors) {
    each.core = static_cast<unsigned>(random.below(2));
    each.cache = static_cast<unsigned>(random.below(2));
    each.package = static_cast<unsigned>(random.below(2));
    each.node = static_cast<unsigned>(random.below(2));
  }
  return Topology(processors);
}

TEST(PlacedThreadPool, ComputesOnAnyMachine) {
  repeat_with_seeds([](std::uint64_t seed) {
    Random random(seed);
    const Topology topology = arranged(random);
    Pool pool({.workers = 1 + random.below(8),
               .rounds = random.below(2) == 0 ? SleepRounds() : kImpatient,
               .placement = random.below(2) == 0 ? Placement::spread(topology) : Placement::compact(topology)});
    const Watchdog watchdog([&pool] { return std::to_string(pool.statistics().executed) + " jobs executed"; });
    for (int i = 0; i != 3; ++i) {
      ASSERT_EQ(pool.call([](PoolWorker& worker) { return placed_fib(worker, 16); }), 987U);
    }
  });
}

}  // namespace
}  // namespace vigil::stress
