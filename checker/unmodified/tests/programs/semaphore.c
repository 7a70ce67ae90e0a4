// The semaphore hands the data over.
// expect: holds 1+0
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full;
static int data;

static void* fill(void* unused) {
  data = 1;
  sem_post(&full);
  return unused;
}

int main(void) {
  pthread_t thread;
  int value;
  sem_init(&full, 0, 0);
  pthread_create(&thread, NULL, fill, NULL);
  sem_wait(&full);
  assert(data == 1);
  pthread_join(thread, NULL);
  assert(sem_getvalue(&full, &value) == 0 && value == 0);
  sem_destroy(&full);
  return 0;
}
