// expect: requirement
// prints: "hint: no stronger memory order fixes this: the violation is there under sequential consistency too"
// arguments: --hint
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;
static void* add(void* unused) {
  atomic_store_explicit(&count, atomic_load_explicit(&count, memory_order_relaxed) + 1, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  add(0);
  pthread_join(thread, 0);
  assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
}
