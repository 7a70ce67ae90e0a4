// Each choice is explored, and what is assumed away is none.
// expect: holds 2+1
#include <vigil/unmodified.h>

#include <assert.h>

int main(void) {
  const unsigned chosen = vigil_choose(3);
  vigil_assume(chosen != 1);
  assert(chosen == 0 || chosen == 2);
  return 0;
}
