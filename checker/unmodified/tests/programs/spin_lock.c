// expect: holds 2+0
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int number;

static void* increment(void* unused) {
  pthread_spin_lock(&lock);
  ++number;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, increment, NULL);
  increment(NULL);
  pthread_join(thread, NULL);
  assert(number == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  assert(pthread_spin_trylock(&lock) != 0);
  pthread_spin_unlock(&lock);
  pthread_spin_destroy(&lock);
  return 0;
}
