// expect: error
// prints: "the program calls getrandom() ("
// prints: "refused_random_bytes.c:"
#include <stddef.h>
#include <sys/random.h>

int main(void) { return getrandom(NULL, 0, 0) != 0; }
