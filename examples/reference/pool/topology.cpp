#include <vigil/pool/topology.hpp>

#include <gtest/gtest.h>

#include <cstdio>

TEST(TopologyReference, DescribesTheProcessors) {
  //! [example]
  const vigil::Topology topology;
  for (const vigil::Processor& each : topology.processors())
    std::printf("processor %u: core %u, cache %u, package %u, node %u\n", each.number, each.core, each.cache,
                each.package, each.node);
  EXPECT_GE(topology.processors().size(), topology.cores());
  //! [example]
}
