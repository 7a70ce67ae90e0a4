#pragma once

#include "graph.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::checker {

// The values of a model's locations outside of its threads: in setup, in finish, and when the invariant is evaluated
// between two steps. Nothing runs beside then, so that they need no events.
class OutsideValues {
 public:
  // Setup writes what locations begin with.
  void begin_setup(Graph& graph) {
    graph_ = &graph;
    time_ = Time::setup;
    finals_.clear();
  }
  // Finish begins with the newest values.
  void begin_finish() { time_ = Time::finish; }
  // The invariant sees each location as it was at a moment, which begins as the threads do.
  void begin_moments();
  void set(unsigned location, std::uint64_t value) { moment_[location] = value; }

  [[nodiscard]] std::uint64_t& of(unsigned location);
  [[nodiscard]] bool is_setup() const { return time_ == Time::setup; }
  [[nodiscard]] bool is_moment() const { return time_ == Time::moment; }

 private:
  enum class Time { setup, moment, finish };

  Graph* graph_ = nullptr;
  Time time_ = Time::setup;
  std::vector<std::uint64_t> moment_;
  std::vector<std::pair<unsigned, std::uint64_t>> finals_;  // of the locations that finish has used
};

}  // namespace vigil::checker
