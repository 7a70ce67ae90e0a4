// A compare-exchange that would release if it failed, and does not fail. clang does not release then, so with it the
// program calls what gcc would.
// expect: undefined-order
// prints: "undefined-order (a compare-exchange with the failure order release, which is undefined behaviour)"
#include <stdatomic.h>

static _Atomic int x;
// Not a constant, of which compilers warn.
static volatile int order = memory_order_release;

#if defined(__clang__)
int exchange_as_told(void*, int*, int, int, int) __asm__("__tsan_atomic32_compare_exchange_strong");
#else
static int exchange_as_told(_Atomic int* atomic, int* expected, int desired, int success, int failure) {
  return atomic_compare_exchange_strong_explicit(atomic, expected, desired, success, failure);
}
#endif

int main(void) {
  int expected = 0;
  return !exchange_as_told(&x, &expected, 1, memory_order_seq_cst, order);
}
