// Nothing notifies; the limit, which is the same for each wait, ends the loop.
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  pthread_mutex_lock(&mutex);
  while (pthread_cond_timedwait(&changed, &mutex, &limit) != ETIMEDOUT) {
  }
  assert(pthread_cond_timedwait(&changed, &mutex, &limit) == ETIMEDOUT);
  limit.tv_nsec = -1;
  assert(pthread_cond_timedwait(&changed, &mutex, &limit) == EINVAL);
  pthread_mutex_unlock(&mutex);
  return 0;
}
