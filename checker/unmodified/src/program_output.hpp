#pragma once

namespace vigil::unmodified {

// What the program itself prints. A search runs it thousands of times: then nobody reads it. A replay shows what the
// one execution has printed.
class ProgramOutput {
 public:
  // What the program prints is to be shown.
  void expect_replay() { is_replay_ = true; }
  // From the first execution on the checker's own output goes where the process's went, and the program's nowhere; in a
  // replay it is kept, and forgotten when another execution begins. Throws std::system_error.
  void begin_execution();
  // Prints what the last execution has printed.
  void show();

 private:
  void keep_apart();

  bool is_replay_ = false;
  bool is_apart_ = false;
  int kept_ = -1;  // a file in memory
};

[[nodiscard]] ProgramOutput& program_output();

}  // namespace vigil::unmodified
