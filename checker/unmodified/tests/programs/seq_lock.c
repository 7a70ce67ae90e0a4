// The data of a sequence lock races on purpose, and the lock is right.
// expect: holds 18+0
// prints: "races are intended on 16 bytes of data"
#include <vigil/unmodified.h>

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static struct { long one, two; } data;

static void* write_both(void* unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  data.one = 1;
  data.two = 1;
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t thread;
  vigil_race_intended(&data, sizeof data);
  pthread_create(&thread, NULL, write_both, NULL);
  const unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  const long one = data.one, two = data.two;
#ifndef WITHOUT_FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  const unsigned after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before % 2 == 0 && before == after) assert(one == two);
  pthread_join(thread, NULL);
  return 0;
}
