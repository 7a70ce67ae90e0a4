#include <vigil/pool/join.hpp>
#include <vigil/pool/worker_set.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <tuple>

TEST(WorkerSetReference, RunsOnThreadsOfTheCaller) {
  //! [example]
  vigil::WorkerSet<vigil::DefaultParts> worker_set(2, {}, 256);
  worker_set.add_worker(0);
  worker_set.add_worker(1);

  // One worker steals until it is stopped. This thread plays the other.
  std::thread thief([&] { worker_set.worker(1).run(); });
  const auto results = vigil::join(
      worker_set.worker(0), [] { return 1; }, [] { return 2; });
  worker_set.worker(1).stop();
  thief.join();
  EXPECT_EQ(results, std::tuple(1, 2));
  //! [example]
}
