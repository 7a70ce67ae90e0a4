// What a global still leads to is no leak.
// expect: holds 1+0
#include <stdlib.h>

struct node {
  struct node* next;
};
static struct node* first;

int main(void) {
  for (int i = 0; i != 3; ++i) {
    struct node* const node = malloc(sizeof *node);
    node->next = first;
    first = node;
  }
  return 0;
}
