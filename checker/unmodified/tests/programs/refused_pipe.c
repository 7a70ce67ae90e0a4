// expect: error
// prints: "the program calls pipe() ("
// prints: "refused_pipe.c:"
#include <unistd.h>

int main(void) {
  int ends[2];
  return pipe(ends);
}
