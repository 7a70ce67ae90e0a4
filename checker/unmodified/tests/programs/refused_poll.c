// expect: error
// prints: "the program calls poll() ("
// prints: "refused_poll.c:"
#include <poll.h>
#include <stddef.h>

int main(void) { return poll(NULL, 0, 0); }
