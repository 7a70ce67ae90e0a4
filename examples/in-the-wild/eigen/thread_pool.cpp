// expect: holds
// options: --operations 4000
// compile: -I/usr/include/eigen3
// needs: libeigen3-dev, header eigen3/unsupported/Eigen/CXX11/ThreadPool

#include <unsupported/Eigen/CXX11/ThreadPool>

#include <cassert>

int main() {
  int done = 0;
  {
    Eigen::ThreadPool pool(1, false);
    pool.Schedule([&] { ++done; });
  }
  assert(done == 1);
}
