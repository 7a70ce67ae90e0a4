// What waiting and notifying ask of the system. The calls are caught by a seccomp filter and never reach it, so each
// test decides when a value changes and why a wait returns.

#ifdef VIGIL_SYSTEM_CALLS_CAN_BE_CAUGHT

#include <vigil/atomics/std_atomics.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <thread>
#include <utility>
#include <vector>

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <csignal>

namespace vigil::proofs {
namespace {

using ::testing::ElementsAre;

constexpr auto kRelaxed = std::memory_order_relaxed;

struct Call {
  long number = 0;
  int operation = 0;
  std::uint32_t value = 0;
  bool operator==(const Call&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Call& call) {
  if (call.number == SYS_sched_yield) return out << "yield";
  return out << "futex operation " << call.operation << ", value " << call.value;
}

constexpr Call kYield{SYS_sched_yield};
constexpr Call wait_while(std::uint32_t value) { return {SYS_futex, FUTEX_WAIT_PRIVATE, value}; }
constexpr Call wake(std::uint32_t threads) { return {SYS_futex, FUTEX_WAKE_PRIVATE, threads}; }

// The result of a call: 0 or more, or a negative error number.
using Answer = std::function<long(const Call&)>;

struct Caught {
  Answer answer;
  std::array<Call, 64> calls;
  std::size_t count = 0;
};
Caught* caught = nullptr;

void on_caught_call(int /*signal*/, siginfo_t* info, void* context) {
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Call call{info->si_syscall};
  if (call.number == SYS_futex) {
    call.operation = static_cast<int>(registers[REG_RSI]);
    call.value = static_cast<std::uint32_t>(registers[REG_RDX]);
  }
  if (caught->count != caught->calls.size()) caught->calls.at(caught->count++) = call;
  registers[REG_RAX] = caught->answer(call);
}

// From now on this thread's yields, and its futex calls for this word, become signals.
void catch_calls(const void* word) {
  const auto address = std::bit_cast<std::uint64_t>(word);
  const auto low = static_cast<std::uint32_t>(address);
  const auto high = static_cast<std::uint32_t>(address >> 32U);
  constexpr auto kNumber = offsetof(seccomp_data, nr);
  constexpr auto kFirst = offsetof(seccomp_data, args);
  // Each jump says how many instructions it passes over if it is equal, and if it is not.
  std::array filter{sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kNumber),
                    sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_yield, 5, 0),
                    sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_futex, 0, 5),
                    sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirst),
                    sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, low, 0, 3),
                    sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kFirst + 4),
                    sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high, 0, 1),
                    sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
                    sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  ASSERT_EQ(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
}

// What the code asks of the system, in a thread of its own. The filter ends with the thread.
std::vector<Call> calls_of(
    const void* word, const std::function<void()>& code, Answer answer = [](const Call&) { return 0L; }) {
  Caught calls{std::move(answer), {}};
  caught = &calls;
  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = on_caught_call;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, &before);
  std::thread([&] {
    catch_calls(word);
    code();
  }).join();
  sigaction(SIGSYS, &before, nullptr);
  return {calls.calls.begin(), calls.calls.begin() + static_cast<std::ptrdiff_t>(calls.count)};
}

class SystemWait : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!detail::kWaitsInTheSystem<std::uint32_t>) GTEST_SKIP() << "the standard library waits";
  }
};

TEST_F(SystemWait, SleepsWhileTheWordIsOldAndDoesNotSpin) {
  StdAtomics::atomic<std::uint32_t> word(7);
  const auto calls = calls_of(
      &word, [&] { word.wait(7, kRelaxed); },
      [&](const Call& call) {
        if (call == wait_while(7)) word.store(8, kRelaxed);
        return 0L;
      });
  EXPECT_THAT(calls, ElementsAre(wait_while(7)));
}

TEST_F(SystemWait, SleepsAgainIfASignalOrNothingWokeIt) {
  StdAtomics::atomic<std::uint32_t> word(7);
  int waits = 0;
  const auto calls = calls_of(
      &word, [&] { word.wait(7, kRelaxed); },
      [&](const Call&) {
        if (++waits == 1) return 0L;
        if (waits == 2) return -static_cast<long>(EINTR);
        word.store(8, kRelaxed);
        return -static_cast<long>(EAGAIN);
      });
  EXPECT_THAT(calls, ElementsAre(wait_while(7), wait_while(7), wait_while(7)));
}

TEST_F(SystemWait, AsksNothingIfTheWordIsAnother) {
  const StdAtomics::atomic<std::uint32_t> word(7);
  EXPECT_THAT(calls_of(&word, [&] { word.wait(8, kRelaxed); }), ElementsAre());
}

TEST_F(SystemWait, ComparesTheBitsOfAValueThatIsNoInteger) {
  constexpr float kOld = 0.5F;
  StdAtomics::atomic<float> word(kOld);
  const auto calls = calls_of(
      &word, [&] { word.wait(kOld, kRelaxed); },
      [&](const Call&) {
        word.store(1, kRelaxed);
        return 0L;
      });
  EXPECT_THAT(calls, ElementsAre(wait_while(std::bit_cast<std::uint32_t>(kOld))));
}

TEST_F(SystemWait, NotifyWakesOneThreadOrAllWithoutACountOfThem) {
  StdAtomics::atomic<std::uint32_t> word(7);
  EXPECT_THAT(calls_of(&word, [&] { word.notify_one(); }), ElementsAre(wake(1)));
  EXPECT_THAT(calls_of(&word, [&] { word.notify_all(); }), ElementsAre(wake(INT_MAX)));
}

TEST(StdAtomics, YieldIsASystemCall) {
  const int no_word = 0;
  EXPECT_THAT(calls_of(&no_word, [] { StdAtomics::yield(); }), ElementsAre(kYield));
}

}  // namespace
}  // namespace vigil::proofs

#endif
