// expect: crash
// prints: "the program raises signal 9"
#include <signal.h>
#include <unistd.h>

int main(void) {
  kill(getpid(), 0);
  kill(getpid(), SIGKILL);
  return 0;
}
