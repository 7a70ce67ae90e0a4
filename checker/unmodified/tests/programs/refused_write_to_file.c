// expect: error
// prints: "the program calls fopen() to write a file ("
// prints: "refused_write_to_file.c:"
#include <stdio.h>

int main(void) { return fopen("/dev/null", "w") == NULL; }
