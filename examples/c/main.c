#include <stdio.h>
#include <vigil/vigil.h>

/* The number of primes from `first` to `last`: each task counts those of its own range. */
struct range {
  unsigned first;
  unsigned last;
  unsigned primes;
};

static void count_primes(void* context) {
  struct range* range = context;
  unsigned number;
  for (number = range->first; number <= range->last; ++number) {
    unsigned divisor = 2;
    while (divisor * divisor <= number && number % divisor != 0) ++divisor;
    if (number >= 2 && divisor * divisor > number) ++range->primes;
  }
}

static int failed(const char* what, vigil_status status) {
  fprintf(stderr, "%s: %s\n", what, vigil_status_name(status));
  return 1;
}

int main(void) {
  enum { ranges = 10 };
  struct range work[ranges] = {{0, 0, 0}};
  vigil_task tasks[ranges] = {VIGIL_TASK_INIT};
  unsigned primes = 0;
  vigil_pool* pool;
  int i;

  vigil_status status = vigil_pool_create(NULL, &pool);
  if (status != VIGIL_OK) return failed("no pool", status);
  for (i = 0; i != ranges; ++i) {
    work[i].first = (unsigned)i * 1000 + 1;
    work[i].last = (unsigned)(i + 1) * 1000;
    status = vigil_submit(pool, &tasks[i], count_primes, &work[i]);
    if (status != VIGIL_OK) return failed("not submitted", status);
  }
  for (i = 0; i != ranges; ++i) {
    status = vigil_wait(&tasks[i]);
    if (status != VIGIL_OK) return failed("not waited for", status);
    primes += work[i].primes;
  }
  status = vigil_pool_destroy(pool);
  if (status != VIGIL_OK) return failed("not destroyed", status);
  printf("%u primes up to 10000\n", primes);
  return 0;
}
