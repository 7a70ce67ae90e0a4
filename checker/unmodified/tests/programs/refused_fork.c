// expect: error
// prints: "the program calls fork() ("
// prints: "refused_fork.c:"
#include <unistd.h>

int main(void) {
  // The child ends at once, should it ever come to be.
  if (fork() == 0) _exit(0);
  return 0;
}
