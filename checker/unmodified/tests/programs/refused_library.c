// expect: error
// prints: "the program calls dlopen() ("
// prints: "refused_library.c:"
#include <dlfcn.h>
#include <stddef.h>

int main(void) { return dlopen("libm.so.6", RTLD_NOW) == NULL; }
