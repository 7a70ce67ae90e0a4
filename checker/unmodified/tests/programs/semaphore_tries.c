// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t full;

static void* fill(void* unused) {
  sem_post(&full);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec limit;
  sem_init(&full, 0, 0);
  assert(sem_trywait(&full) == -1 && errno == EAGAIN);
  pthread_create(&thread, NULL, fill, NULL);
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  if (sem_timedwait(&full, &limit) != 0) {
    assert(errno == ETIMEDOUT);
    clock_gettime(CLOCK_REALTIME, &limit);
    pthread_join(thread, NULL);
    assert(sem_trywait(&full) == 0);
  } else {
    pthread_join(thread, NULL);
  }
  assert(sem_trywait(&full) == -1);
  return 0;
}
