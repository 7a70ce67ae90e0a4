// One post for two waits.
// expect: missed-wake
// prints: "waits forever to be woken"
#include <pthread.h>
#include <semaphore.h>

static sem_t full;

static void* fill(void* unused) {
  sem_post(&full);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&full, 0, 0);
  pthread_create(&thread, NULL, fill, NULL);
  sem_wait(&full);
  sem_wait(&full);
  pthread_join(thread, NULL);
  return 0;
}
