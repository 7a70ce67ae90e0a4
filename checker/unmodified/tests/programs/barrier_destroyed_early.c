// The thread that is told destroys the barrier, which the other one may not have left.
// expect: error
// prints: "destroys a barrier that another thread may not have left"
#include <pthread.h>

static pthread_barrier_t barrier;

static void* meet(void* unused) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, meet, NULL);
  meet(NULL);
  pthread_join(thread, NULL);
  return 0;
}
