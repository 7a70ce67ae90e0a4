// What each thread writes before the barrier, the other one reads after it. One of them is told that it is the last.
// expect: holds 4+0
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int written[2], last[2];

static void meet(int self) {
  for (int round = 1; round <= 2; ++round) {
    written[self] = round;
    last[self] += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert(written[1 - self] == round);
    pthread_barrier_wait(&barrier);
    if (round == 1) break;
  }
}

static void* other(void* unused) {
  meet(1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, other, NULL);
  meet(0);
  pthread_join(thread, NULL);
  assert(last[0] + last[1] == 1);
  pthread_barrier_destroy(&barrier);
  return 0;
}
