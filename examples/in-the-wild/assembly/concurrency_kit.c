// expect: holds, but for assembly
// needs: libck-dev, header ck_ring.h

#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t slots[4];
static int message;

static void* produce(void* unused) {
  ck_ring_enqueue_spsc(&ring, slots, &message);
  return unused;
}

int main(void) {
  pthread_t producer;
  void* taken = NULL;
  ck_ring_init(&ring, 4);
  pthread_create(&producer, NULL, produce, NULL);
  if (ck_ring_dequeue_spsc(&ring, slots, &taken)) assert(taken == &message);
  pthread_join(producer, NULL);
  return 0;
}
