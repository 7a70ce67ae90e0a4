#include "started_threads.hpp"

#include <array>
#include <bit>
#include <cstdio>
#include <utility>

namespace vigil::models::detail {
namespace {

// As Relacy prints what happens to an object.
struct WaitEvent {
  const void* atomic;
  void output(std::ostream& out) const { out << '<' << atomic << "> atomic wait"; }
};
struct WakeEvent {
  const void* atomic;
  bool all;
  int woken;
  void output(std::ostream& out) const {
    out << '<' << atomic << "> atomic notify " << (all ? "all" : "one") << " unblocked=" << woken;
  }
};
struct ThreadEvent {
  const char* what;
  unsigned thread;
  void output(std::ostream& out) const { out << what << " thread " << thread; }
};

template <class Event>
void log(Event event, const rl::debug_info& info) {
  if (rl::ctx().collecting_history()) rl::ctx().exec_log(info, event);
}

// An idle thread runs this, and then nothing.
void* nothing(void* /*unused*/) { return nullptr; }

}  // namespace

void Parked::park(const void* atomic, const rl::debug_info& info) {
  constexpr unsigned kMostSpuriousWakes = 4;
  auto& context = rl::ctx();
  if (!threads_of_run().run()) fail_execution("a wait that no thread can end", rl::test_result_deadlock, info);
  log(WaitEvent{atomic}, info);
  const auto own = static_cast<std::uint8_t>(1U << context.threadx_->index_);
  threads_ = static_cast<std::uint8_t>(threads_ | own);
  const bool may_wake = context.is_random_sched() && spurious_wakes_ != kMostSpuriousWakes;
  // The object may have been destroyed after a notification, which has crossed the thread off.
  if (context.park_current_thread(false, may_wake, false, info) == rl::unpark_reason_normal) return;
  ++spurious_wakes_;
  threads_ = static_cast<std::uint8_t>(threads_ & ~own);
}

void Parked::wake(bool all, const void* atomic, const rl::debug_info& info) {
  const int waiting = std::popcount(threads_);
  const int woken = all ? waiting : std::min(waiting, 1);
  log(WakeEvent{atomic, all, woken}, info);
  for (int left = waiting; left != waiting - woken; --left) {
    auto skipped = all || left == 1 ? 0U : rl::ctx().rand(static_cast<unsigned>(left), rl::sched_type_user);
    unsigned thread = 0;
    for (;; ++thread)
      if ((threads_ >> thread & 1U) != 0 && skipped-- == 0) break;
    threads_ = static_cast<std::uint8_t>(threads_ & ~(1U << thread));
    rl::ctx().unpark_thread(static_cast<rl::thread_id_t>(thread), false, info);
  }
}

void StartedThreads::begin_execution() {
  started_ = 0;
  run_ = false;
  for (auto& code : code_) code = nullptr;
  pointers_ = {};
}

unsigned StartedThreads::start(std::function<void()> code, Location location) {
  const auto info = info_of(location);
  const OwnExceptions exceptions;
  rl::ctx().sched();
  if (started_ == can_start_) {
    static std::array<char, 80> what{};
    std::snprintf(what.data(), what.size(), "more threads are started than starts(%u) announces", can_start_);
    // No kind that a failing model is expected to fail with.
    end_execution(Violation::exception, what.data());
  }
  const unsigned thread = own_ + started_++;
  log(ThreadEvent{"starts", thread}, info);
  code_[thread] = std::move(code);
  ends_[thread] = rl::ctx().create_thread(&nothing, nullptr);
  return thread;
}

void StartedThreads::join(unsigned thread, Location location) {
  const auto info = info_of(location);
  const OwnExceptions exceptions;
  rl::ctx().sched();
  log(ThreadEvent{"joins", thread}, info);
  ends_[thread]->wait(false, false, info);
}

void StartedThreads::run(unsigned thread) {
  if (!code_[thread]) return;
  code_[thread]();
  code_[thread] = nullptr;
}

void*& StartedThreads::own_pointer(const void* key) {
  const auto index = run_ ? static_cast<unsigned>(rl::ctx().threadx_->index_) : kMostThreads;
  for (auto& own : pointers_) {
    if (own.key == nullptr) own.key = key;
    if (own.key == key) return own.pointers[index];
  }
  fail_execution("more types of thread_specific than Relacy's layer has room for", rl::test_result_user_assert_failed,
                 {});
}

unsigned start_thread(std::function<void()> code, Location location) {
  return threads_of_run().start(std::move(code), location);
}
void join_thread(unsigned thread, Location location) { threads_of_run().join(thread, location); }
void*& own_pointer(const void* key) { return threads_of_run().own_pointer(key); }

}  // namespace vigil::models::detail
