// What is asked of the system for the processors of a thread, on machines that are larger than this one?
//
// The functions of the C library are replaced in this program. Where no test stands in for the system, they ask it.

#include <vigil/common/affinity.hpp>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <system_error>
#include <vector>

namespace vigil {
namespace {

// A system whose sets have so many bits.
struct System {
  unsigned bits = 0;
  Processors allowed;                       // to the thread
  int error = 0;                            // it says this to every question
  std::vector<std::size_t> asked, written;  // the bytes of each call

  explicit System(unsigned bits_of_sets, Processors allowed_processors = {}, int error_of_calls = 0)
      : bits(bits_of_sets), allowed(std::move(allowed_processors)), error(error_of_calls) {
    current = this;
  }
  ~System() { current = nullptr; }
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  int answer(int failure) const {
    if (failure != 0) errno = failure;
    return failure == 0 ? 0 : -1;
  }
  int get(std::size_t bytes, cpu_set_t* set) {
    asked.push_back(bytes);
    if (error != 0 || bytes % sizeof(cpu_set_t) != 0 || bytes * 8 < bits) return answer(error != 0 ? error : EINVAL);
    CPU_ZERO_S(bytes, set);
    for (const unsigned each : allowed) CPU_SET_S(each, bytes, set);
    return 0;
  }
  int set(std::size_t bytes, const cpu_set_t* set) {
    written.push_back(bytes);
    if (error != 0) return answer(error);
    allowed.clear();
    for (unsigned each = 0; each != bytes * 8; ++each)
      if (CPU_ISSET_S(each, bytes, set)) allowed.push_back(each);
    return 0;
  }

  static inline thread_local System* current = nullptr;
};

TEST(AffinityOfLargeMachines, IsReadWithSetsThatAreLargeEnough) {
  for (const unsigned bits : {64U, 1'024U, 1'025U, 8'192U, kProcessorNumbers}) {
    const Processors some{0, bits / 2, bits - 1};
    System system(bits, some);
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
  System system(2 * kProcessorNumbers, {0});
  EXPECT_EQ(thread_processors(), std::nullopt);
}

TEST(AffinityOfLargeMachines, IsNotKnownIfTheSystemDoesNotSay) {
  System system(64, {0}, ENOSYS);
  EXPECT_EQ(thread_processors(), std::nullopt);
  EXPECT_EQ(system.asked.size(), 1U) << "a larger set would not help";
}

TEST(AffinityOfLargeMachines, IsWrittenWithTheSmallestSetThatHoldsIt) {
  for (const Processors& some : {Processors{0}, Processors{1'023}, Processors{1'024}, Processors{5, 1'030},
                                 Processors{2'047, 3}, Processors{kProcessorNumbers - 1}}) {
    System system(kProcessorNumbers);
    EXPECT_EQ(set_thread_processors(some), std::error_code());
    Processors sorted = some;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(system.allowed, sorted);
    ASSERT_EQ(system.written.size(), 1U);
    EXPECT_EQ(system.written[0], (sorted.back() / CPU_SETSIZE + 1) * sizeof(cpu_set_t)) << sorted.back();
  }
}

TEST(AffinityOfLargeMachines, IsNotWrittenIfThereIsNoSuchProcessorAnywhere) {
  System system(kProcessorNumbers);
  for (const Processors& none : {Processors(), Processors{kProcessorNumbers}, Processors{~0U}})
    EXPECT_EQ(set_thread_processors(none), std::errc::invalid_argument);
  EXPECT_TRUE(system.written.empty());
}

TEST(AffinityOfLargeMachines, IsRefusedAsTheSystemRefusesIt) {
  System system(64, {}, EPERM);
  EXPECT_EQ(set_thread_processors({0}), std::errc::operation_not_permitted);
}

}  // namespace
}  // namespace vigil

extern "C" int sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t* set) noexcept {
  if (vigil::System::current != nullptr) return vigil::System::current->get(bytes, set);
  const long written = syscall(SYS_sched_getaffinity, process, bytes, set);
  if (written < 0) return -1;
  std::memset(reinterpret_cast<std::byte*>(set) + written, 0, bytes - static_cast<std::size_t>(written));
  return 0;
}

extern "C" int sched_setaffinity(pid_t process, std::size_t bytes, const cpu_set_t* set) noexcept {
  if (vigil::System::current != nullptr) return vigil::System::current->set(bytes, set);
  return syscall(SYS_sched_setaffinity, process, bytes, set) < 0 ? -1 : 0;
}
