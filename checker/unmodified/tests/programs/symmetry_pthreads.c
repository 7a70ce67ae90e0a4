// expect: holds
// arguments: --symmetry
// prints: "exhaustive: 1 execution up to symmetry, 6 in all, 0 blocked"
//
// Three threads of POSIX that get the same argument, and increment under a mutex.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* increment(void* argument) {
  int* const count = argument;
  pthread_mutex_lock(&mutex);
  ++*count;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  int count = 0;
  pthread_t threads[3];
  for (int i = 0; i != 3; ++i) pthread_create(&threads[i], 0, &increment, &count);
  for (int i = 0; i != 3; ++i) pthread_join(threads[i], 0);
  assert(count == 3);
}
