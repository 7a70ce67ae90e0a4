// Memory of mmap begins with zeros in each execution, and is freed by munmap.
// expect: holds 3+0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

static atomic_int* numbers;

static void* set(void* unused) {
  atomic_store(&numbers[0], 1);
  atomic_load(&numbers[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  numbers = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(numbers != MAP_FAILED && (uintptr_t)numbers % 4096 == 0);
  assert(numbers[0] == 0 && numbers[2000] == 0);
  pthread_create(&thread, NULL, set, NULL);
  atomic_store(&numbers[1], 1);
  atomic_load(&numbers[0]);
  pthread_join(thread, NULL);
  assert(munmap(numbers, 5000) == 0);
  return 0;
}
