#pragma once

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <vector>

namespace vigil::bare {

// Repeats `round` for VIGIL_STRESS_SECONDS, 0.2 s by default, at least once. A value that is no number above 0 counts
// as the default: this program has no exceptions.
template <class Round>
void repeat_for_a_while(Round round) {
  const char* const text = std::getenv("VIGIL_STRESS_SECONDS");
  const double wanted = text == nullptr ? 0 : std::strtod(text, nullptr);
  const std::chrono::duration<double> duration(wanted > 0 ? wanted : 0.2);
  const auto end = std::chrono::steady_clock::now() + duration;
  do {
    round();
  } while (std::chrono::steady_clock::now() < end);
}

// Calls `body(0)` to `body(count - 1)`, each in a thread of its own.
template <class Body>
void in_threads(std::size_t count, const Body& body) {
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i != count; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace vigil::bare
