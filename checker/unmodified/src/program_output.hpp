#pragma once

namespace vigil::unmodified {

// What the program itself prints. A search runs it thousands of times: then nobody reads it. A replay shows what the
// one execution has printed.
class ProgramOutput {
 public:
  // From now on the checker's own output goes where the process's went, and the program's nowhere; in a replay it is
  // kept. Throws std::system_error.
  void keep_apart(bool is_replay);
  // Forgets what was printed before.
  void begin_execution();
  // Prints what the last execution has printed.
  void show();

 private:
  int kept_ = -1;  // a file in memory
};

[[nodiscard]] ProgramOutput& program_output();

}  // namespace vigil::unmodified
