// expect: error
// prints: "the program calls std::random_device::operator() ("
#include <random>

int main() { return std::random_device()() == 0 ? 1 : 0; }
