// A fence whose order is no order.
// expect: undefined-order
// prints: "undefined-order (a fence with the order memory_order(6), which is undefined behaviour)"
#if defined(__clang__)
void fence(int) __asm__("__tsan_atomic_thread_fence");
#else
static void fence(int order) { __atomic_thread_fence(order); }
#endif

static volatile int order = 6;

int main(void) {
  fence(order);
  return 0;
}
