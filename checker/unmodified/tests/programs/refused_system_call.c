// expect: error
// prints: "the program calls syscall("
// prints: "refused_system_call.c:"
#include <sys/syscall.h>
#include <unistd.h>

int main(void) { return (int)syscall(SYS_getuid); }
