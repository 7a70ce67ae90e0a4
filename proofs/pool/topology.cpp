// Is a machine read as its files describe it, whatever is missing in them, or makes no sense?

#include "pool/machine.hpp"

#include <vigil/pool/topology.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace vigil {

static void PrintTo(const Processor& processor, std::ostream* out) {
  *out << processor.number << " in core " << processor.core << ", cache " << processor.cache << ", package "
       << processor.package << ", node " << processor.node;
}

namespace {

using proofs::kSixteen;
using proofs::Machine;
using ::testing::ElementsAre;

// Of a number, core, cache, package and node.
Processor made(unsigned number, unsigned core, unsigned cache, unsigned package, unsigned node) {
  return {number, core, cache, package, node};
}

TEST(Processor, HasTheNumbersOfTheFirstOneAtFirst) { EXPECT_EQ(Processor(), made(0, 0, 0, 0, 0)); }

TEST(Topology, IsReadFromTheFilesOfTheKernel) {
  Machine machine;
  const Topology topology(make_two_sockets(machine).root(), kSixteen);
  ASSERT_EQ(topology.processors().size(), 16U);
  EXPECT_EQ(topology.processors()[0], made(0, 0, 0, 0, 0));
  EXPECT_EQ(topology.processors()[3], made(3, 3, 2, 0, 0));
  EXPECT_EQ(topology.processors()[5], made(5, 5, 4, 4, 1));
  EXPECT_EQ(topology.processors()[15], made(15, 7, 6, 4, 1));
  EXPECT_EQ(topology.cores(), 8U);
  EXPECT_EQ(topology.caches(), 4U);
  EXPECT_EQ(topology.packages(), 2U);
  EXPECT_THAT(topology.nodes(), ElementsAre(0U, 1U));
}

TEST(Topology, HasTheAllowedProcessorsAlone) {
  Machine machine;
  const Topology topology(make_two_sockets(machine).root(), {13, 4, 5});
  EXPECT_THAT(topology.processors(), ElementsAre(made(4, 4, 4, 4, 1), made(5, 5, 4, 4, 1), made(13, 5, 4, 4, 1)));
  EXPECT_EQ(topology.cores(), 2U);
  EXPECT_THAT(topology.nodes(), ElementsAre(1U));
}

TEST(Topology, OfOneNodeHasItsProcessorsAlone) {
  Machine machine;
  const Topology topology(make_two_sockets(machine).root(), {1, 6, 7});
  EXPECT_THAT(topology.on_node(0).processors(), ElementsAre(made(1, 1, 0, 0, 0)));
  EXPECT_THAT(topology.on_node(1).processors(), ElementsAre(made(6, 6, 6, 4, 1), made(7, 7, 6, 4, 1)));
  EXPECT_THROW((void)topology.on_node(2), std::invalid_argument);
}

TEST(Topology, FindsAProcessorByItsNumber) {
  const Topology topology({made(3, 1, 1, 1, 1), made(7, 2, 2, 2, 2)});
  EXPECT_EQ(topology.find(3), &topology.processors()[0]);
  EXPECT_EQ(topology.find(7), &topology.processors()[1]);
  EXPECT_EQ(topology.find(0), nullptr);
  EXPECT_EQ(topology.find(8), nullptr);
}

TEST(Topology, HasAtLeastOneProcessorAndNoneTwice) {
  Machine machine;
  EXPECT_THROW(Topology(machine.root(), {}), std::invalid_argument);
  EXPECT_THROW(Topology(machine.root(), {1, 2, 1}), std::invalid_argument);
  EXPECT_THROW(Topology(std::vector<Processor>()), std::invalid_argument);
  EXPECT_THROW(Topology({made(3, 0, 0, 0, 0), made(3, 1, 1, 1, 1)}), std::invalid_argument);
}

// Of the largest number: a sort that takes equal ones for ascending ones finds no end of them.
TEST(Topology, HasNoProcessorManyTimes) {
  EXPECT_THROW(Topology(std::vector<Processor>(100, made(~0U, 0, 0, 0, 0))), std::invalid_argument);
}

// Two processors, of which each is a core, and which share all else.
const std::vector<Processor> kTwoAlike{made(0, 0, 0, 0, 0), made(1, 1, 0, 0, 0)};

TEST(Topology, HasOneCoreForEachProcessorIfTheFilesAreMissing) {
  Machine machine;
  EXPECT_EQ(Topology(machine.root(), {0, 1}).processors(), kTwoAlike);
  EXPECT_EQ(Topology(machine.root() + "/none", {0, 1}).processors(), kTwoAlike);
  EXPECT_EQ(Topology("", {0, 1}).processors(), kTwoAlike);
}

// As Linux 5.0 and older have them.
TEST(Topology, IsReadFromFilesOfOlderNames) {
  Machine machine;
  machine.file("cpu/cpu0/topology/thread_siblings_list", "0-1\n").file("cpu/cpu0/topology/core_siblings_list", "0-1\n");
  machine.file("cpu/cpu1/topology/thread_siblings_list", "0-1\n").file("cpu/cpu1/topology/core_siblings_list", "0-1\n");
  machine.file("cpu/cpu2/topology/thread_siblings_list", "2-3\n").file("cpu/cpu2/topology/core_siblings_list", "2-3\n");
  EXPECT_THAT(Topology(machine.root(), {0, 1, 2}).processors(),
              ElementsAre(made(0, 0, 0, 0, 0), made(1, 0, 0, 0, 0), made(2, 2, 2, 2, 0)));
}

TEST(Topology, TakesTheCacheOfTheLastLevelWhereverItStands) {
  Machine machine;
  machine.level(4, 0, "2\n", "4-5").level(4, 1, "10\n", "2-7").level(4, 2, "3\n", "0-7").level(4, 3, "10\n", "1-7");
  EXPECT_EQ(Topology(machine.root(), {4}).processors()[0].cache, 2U);
}

TEST(Topology, TakesACacheOfTheFirstLevelIfThereIsNoOther) {
  Machine machine;
  machine.level(4, 0, "1\n", "3-4");
  EXPECT_EQ(Topology(machine.root(), {4}).processors()[0].cache, 3U);
}

TEST(Topology, AsksForNoMoreThanSixteenCaches) {
  Machine machine;
  for (unsigned index = 0; index != 17; ++index)
    machine.level(40, index, std::to_string(index + 1), std::to_string(40 - index) + "-40");
  EXPECT_EQ(Topology(machine.root(), {40}).processors()[0].cache, 25U);
}

TEST(Topology, SkipsACacheOfWhichItDoesNotSayWhoSharesIt) {
  Machine machine;
  machine.level(4, 0, "2\n", "4-5").level(4, 1, "3\n", "nonsense").level(4, 2, "3\n", "0-3");
  EXPECT_EQ(Topology(machine.root(), {4}).processors()[0].cache, 4U);
}

TEST(Topology, TakesThePackageForTheCacheIfItIsNotDescribed) {
  Machine machine;
  machine.file("cpu/cpu4/topology/package_cpus_list", "3-5\n").directory("cpu/cpu4/cache");
  machine.file("cpu/cpu5/topology/package_cpus_list", "3-5\n").level(5, 0, "last", "5");
  machine.file("cpu/cpu6/topology/package_cpus_list", "6\n").level(6, 0, "1-3\n", "3-6");
  EXPECT_THAT(Topology(machine.root(), {4, 5, 6}).processors(),
              ElementsAre(made(4, 4, 3, 3, 0), made(5, 5, 3, 3, 0), made(6, 6, 6, 6, 0)));
}

TEST(Topology, HasNoProcessorInANodeThatDoesNotNameIt) {
  Machine machine;
  machine.node(0, "").node(2, "1-2").file("node/node3/cpulist", "all").file("node/online", "0,2-4\n");
  EXPECT_THAT(Topology(machine.root(), {0, 1, 2}).nodes(), ElementsAre(0U, 2U));
  EXPECT_EQ(Topology(machine.root(), {0}).processors()[0].node, 0U);
  EXPECT_EQ(Topology(machine.root(), {2}).processors()[0].node, 2U);
}

TEST(Topology, AsksForNoNodesThatNoKernelHas) {
  Machine machine;
  machine.node(1023, "0").node(1024, "1").file("node/online", "1023-1024\n");
  EXPECT_THAT(Topology(machine.root(), {0, 1}).nodes(), ElementsAre(0U, 1023U));
}

// The longest text that a list of all processors can have.
constexpr std::size_t kLongest = std::size_t{1} << 19;

TEST(Topology, IsReadFromFilesAsLongAsAnyList) {
  // Each number is in the list, and most of the text is not at its end.
  std::string odd;
  for (unsigned number = 1; number < 65'536; number += 2) odd += (odd.empty() ? "" : ",") + std::to_string(number);
  for (const bool is_too_long : {false, true}) {
    Machine machine;
    machine.file("node/node1/cpulist", odd + std::string(kLongest + (is_too_long ? 1 : 0) - odd.size(), '\n'));
    machine.node(0, "").file("node/online", "0-1\n");
    const Topology topology(machine.root(), {1, 2, 3, 4'097, 65'534, 65'535});
    std::vector<unsigned> in_node;
    for (const Processor& each : topology.processors())
      if (each.node == 1) in_node.push_back(each.number);
    if (is_too_long) {
      EXPECT_THAT(in_node, ElementsAre());
    } else {
      EXPECT_THAT(in_node, ElementsAre(1U, 3U, 4'097U, 65'535U));
    }
  }
}

// A pipe stands in for a file that does not end. What is in it stays there until it is read.
TEST(Topology, ReadsNoMoreOfAFileThanAnyListHas) {
  constexpr std::size_t kInPipe = 2 * kLongest;
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const bool is_large = fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(kInPipe)) == static_cast<int>(kInPipe);
  if (is_large) {
    EXPECT_EQ(write(ends[1], std::string(kInPipe, ' ').data(), kInPipe), static_cast<ssize_t>(kInPipe));
  }
  close(ends[1]);
  if (is_large) {
    Machine machine;
    machine.directory("node");
    std::filesystem::create_symlink("/proc/self/fd/" + std::to_string(ends[0]), machine.root() + "/node/online");
    EXPECT_EQ(Topology(machine.root(), {0, 1}).processors(), kTwoAlike);
    int left = 0;
    EXPECT_EQ(ioctl(ends[0], FIONREAD, &left), 0);
    EXPECT_GE(static_cast<std::size_t>(left) + kLongest + 8'192, kInPipe) << "two blocks more than a list has";
  }
  close(ends[0]);
  if (!is_large) GTEST_SKIP() << "the system allows no such pipe";
}

TEST(Topology, IsThatOfEqualProcessorsIfTheFilesMakeNoSense) {
  for (const std::string& nonsense :
       {std::string("nonsense"), std::string("0-4294967295"), std::string("5"), std::string("-1\n"), std::string(),
        std::string(1, '\0'), std::string(1U << 20, '0'), std::string("0-7,") + std::string(1U << 20, ' ')}) {
    Machine machine;
    for (const unsigned number : {0U, 1U}) machine.processor(number, nonsense, nonsense, nonsense);
    machine.node(0, nonsense).node(1, nonsense).file("node/online", "0-1");
    EXPECT_EQ(Topology(machine.root(), {0, 1}).processors(), kTwoAlike) << nonsense.substr(0, 20);
  }
}

TEST(Topology, IsThatOfEqualProcessorsIfDirectoriesAreInTheWay) {
  Machine machine;
  machine.directory("cpu/cpu0/topology/core_cpus_list").directory("cpu/cpu0/cache/index0/level");
  machine.directory("node/online").file("cpu/cpu1", "a file");
  EXPECT_EQ(Topology(machine.root(), {0, 1}).processors(), kTwoAlike);
}

// The files that are read, with random texts.
TEST(Topology, HasTheAllowedProcessorsWhateverTheFilesSay) {
  EXPECT_TRUE(rc::check([](const std::vector<std::vector<std::uint8_t>>& texts, std::uint8_t processors) {
    static const std::string kCharacters = "0123,,--\n x";
    Machine machine;
    std::size_t next = 0;
    const auto text = [&] {
      std::string all;
      if (texts.empty()) return all;
      for (const std::uint8_t choice : texts[next++ % texts.size()]) all += kCharacters[choice % kCharacters.size()];
      return all;
    };
    Processors allowed;
    for (unsigned number = 0; number != processors % 2U + 1; ++number) {
      allowed.push_back(number);
      const std::string own = "cpu/cpu" + std::to_string(number);
      machine.file(own + "/topology/core_cpus_list", text()).file(own + "/topology/package_cpus_list", text());
      machine.file(own + "/cache/index0/level", text()).file(own + "/cache/index0/shared_cpu_list", text());
    }
    machine.file("node/online", text()).file("node/node0/cpulist", text()).file("node/node1/cpulist", text());
    const Topology topology(machine.root(), allowed);
    RC_ASSERT(topology.processors().size() == allowed.size());
    for (const Processor& each : topology.processors()) {
      RC_ASSERT(each.number < allowed.size());
      // What processors share has the number of the lowest of them.
      RC_ASSERT(each.core <= each.number);
      RC_ASSERT(each.package <= each.number);
      RC_ASSERT(each.cache <= each.number);
    }
  }));
}

TEST(Topology, OfThisMachineHasWhatTheThreadMayUse) {
  std::thread([] {
    const Processors all = thread_processors().value();
    const Topology topology;
    ASSERT_EQ(topology.processors().size(), all.size());
    for (std::size_t i = 0; i != all.size(); ++i) EXPECT_EQ(topology.processors()[i].number, all[i]);
    ASSERT_FALSE(set_thread_processors({all.back()}));
    EXPECT_EQ(Topology().processors(), std::vector<Processor>{topology.processors().back()});
  }).join();
}

TEST(Distance, GrowsWithWhatTwoProcessorsDoNotShare) {
  const Processor here = made(0, 0, 0, 0, 0);
  EXPECT_EQ(distance(here, made(1, 0, 0, 0, 0)), 0U) << "a hyperthread";
  EXPECT_EQ(distance(here, made(1, 1, 0, 0, 0)), 0U) << "of the same cache";
  EXPECT_EQ(distance(here, made(1, 1, 1, 0, 0)), 1U) << "of the same node";
  EXPECT_EQ(distance(here, made(1, 1, 1, 0, 1)), 2U) << "of another node of the same package";
  EXPECT_EQ(distance(here, made(1, 1, 1, 1, 0)), 2U) << "of another package of the same node";
  EXPECT_EQ(distance(here, made(1, 1, 1, 1, 1)), 3U) << "of another package";
  EXPECT_EQ(distance(here, made(1, 1, 0, 1, 1)), 3U) << "a cache does not reach further than a package";
}

}  // namespace
}  // namespace vigil
