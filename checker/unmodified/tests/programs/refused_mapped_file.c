// expect: error
// prints: "the program calls mmap() for a file ("
// prints: "refused_mapped_file.c:"
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>

int main(void) { return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, open("/proc/self/exe", O_RDONLY), 0) == MAP_FAILED; }
