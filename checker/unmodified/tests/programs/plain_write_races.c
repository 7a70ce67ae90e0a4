// So is a plain write, which no atomic load has to see.
// expect: data-race
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void* load(void* unused) {
  (void)atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, load, NULL);
  *(volatile int*)&x = 1;
  pthread_join(thread, NULL);
  return 0;
}
