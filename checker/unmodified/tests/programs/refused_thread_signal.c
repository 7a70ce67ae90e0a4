// expect: error
// prints: "the program calls pthread_kill() ("
#include <pthread.h>
#include <signal.h>

static void* run(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}
