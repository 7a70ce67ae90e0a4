// A queue of one place, of <threads.h>, and a counter of <stdatomic.h>.
// expect: holds
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static bool is_full;
static int place;
static atomic_int taken;

static void put(int number) {
  mtx_lock(&mutex);
  while (is_full) cnd_wait(&changed, &mutex);
  place = number;
  is_full = true;
  mtx_unlock(&mutex);
  cnd_broadcast(&changed);
}

static int take(void) {
  mtx_lock(&mutex);
  while (!is_full) cnd_wait(&changed, &mutex);
  const int number = place;
  is_full = false;
  mtx_unlock(&mutex);
  cnd_broadcast(&changed);
  atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
  return number;
}

static int take_two(void* unused) {
  (void)unused;
  const int first = take();
  return 10 * first + take();
}

int main(void) {
  thrd_t thread;
  int result = 0;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(thrd_create(&thread, take_two, NULL) == thrd_success);
  put(1);
  put(2);
  assert(thrd_join(thread, &result) == thrd_success);
  assert(result == 12);
  assert(atomic_load_explicit(&taken, memory_order_relaxed) == 2);
  cnd_destroy(&changed);
  mtx_destroy(&mutex);
  return 0;
}
