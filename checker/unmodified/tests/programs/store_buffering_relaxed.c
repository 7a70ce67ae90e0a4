// Both threads may miss the other's store.
// expect: requirement
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_by_one, seen_by_two;

static void* one(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  seen_by_one = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void* two(void* unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  seen_by_two = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, one, NULL);
  pthread_create(&threads[1], NULL, two, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(seen_by_one + seen_by_two != 0);
  return 0;
}
