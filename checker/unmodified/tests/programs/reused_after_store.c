// What a thread learns from an atomic may be that the memory of the atomic is its own from now on.
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static union {
  atomic_int state;
  int plain;
} memory;

static void* hand_over(void* unused) {
  atomic_store_explicit(&memory.state, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, hand_over, NULL);
  while (atomic_load_explicit(&memory.state, memory_order_acquire) != 1) {
  }
  memory.plain = 7;
  pthread_join(other, NULL);
  assert(memory.plain == 7);
  return 0;
}
