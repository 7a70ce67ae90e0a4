#include <vigil/testing/ledger.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

//! [example]
TEST(LedgerReference, FindsThatEachJobIsTakenOnce) {
  using namespace vigil::testing;
  constexpr std::uint64_t kJobs = 1000;
  std::atomic<std::uint64_t> next{0};
  Ledger ledger(2, kJobs);

  ThreadSet threads;
  threads.add(2, [&](std::size_t thread) {
    Ledger::Page& page = ledger.page_of(thread);
    for (std::uint64_t job = next++; job < kJobs; job = next++) page.push_back(job);
  });
  threads.run();
  EXPECT_EQ(ledger.complaint(kJobs), "");

  ledger.page_of(1).push_back(7);
  EXPECT_TRUE(ledger.complaint(kJobs).starts_with("job 7 of 1000 was taken 2 times, expected once: by thread "));
}
//! [example]
