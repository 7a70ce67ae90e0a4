// A loop that waits is recognised in a thread that was started, whatever the optimiser keeps in its registers.
// expect: holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool is_locked = true;

static void* lock(void* unused) {
  while (atomic_exchange_explicit(&is_locked, true, memory_order_acquire)) {
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, lock, NULL);
  atomic_store_explicit(&is_locked, false, memory_order_release);
  pthread_join(other, NULL);
  return 0;
}
