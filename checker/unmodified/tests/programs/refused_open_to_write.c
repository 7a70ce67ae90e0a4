// expect: error
// prints: "the program calls open() to write a file ("
// prints: "refused_open_to_write.c:"
#include <fcntl.h>

int main(void) { return open("/dev/null", O_WRONLY) < 0; }
