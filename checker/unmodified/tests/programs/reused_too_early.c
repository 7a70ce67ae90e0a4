// The memory of an atomic is used for something else without knowing that its last operation is over.
// expect: data-race
#include <pthread.h>
#include <stdatomic.h>

static union {
  atomic_int state;
  int plain;
} memory;

static void* hand_over(void* unused) {
  int expected = 0;
  atomic_compare_exchange_strong_explicit(&memory.state, &expected, 1, memory_order_relaxed, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, hand_over, NULL);
  while (atomic_load_explicit(&memory.state, memory_order_relaxed) != 1) {
  }
  memory.plain = 7;
  pthread_join(other, NULL);
  return 0;
}
