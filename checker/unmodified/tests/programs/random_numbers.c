// Each thread has the same numbers in all executions, and others than another thread has.
// expect: holds 2+0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int of_thread;

static void* draw(void* unused) {
  pthread_mutex_lock(&mutex);
  of_thread = rand();
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  srand(1);
  const int first = rand();
  srand(1);
  assert(rand() == first && rand() != first);
  srandom(7);
  const double part = drand48();
  assert(part >= 0 && part < 1 && random() >= 0);
  pthread_create(&thread, NULL, draw, NULL);
  pthread_mutex_lock(&mutex);
  const int own = rand();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(own != of_thread);
  unsigned seed = 1;
  rand_r(&seed);
  assert(seed != 1);
  return 0;
}
