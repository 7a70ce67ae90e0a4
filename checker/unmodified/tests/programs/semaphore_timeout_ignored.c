// The wait may end by its time limit, before there are data.
// expect: data-race
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t full;
int data;

static void* fill(void* unused) {
  data = 1;
  sem_post(&full);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec limit;
  sem_init(&full, 0, 0);
  pthread_create(&thread, NULL, fill, NULL);
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  sem_timedwait(&full, &limit);
  const int seen = data;
  pthread_join(thread, NULL);
  return seen == 2;
}
