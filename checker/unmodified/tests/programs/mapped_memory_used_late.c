// expect: use-after-free
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  int* const number = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(number, 4096);
  return *number;
}
