// expect: error
// prints: "the program calls alarm() ("
// prints: "refused_timer.c:"
#include <unistd.h>

int main(void) { return (int)alarm(0); }
