// A write by the first thread races with a read by the last of 14 that came before it.
// expect: data-race
#include <pthread.h>
#include <stdatomic.h>

static int value;
static atomic_int has_read;

static void* end(void* unused) { return unused; }

static void* read_value(void* unused) {
  (void)*(volatile int*)&value;
  atomic_store_explicit(&has_read, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i != 12; ++i) {
    pthread_create(&thread, NULL, end, NULL);
    pthread_join(thread, NULL);
  }
  pthread_create(&thread, NULL, read_value, NULL);
  while (!atomic_load_explicit(&has_read, memory_order_relaxed)) continue;
  *(volatile int*)&value = 1;
  pthread_join(thread, NULL);
  return 0;
}
