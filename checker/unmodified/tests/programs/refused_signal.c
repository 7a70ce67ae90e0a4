// expect: error
// prints: "the program calls signal() ("
// prints: "refused_signal.c:"
#include <signal.h>

int main(void) { return signal(SIGTERM, SIG_IGN) == SIG_ERR; }
