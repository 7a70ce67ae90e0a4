#include <vigil/deque/chase_lev.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

TEST(ChaseLevDequeReference, GivesEachJobToTheOwnerOrToOneThief) {
  //! [example]
  int runs[100] = {};  // a job is a pointer to the number of times that it ran
  vigil::ChaseLevDeque<int*> deque;
  std::atomic<bool> done = false;
  std::thread thief([&] {
    while (!done)
      if (const auto stolen = deque.steal(); stolen.is_success()) ++*stolen.job();
  });
  for (int& job : runs) deque.push(&job);
  while (const auto job = deque.pop()) ++**job;
  done = true;
  thief.join();
  for (const int count : runs) EXPECT_EQ(count, 1);
  //! [example]
}
