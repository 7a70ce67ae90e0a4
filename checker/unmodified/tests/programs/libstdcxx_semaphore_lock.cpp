// libstdc++ 12 sleeps on a semaphore that is free: see docs/in-the-wild.md.
// expect: missed-wake
// arguments: --memory-model sc
#include "../../../../examples/in-the-wild/libstdcxx/semaphore_lock.cpp"
