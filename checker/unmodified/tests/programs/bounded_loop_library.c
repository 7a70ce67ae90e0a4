// A loop that gives up after three attempts is no wait: the store may come after all of them.
// The count is in memory that only this thread changes: the C library allocated it.
// expect: requirement
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int flag;
static _Thread_local int own;
static pthread_key_t key;

static void* set(void* unused) {
  atomic_store(&flag, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  (void)own;
  (void)key;
  pthread_create(&thread, NULL, set, NULL);
  char* const p = strdup("0");
  while (*p != '3' && atomic_load(&flag) == 0) ++*p;
  const int seen = *p != '3';
  free(p);
  pthread_join(thread, NULL);
  assert(seen);
  return 0;
}
