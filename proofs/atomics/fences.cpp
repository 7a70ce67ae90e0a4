// What the asymmetric fences of StdAtomics ask of the system, and what they do if it refuses. The choice is made once
// in a process, so each test runs its code in a process of its own, which a filter of system calls may refuse the
// fence.

#ifdef VIGIL_SYSTEM_CALLS_CAN_BE_CAUGHT

#include <vigil/atomics/std_atomics.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <exception>

#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vigil::proofs {
namespace {

constexpr auto kSeqCst = std::memory_order_seq_cst;
constexpr int kSucceeded = 0;
constexpr int kTerminated = 3;

// From now on system calls go through this filter.
template <std::size_t size>
void filter_calls(std::array<sock_filter, size> filter) {
  sock_fprog program{static_cast<unsigned short>(size), filter.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    std::_Exit(EXIT_FAILURE);
}

// From now on the system knows no membarrier.
void refuse_membarrier() {
  constexpr auto kNumber = offsetof(seccomp_data, nr);
  filter_calls(std::array{sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber),
                          sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
                          sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                          sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}

// From now on the system registers processes, and refuses the fence itself.
void refuse_the_fence() {
  constexpr auto kNumber = offsetof(seccomp_data, nr);
  constexpr auto kCommand = offsetof(seccomp_data, args);
  filter_calls(std::array{sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber),
                          sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 3),
                          sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kCommand),
                          sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 1),
                          sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                          sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}

bool is_registered() { return syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0; }
bool is_free() { return detail::light_fence_is_free.load(std::memory_order_relaxed); }

[[noreturn]] void end_with(bool succeeded) { std::_Exit(succeeded ? kSucceeded : EXIT_FAILURE); }

class FencesDeathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    if (commands < 0 || (commands & MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0)
      GTEST_SKIP() << "the system has no membarrier";
    // A new process, in which no fence has run.
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  }
};

TEST_F(FencesDeathTest, AFirstLightFenceRegistersTheProcessAndTheNextOnesAreFree) {
  EXPECT_EXIT(
      {
        const bool was_nothing = !is_free() && !is_registered();
        StdAtomics::fence_light(std::memory_order_relaxed);
        const bool is_nothing = !is_free() && !is_registered();
        StdAtomics::fence_light(kSeqCst);
        end_with(was_nothing && is_nothing && is_free() && is_registered());
      },
      ::testing::ExitedWithCode(kSucceeded), "");
}

// Which would take up to ten milliseconds.
TEST_F(FencesDeathTest, ALightFenceNeverAsksForAFenceOfTheProcess) {
  EXPECT_EXIT(
      {
        refuse_the_fence();
        for (int i = 0; i != 2; ++i) StdAtomics::fence_light(kSeqCst);
        end_with(is_free());
      },
      ::testing::ExitedWithCode(kSucceeded), "");
}

TEST_F(FencesDeathTest, AFirstHeavyFenceRegistersTheProcessToo) {
  EXPECT_EXIT(
      {
        StdAtomics::fence_heavy(std::memory_order_relaxed);
        const bool is_nothing = !is_free() && !is_registered();
        StdAtomics::fence_heavy(kSeqCst);
        end_with(is_nothing && is_free() && is_registered());
      },
      ::testing::ExitedWithCode(kSucceeded), "");
}

TEST_F(FencesDeathTest, NoLightFenceIsFreeIfTheSystemRefusesToRegister) {
  EXPECT_EXIT(
      {
        refuse_membarrier();
        StdAtomics::fence_heavy(kSeqCst);
        StdAtomics::fence_light(kSeqCst);
        end_with(!is_free());
      },
      ::testing::ExitedWithCode(kSucceeded), "");
}

TEST_F(FencesDeathTest, AHeavyFenceThatIsRefusedLaterTerminates) {
  EXPECT_EXIT(
      {
        std::set_terminate([] { std::_Exit(kTerminated); });
        StdAtomics::fence_light(kSeqCst);
        StdAtomics::fence_heavy(kSeqCst);
        refuse_membarrier();
        StdAtomics::fence_light(kSeqCst);
        StdAtomics::fence_heavy(kSeqCst);
        std::_Exit(EXIT_FAILURE);
      },
      ::testing::ExitedWithCode(kTerminated), "");
}

TEST_F(FencesDeathTest, AChildOfAForkIsRegisteredAsItsParentIs) {
  EXPECT_EXIT(
      {
        StdAtomics::fence_light(kSeqCst);
        const pid_t child = fork();
        if (child == 0) {
          StdAtomics::fence_heavy(kSeqCst);
          end_with(is_free() && is_registered());
        }
        int status = 0;
        end_with(child > 0 && waitpid(child, &status, 0) == child && status == 0);
      },
      ::testing::ExitedWithCode(kSucceeded), "");
}

}  // namespace
}  // namespace vigil::proofs

#endif
