// expect: holds
// compile: -I/usr/include/eigen3
// needs: libeigen3-dev, header eigen3/unsupported/Eigen/CXX11/ThreadPool

#include <unsupported/Eigen/CXX11/ThreadPool>

#include <cassert>
#include <thread>

Eigen::RunQueue<int, 4> queue;

int main() {
  queue.PushFront(1);
  int stolen = 0;
  std::thread thief([&] { stolen = queue.PopBack(); });
  queue.PushFront(2);
  const int first = queue.PopFront(), second = queue.PopFront();
  thief.join();
  assert(stolen + first + second + queue.PopFront() == 3);
}
