// expect: holds, but for assembly
// compile: -D_LGPL_SOURCE -lurcu-common
// needs: liburcu-dev, header urcu/wfcqueue.h

#include <assert.h>
#include <pthread.h>
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node node;

static void* enqueue(void* unused) {
  cds_wfcq_enqueue(&head, &tail, &node);
  return unused;
}

int main(void) {
  pthread_t producer;
  cds_wfcq_init(&head, &tail);
  cds_wfcq_node_init(&node);
  pthread_create(&producer, NULL, enqueue, NULL);
  pthread_join(producer, NULL);
  assert(cds_wfcq_dequeue_blocking(&head, &tail) == &node);
  return 0;
}
