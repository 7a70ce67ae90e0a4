// The end of main's thread alone is not modelled.
// expect: error
// prints: "calls pthread_exit() in main"
#include <pthread.h>

int main(void) { pthread_exit(NULL); }
