// What else <threads.h> has.
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t mutex;
static int made, destroyed;

static void make(void) { ++made; }
static void destroy(void* value) {
  ++destroyed;
  free(value);
}

static int run(void* unused) {
  (void)unused;
  call_once(&flag, make);
  assert(made == 1);
  assert(tss_get(key) == NULL);
  assert(tss_set(key, malloc(4)) == thrd_success);
  thrd_exit(7);
}

int main(void) {
  thrd_t thread;
  int result = 0;
  struct timespec limit;
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_create(&thread, run, NULL);
  call_once(&flag, make);
  assert(made == 1);
  assert(!thrd_equal(thread, thrd_current()));
  thrd_yield();
  assert(thrd_join(thread, &result) == thrd_success && result == 7);
  assert(destroyed == 1);
  assert(mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success);
  assert(mtx_trylock(&mutex) == thrd_success);
  timespec_get(&limit, TIME_UTC);
  assert(mtx_timedlock(&mutex, &limit) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success && mtx_unlock(&mutex) == thrd_success);
  mtx_destroy(&mutex);
  tss_delete(key);
  assert(thrd_sleep(&(struct timespec){.tv_nsec = 1000000}, NULL) == 0);
  return 0;
}
