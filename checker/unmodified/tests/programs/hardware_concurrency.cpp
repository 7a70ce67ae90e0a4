// Two, whatever the machine has, also where a global object asks.
// expect: holds 1+0
#include <cassert>
#include <thread>

const unsigned at_start = std::thread::hardware_concurrency();

int main() { assert(at_start == 2 && std::thread::hardware_concurrency() == 2); }
