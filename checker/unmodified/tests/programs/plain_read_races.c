// A plain read of an atomic is a race if a store is unordered with it.
// expect: data-race
// prints: "an atomic write of 4 bytes is unordered with a plain read of 4 bytes by thread 0"
// prints: "read x, 4 bytes"
// prints: "write x, 4 bytes"
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
int seen;

static void* store(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, NULL);
  seen = *(const int*)&x;
  pthread_join(thread, NULL);
  return 0;
}
