#pragma once

#include <benchmark/benchmark.h>

#include <optional>

namespace vigil::comparison {

// Counts how many processors other programs used while a measurement ran. At its end the measurement has a counter
// `others`, by which a report drops it. Programs that the measurement runs and waits for are not others.
//
// There is no counter if the system has no /proc/stat, or if the measurement was shorter than kShortest of
// comparison/samples.hpp: the count would be unknown.
class CountOthers {
 public:
  explicit CountOthers(benchmark::State& state);
  CountOthers(const CountOthers&) = delete;
  CountOthers& operator=(const CountOthers&) = delete;
  ~CountOthers();

 private:
  // Seconds since the system's or the program's start.
  struct Times {
    double wall;
    double own;
    double busy;
    double stolen;
  };
  static std::optional<Times> now();

  benchmark::State& state_;
  const std::optional<Times> begin_;
};

}  // namespace vigil::comparison
