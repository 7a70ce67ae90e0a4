// expect: error
// prints: "the program calls sem_open() ("
// prints: "refused_named_semaphore.c:"
#include <fcntl.h>
#include <semaphore.h>

int main(void) { return sem_open("/vigil", 0) == SEM_FAILED; }
