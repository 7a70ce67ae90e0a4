// expect: missed-wake
// expect: holds
// options: --memory-model tso
// compile: -I/usr/include/eigen3
// needs: libeigen3-dev, header eigen3/unsupported/Eigen/CXX11/ThreadPool

#include <unsupported/Eigen/CXX11/ThreadPool>

#include <atomic>
#include <thread>

std::atomic<bool> is_there{false};

int main() {
  Eigen::MaxSizeVector<Eigen::EventCount::Waiter> waiters(1);
  waiters.resize(1);
  Eigen::EventCount event(waiters);
  std::thread consumer([&] {
    event.Prewait();
    if (is_there.load(std::memory_order_acquire))
      event.CancelWait();
    else
      event.CommitWait(&waiters[0]);
  });
  is_there.store(true, std::memory_order_release);
  event.Notify(false);
  consumer.join();
}
