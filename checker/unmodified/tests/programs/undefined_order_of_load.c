// By a function of libatomic, with a number that names no order.
// expect: undefined-order
// prints: "undefined-order (a load with the order memory_order(17), which is undefined behaviour)"
#include <stddef.h>

void by_function_load(size_t, const void*, void*, int) __asm__("__atomic_load");

static int x;
static volatile int order = 17;

int main(void) {
  int value;
  by_function_load(sizeof value, &x, &value, order);
  return value;
}
