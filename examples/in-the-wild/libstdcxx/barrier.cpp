// expect: holds

#include <barrier>
#include <cassert>
#include <thread>

std::barrier both_here{2};
int written[2];

void work(int i) {
  written[i] = 1;
  both_here.arrive_and_wait();
  assert(written[1 - i] == 1);
}

int main() {
  std::thread other(work, 1);
  work(0);
  other.join();
}
