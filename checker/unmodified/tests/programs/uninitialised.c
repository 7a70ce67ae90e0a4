// Memory of malloc has no value before one is stored.
// expect: uninitialised-read
#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
  _Atomic int* const x = malloc(sizeof *x);
  const int seen = atomic_load(x);
  free(x);
  return seen == 3 ? 1 : 0;
}
