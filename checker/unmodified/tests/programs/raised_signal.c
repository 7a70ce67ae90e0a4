// expect: crash
// prints: "the program raises signal 15"
#include <signal.h>

int main(void) { return raise(SIGTERM); }
