// expect: error
// prints: "has an atomic of 24 bytes, which is not lock-free ("
#include <atomic>

struct Three {
  long one, two, three;
};

std::atomic<Three> three;

int main() { return three.load().one == 0 ? 0 : 1; }
