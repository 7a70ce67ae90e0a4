// Two threads use the same bytes as atomics of different sizes.
// expect: data-race
// prints: "mixed sizes are not modelled"
#include <pthread.h>
#include <stdatomic.h>

static union {
  _Atomic unsigned whole;
  _Atomic unsigned char bytes[4];
} word;

static void* store(void* unused) {
  atomic_store(&word.bytes[1], 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, NULL);
  (void)atomic_load(&word.whole);
  pthread_join(thread, NULL);
  return 0;
}
