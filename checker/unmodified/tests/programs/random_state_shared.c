// Two threads change the state that rand_r is given.
// expect: data-race
#include <pthread.h>
#include <stdlib.h>

static unsigned seed = 1;

static void* draw(void* unused) {
  rand_r(&seed);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, draw, NULL);
  draw(NULL);
  pthread_join(thread, NULL);
  return 0;
}
