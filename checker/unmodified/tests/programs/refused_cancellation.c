// expect: error
// prints: "the program calls pthread_cancel() ("
#include <pthread.h>

static void* run(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
