// All that is defined, and what compilers add to an order as a hint for the processor.
// expect: holds 1+0
#include <stdatomic.h>

static _Atomic int x;
static volatile int hints[] = {0, 1 << 15, 1 << 16, 1 << 17};

// Not a constant, of which compilers warn.
#define EACH(order, operation)                                \
  do {                                                        \
    for (int i = 0; i != sizeof hints / sizeof *hints; ++i) { \
      const int order = orders[at] | hints[i];                \
      operation;                                              \
    }                                                         \
  } while (0)

int main(void) {
  static const int orders[] = {memory_order_relaxed, memory_order_consume, memory_order_acquire,
                               memory_order_seq_cst, memory_order_release, memory_order_acq_rel};
  int expected = -1;
  for (int at = 0; at != 6; ++at) {
    if (at < 4) {
      EACH(order, (void)atomic_load_explicit(&x, order));
      EACH(order, atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_relaxed, order));
    }
    if (at != 1 && at != 2 && at != 5) EACH(order, atomic_store_explicit(&x, 1, order));
    EACH(order, atomic_fetch_add_explicit(&x, 1, order));
    EACH(order, atomic_thread_fence(order));
  }
  return 0;
}
