#include <vigil/deque/split.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(SplitDequeReference, GivesEachJobToTheOwnerOrToOneThief) {
  //! [example]
  struct Job {
    int number;
    int square;
  };
  using Deque = vigil::SplitDeque<Job>;
  Deque deque;
  std::atomic<bool> done = false;
  std::thread thief([&] {
    while (!done) {
      const auto stolen = deque.steal();
      if (!stolen.is_success()) continue;
      Job& job = stolen.job()->job();
      job.square = job.number * job.number;
      deque.finish(stolen.job(), Deque::kReturned);
    }
  });
  int sum = 0;
  for (int i = 0; i != 100; ++i) {
    auto* const next = deque.first();
    next->emplace(i, 0);
    deque.push(next);  // fork
    sum += i;
    if (deque.pop(next)) {  // join
      sum += i * i;
      continue;
    }
    while (deque.state(next) != Deque::kReturned) std::this_thread::yield();
    deque.retire(next);
    sum += next->job().square;
  }
  done = true;
  thief.join();
  EXPECT_EQ(sum, 4'950 + 328'350);
  //! [example]
}
