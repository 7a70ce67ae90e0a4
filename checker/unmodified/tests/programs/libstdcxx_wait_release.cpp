// libstdc++ 12 misses a wake after a store that is not sequentially consistent: see docs/in-the-wild.md.
// expect: missed-wake
// arguments: --memory-model tso
#include "../../../../examples/in-the-wild/libstdcxx/wait_release.cpp"
