#pragma once

#include "faults.hpp"
#include "round.hpp"

#include <vigil/pool/thread_pool.hpp>

#include <cstddef>
#include <memory>
#include <new>
#include <system_error>

namespace vigil::soak {

inline PoolOptions draw_options(Round& round) {
  testing::Random& random = round.random();
  PoolOptions options{.workers = round.workers()};
  if (!random.one_in(4)) options.rounds = {.until_sleepy = 0, .until_sleeping = 1};
  options.deque_capacity = std::size_t{1} << random.below(9);
  // The system's stacks and those of a chosen size are started differently.
  if (random.one_in(4)) options.stack_bytes = std::size_t{1} << 22;
  options.nested_calls = random.below(4) * 4;
  return options;
}

// Tries until the pool is made. Each attempt that fails must say why, and must leave no thread.
template <class Pool>
std::unique_ptr<Pool> make_pool(Round& round, const PoolOptions& options) {
  for (;;) {
    const Exposed here;
    try {
      return std::make_unique<Pool>(options);
    } catch (const std::system_error&) {
      if (!round.has(Fault::thread_start)) throw Violation("a pool could not be made although threads start");
    } catch (const std::bad_alloc&) {
      if (!round.has(Fault::allocation)) throw Violation("a pool could not be made although there is memory");
    }
  }
}

}  // namespace vigil::soak
