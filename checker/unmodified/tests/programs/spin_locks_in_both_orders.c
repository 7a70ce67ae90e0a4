// expect: deadlock
#include <pthread.h>

static pthread_spinlock_t one, two;

static void* other(void* unused) {
  pthread_spin_lock(&two);
  pthread_spin_lock(&one);
  pthread_spin_unlock(&one);
  pthread_spin_unlock(&two);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&one, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&two, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, other, NULL);
  pthread_spin_lock(&one);
  pthread_spin_lock(&two);
  pthread_spin_unlock(&two);
  pthread_spin_unlock(&one);
  pthread_join(thread, NULL);
  return 0;
}
