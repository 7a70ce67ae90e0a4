// A plain read finds the newest value in modification order, whichever store ran last.
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void* store(void* value) {
  atomic_store_explicit(&x, value == NULL ? 1 : 2, memory_order_relaxed);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, store, NULL);
  pthread_create(&threads[1], NULL, store, threads);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  const int plain = *(const int*)&x;
  assert(plain != 0);
  assert(plain == atomic_load_explicit(&x, memory_order_relaxed));
  return 0;
}
