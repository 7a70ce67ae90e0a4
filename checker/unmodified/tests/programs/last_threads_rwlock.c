// As rwlock.c, with as many threads before as there may be.
// expect: holds 14+0
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int one, two;

static void* end(void* unused) { return unused; }

static void* read_both(void* unused) {
  pthread_rwlock_rdlock(&lock);
  assert(one == two);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i != 11; ++i) {
    pthread_create(&threads[0], NULL, end, NULL);
    pthread_join(threads[0], NULL);
  }
  pthread_create(&threads[0], NULL, read_both, NULL);
  pthread_create(&threads[1], NULL, read_both, NULL);
  pthread_rwlock_wrlock(&lock);
  ++one;
  ++two;
  pthread_rwlock_unlock(&lock);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}
