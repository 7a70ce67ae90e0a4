// If nobody says that the races are intended, they are races.
// expect: data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static long data;

static void* write_data(void* unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  data = 1;
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_data, NULL);
  const unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  const long seen = data;
  atomic_thread_fence(memory_order_acquire);
  const unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before == 0 && after == 0) assert(seen == 0);
  pthread_join(thread, NULL);
  return 0;
}
