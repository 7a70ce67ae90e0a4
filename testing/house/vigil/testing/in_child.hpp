#pragma once

#include <sys/wait.h>
#include <unistd.h>

namespace vigil::testing {

// What became of a child: 0 if all it tried was as it should be, else the number of what was not. A child that hangs is
// ended by its alarm.
template <class Code>
int in_child(Code code) {
  const pid_t child = fork();
  if (child == 0) {
    (void)alarm(20);
    _exit(code());
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace vigil::testing
