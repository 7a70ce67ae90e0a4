// expect: error
// prints: "the program calls _exit() ("
// prints: "refused_exit_at_once.c:"
#include <unistd.h>

int main(void) { _exit(0); }
