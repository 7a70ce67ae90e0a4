// The end of main ends the program, whatever its detached threads wait for.
// expect: holds
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* wait_forever(void* unused) {
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&changed, &mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_forever, NULL);
  pthread_detach(thread);
  return 0;
}
