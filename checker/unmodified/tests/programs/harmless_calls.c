// What does not leave the execution, or shows the machine.
// expect: holds 1+0
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static jmp_buf back;

int main(void) {
  sigset_t all, before;
  sigfillset(&all);
  assert(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
  assert(sigprocmask(SIG_SETMASK, &before, NULL) == 0);
  assert(pthread_setname_np(pthread_self(), "program") == 0);
  assert(getenv("PATH") != NULL && getpid() > 0);
  if (setjmp(back) == 0) longjmp(back, 1);
  char byte;
  const int file = open("/proc/self/exe", O_RDONLY);
  assert(read(file, &byte, 1) == 1 && byte == 0x7f);
  close(file);
  FILE* const stream = fopen("/proc/self/exe", "r");
  assert(stream != NULL && getc(stream) == 0x7f);
  fclose(stream);
  cpu_set_t processors;
  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && get_nprocs() == 2 && sched_getcpu() == 0);
  assert(sched_getaffinity(0, sizeof processors, &processors) == 0 && CPU_COUNT(&processors) == 2);
  CPU_CLR(1, &processors);
  assert(pthread_setaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
  return 0;
}
