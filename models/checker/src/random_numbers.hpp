#pragma once

namespace vigil::checker {

// What rand() and random() of libc draw from while executions run. Each execution draws the same numbers, and the state
// of their generator is static memory of this program, which a search compares: a loop that draws a number has changed
// something. It is put back afterwards. One state for the program: models that draw are checked in one OS thread.
class RandomNumbers {
 public:
  RandomNumbers();
  ~RandomNumbers();
  RandomNumbers(const RandomNumbers&) = delete;
  RandomNumbers& operator=(const RandomNumbers&) = delete;

  void begin_execution();
};

}  // namespace vigil::checker
