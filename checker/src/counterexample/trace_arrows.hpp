#pragma once

#include <vigil/checker/trace.hpp>

#include <vector>

namespace vigil::checker {

// An arrow of a picture, between two steps of different threads. What leads from a step to another of the same thread
// is left out: it follows from their order.
struct Arrow {
  enum class Kind {
    reads_from,  // from a write to a step that reads it
    overwrites,  // from a write to the next one in modification order, unless that one reads from it
    missed,      // from a write to a stale read of the same object, which returned an older value
  };
  Kind kind = Kind::reads_from;
  unsigned from = 0, to = 0;  // numbers of steps
  // Between the columns of two threads an arrow runs down in a lane of its own: `gutter` 0 lies between threads 0
  // and 1.
  unsigned gutter = 0;
  unsigned lane = 0;
};

inline constexpr unsigned kMostLanes = 8;

// In the order of the steps that they lead to. Arrows of one gutter that lie beside each other have different lanes, up
// to so many.
[[nodiscard]] std::vector<Arrow> arrows_of(const Trace& trace);

}  // namespace vigil::checker
