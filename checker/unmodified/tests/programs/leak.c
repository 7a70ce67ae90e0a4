// Nothing leads to the memory any more.
// expect: leak
#include <stdlib.h>
#include <string.h>

static char* volatile text;

int main(void) {
  text = malloc(16);
  strcpy(text, "forgotten");
  text = NULL;
  return 0;
}
