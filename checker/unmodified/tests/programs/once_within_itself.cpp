// The function that makes it waits until it is made.
// expect: deadlock
#include <mutex>

std::once_flag flag;

void make() { std::call_once(flag, make); }

int main() { make(); }
