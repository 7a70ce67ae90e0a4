// expect: error
// prints: "the program calls system() ("
// prints: "refused_system.c:"
#include <stdlib.h>

int main(void) { return system("true"); }
