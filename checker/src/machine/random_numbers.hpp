#pragma once

namespace vigil::checker {

// The state of libc's rand() and random() while executions run. Each execution begins with the same state. It is static
// memory of this program, so a search compares it: a loop that draws a number has changed something. Threads that draw
// share it, as plain memory. The program's own state is restored afterwards. There is one state for the program: models
// that draw are checked in one OS thread, and must not give the generator another state by initstate or setstate.
class RandomNumbers {
 public:
  RandomNumbers();
  ~RandomNumbers();
  RandomNumbers(const RandomNumbers&) = delete;
  RandomNumbers& operator=(const RandomNumbers&) = delete;

  void begin_execution();
};

}  // namespace vigil::checker
