// A read by the last of 14 threads races with a write by the first.
// expect: data-race
#include <pthread.h>

static int value;

static void* end(void* unused) { return unused; }

static void* read_value(void* unused) {
  (void)*(volatile int*)&value;
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i != 12; ++i) {
    pthread_create(&thread, NULL, end, NULL);
    pthread_join(thread, NULL);
  }
  pthread_create(&thread, NULL, read_value, NULL);
  *(volatile int*)&value = 1;
  pthread_join(thread, NULL);
  return 0;
}
