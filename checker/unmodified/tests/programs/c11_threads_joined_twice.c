// expect: requirement
// prints: "a thread is joined that was joined or detached already"
#include <threads.h>

static int run(void* unused) {
  (void)unused;
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, run, NULL);
  thrd_join(thread, NULL);
  thrd_join(thread, NULL);
  return 0;
}
