// What is asked of the system for the processors of a thread, on machines that are larger than this one?

#include "common/made_up_system.hpp"

#include <vigil/common/affinity.hpp>

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <system_error>
#include <vector>

namespace vigil {
namespace {

using proofs::MadeUpSystem;

TEST(AffinityOfLargeMachines, IsReadWithSetsThatAreLargeEnough) {
  for (const unsigned bits : {64U, 1'024U, 1'025U, 8'192U, kProcessorNumbers}) {
    const Processors some{0, bits / 2, bits - 1};
    MadeUpSystem system(bits, some);
    EXPECT_EQ(thread_processors(), some) << bits;
    std::size_t due = sizeof(cpu_set_t);
    for (const std::size_t bytes : system.asked) {
      EXPECT_EQ(bytes, due);
      due *= 2;
    }
    EXPECT_EQ(due / 2 * 8, std::max(bits == 1'025 ? 2'048U : bits, static_cast<unsigned>(CPU_SETSIZE)));
  }
}

TEST(AffinityOfLargeMachines, IsNotKnownIfTheirSetsAreLargerThanAny) {
  MadeUpSystem system(2 * kProcessorNumbers, {0});
  EXPECT_EQ(thread_processors(), std::nullopt);
}

TEST(AffinityOfLargeMachines, IsNotKnownIfTheSystemDoesNotSay) {
  MadeUpSystem system(64, {0}, ENOSYS);
  EXPECT_EQ(thread_processors(), std::nullopt);
  EXPECT_EQ(system.asked.size(), 1U) << "a larger set would not help";
}

TEST(AffinityOfLargeMachines, IsWrittenWithTheSmallestSetThatHoldsIt) {
  for (const Processors& some : {Processors{0}, Processors{1'023}, Processors{1'024}, Processors{5, 1'030},
                                 Processors{2'047, 3}, Processors{kProcessorNumbers - 1}}) {
    MadeUpSystem system(kProcessorNumbers);
    EXPECT_EQ(set_thread_processors(some), std::error_code());
    Processors sorted = some;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(system.allowed, sorted);
    ASSERT_EQ(system.written.size(), 1U);
    EXPECT_EQ(system.written[0], (sorted.back() / CPU_SETSIZE + 1) * sizeof(cpu_set_t)) << sorted.back();
  }
}

TEST(AffinityOfLargeMachines, IsNotWrittenIfThereIsNoSuchProcessorAnywhere) {
  MadeUpSystem system(kProcessorNumbers);
  for (const Processors& none : {Processors(), Processors{kProcessorNumbers}, Processors{~0U}})
    EXPECT_EQ(set_thread_processors(none), std::errc::invalid_argument);
  EXPECT_TRUE(system.written.empty());
}

TEST(AffinityOfLargeMachines, IsRefusedAsTheSystemRefusesIt) {
  MadeUpSystem system(64, {}, EPERM);
  EXPECT_EQ(set_thread_processors({0}), std::errc::operation_not_permitted);
}

}  // namespace
}  // namespace vigil
