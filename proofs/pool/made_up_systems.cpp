// Where do the workers of a pool run on systems that do not say where they may, or refuse it?

#include "common/made_up_system.hpp"

#include <vigil/pool/placement.hpp>
#include <vigil/pool/topology.hpp>

#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace vigil {
namespace {

using detail::Tour;
using proofs::MadeUpSystem;

Topology four_alike() {
  std::vector<Processor> processors;
  for (unsigned number = 0; number != 4; ++number) processors.push_back({number, number, 0, 0, 0});
  return Topology(processors);
}

Processors numbers_in(const Topology& topology) {
  Processors numbers;
  for (const Processor& each : topology.processors()) numbers.push_back(each.number);
  return numbers;
}

TEST(TopologyOfOtherSystems, CountsTheProcessorsIfTheSystemDoesNotSayWhichMayBeUsed) {
  for (const int online : {0, 1, 3}) {
    MadeUpSystem system(64, {5}, ENOSYS);
    system.online = online;
    if (std::thread::hardware_concurrency() != static_cast<unsigned>(online))
      GTEST_SKIP() << "this standard library asks another function";
    EXPECT_EQ(numbers_in(Topology()), online == 3 ? (Processors{0, 1, 2}) : Processors{0}) << online;
  }
}

TEST(TopologyOfOtherSystems, HasWhatTheThreadMayUseIfTheSystemSaysIt) {
  MadeUpSystem system(64, {3, 5});
  EXPECT_EQ(numbers_in(Topology()), (Processors{3, 5}));
}

TEST(Tour, GoesToTheProcessorOfEachWorkerAndHome) {
  const Placement placement = Placement::on({2, 1}, four_alike());
  MadeUpSystem system(64, {0, 1, 3});
  {
    const Tour tour(placement);
    EXPECT_EQ(system.allowed, (Processors{0, 1, 3}));
    for (const unsigned worker : {0U, 1U, 2U}) {
      tour.go_to(worker);
      EXPECT_EQ(system.allowed, Processors{worker % 2 == 0 ? 2U : 1U});
    }
  }
  EXPECT_EQ(system.allowed, (Processors{0, 1, 3}));
}

TEST(Tour, AsksTheSystemForNothingWithoutAPlacement) {
  const Placement none;
  MadeUpSystem system(64, {}, ENOSYS);
  {
    const Tour tour(none);
    tour.go_to(0);
  }
  EXPECT_TRUE(system.asked.empty());
  EXPECT_TRUE(system.written.empty());
}

TEST(Tour, IsRefusedIfTheSystemDoesNotSayWhereItBegins) {
  const Placement placement = Placement::on({2}, four_alike());
  MadeUpSystem system(64, {0}, ENOSYS);
  try {
    const Tour tour(placement);
    FAIL() << "it would not come home";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::function_not_supported);
    EXPECT_EQ(std::string(error.what()).find("ThreadPool: a placement"), 0U) << error.what();
  }
  EXPECT_TRUE(system.written.empty());
}

TEST(Tour, IsRefusedAsTheSystemRefusesAProcessor) {
  const Placement placement = Placement::on({2}, four_alike());
  MadeUpSystem system(64, {0});
  const Tour tour(placement);
  system.error = EPERM;
  try {
    tour.go_to(0);
    FAIL() << "it is not there";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::operation_not_permitted);
    EXPECT_EQ(std::string(error.what()).find("ThreadPool: processor 2"), 0U) << error.what();
  }
}

}  // namespace
}  // namespace vigil
