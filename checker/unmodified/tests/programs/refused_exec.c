// expect: error
// prints: "the program calls execl() ("
// prints: "refused_exec.c:"
#include <stddef.h>
#include <unistd.h>

int main(void) { return execl("/bin/true", "true", (char*)NULL); }
