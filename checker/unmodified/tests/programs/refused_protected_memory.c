// expect: error
// prints: "the program calls mprotect() ("
// prints: "refused_protected_memory.c:"
#include <stddef.h>
#include <sys/mman.h>

int main(void) { return mprotect(NULL, 0, PROT_NONE); }
