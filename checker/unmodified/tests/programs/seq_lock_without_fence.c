// Without the reader's fence it may read half of a write.
// expect: requirement
#define WITHOUT_FENCE
#include "seq_lock.c"
