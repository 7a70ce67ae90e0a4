// As rwlock.c, with as many threads before as there may be.
// expect: holds 14+0
#define main read_and_write
#include "rwlock.c"
#undef main

static void* end(void* unused) { return unused; }

int main(void) {
  for (int i = 0; i != 11; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, end, NULL);
    pthread_join(thread, NULL);
  }
  return read_and_write();
}
