// expect: requirement
// arguments: --symmetry
//
// What a thread returns says which thread came first. Only the last one must not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int count;

static void* increment(void* unused) {
  (void)unused;
  return (void*)(intptr_t)atomic_fetch_add(&count, 1);
}

int main(void) {
  pthread_t threads[3];
  void* results[3];
  for (int i = 0; i != 3; ++i) pthread_create(&threads[i], 0, &increment, 0);
  for (int i = 0; i != 3; ++i) pthread_join(threads[i], &results[i]);
  assert(results[2] != 0);
}
