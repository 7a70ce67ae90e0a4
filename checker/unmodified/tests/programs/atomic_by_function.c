// By the functions of libatomic, which compilers call where they do not know size or alignment.
// expect: holds 3+0
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool by_function_exchange(size_t, void*, void*, void*, int, int) __asm__("__atomic_compare_exchange");
void by_function_load(size_t, const void*, void*, int) __asm__("__atomic_load");
void by_function_store(size_t, void*, const void*, int) __asm__("__atomic_store");
uint64_t by_function_add(volatile void*, uint64_t, int) __asm__("__atomic_add_fetch_8");
uint64_t by_function_nand(volatile void*, uint64_t, int) __asm__("__atomic_fetch_nand_8");

static uint64_t x, y;

static uint64_t store_and_load(uint64_t* mine, const uint64_t* other) {
  uint64_t value = 1;
  by_function_store(sizeof value, mine, &value, __ATOMIC_SEQ_CST);
  by_function_load(sizeof value, other, &value, __ATOMIC_SEQ_CST);
  return value;
}

static uint64_t seen;
static void* run(void* unused) {
  seen = store_and_load(&y, &x);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  const uint64_t own = store_and_load(&x, &y);
  pthread_join(thread, NULL);
  assert(own + seen != 0);
  uint64_t expected = 2, desired = 3;
  assert(!by_function_exchange(sizeof x, &x, &expected, &desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(expected == 1);
  assert(by_function_exchange(sizeof x, &x, &expected, &desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(by_function_add(&x, 2, __ATOMIC_SEQ_CST) == 5);
  assert(by_function_nand(&x, 1, __ATOMIC_SEQ_CST) == 5 && x == ~(uint64_t)1);
  return 0;
}
