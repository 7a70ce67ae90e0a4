// Before the first operation.
// expect: requirement
// prints: "assertion `sizeof(int) == 3' failed"
#include <assert.h>

int main(void) {
  assert(sizeof(int) == 3);
  return 0;
}
