#include <vigil/pool/placement.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

TEST(PlacementReference, PinsTheWorkersOfAPool) {
  if (!vigil::kHasAffinity) GTEST_SKIP() << "this system lets no program choose";
  //! [example]
  // A worker for each processor that this thread may use.
  const auto everywhere = vigil::Placement::spread();
  vigil::ThreadPool pool({.workers = everywhere.processors().size(), .placement = everywhere});

  // A pool for each NUMA node, with a worker for each of its cores.
  const vigil::Topology machine;
  std::vector<std::unique_ptr<vigil::ThreadPool>> pools;
  for (const unsigned node : machine.nodes()) {
    const vigil::Topology there = machine.on_node(node);
    pools.push_back(std::make_unique<vigil::ThreadPool>(
        vigil::PoolOptions{.workers = there.cores(), .placement = vigil::Placement::spread(there)}));
  }

  // Processors by their numbers. The list may come from a user.
  const unsigned first = machine.processors().front().number;
  vigil::ThreadPool pinned({.workers = 1, .placement = vigil::Placement::on({first})});
  EXPECT_EQ(pinned.call(vigil::thread_processors), vigil::Processors{first});
  EXPECT_THROW((void)vigil::Placement::on({65535}), std::invalid_argument);
  //! [example]
}
