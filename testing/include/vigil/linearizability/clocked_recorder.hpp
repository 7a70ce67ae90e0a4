#pragma once

#include <vigil/linearizability/history.hpp>

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::linearizability {

/// Records the calls of real threads on a shared object. Each thread has its own log.
///
/// Time is one counter. Every call increments it when it begins and when it ends, by a seq_cst read-modify-write. So if
/// a call ended before another began, it also happens before it in the sense of the memory model. This is the real-time
/// order here: a container need not know of a call that its caller does not know of. It also puts each call between two
/// full fences. So this recorder finds wrong protocols; the recorder of models (vigil/model/recorder.hpp) finds wrong
/// orders.
///
/// \snippet linearizability/clocked_recorder.cpp example
/// \tparam Call what is recorded of a call, such as JobCall.
template <class Call>
class ClockedRecorder {
 public:
  /// For threads 0 … `threads`-1.
  ///
  /// \throws std::bad_alloc if there is no memory for their logs.
  explicit ClockedRecorder(unsigned threads) : logs_(threads) {}

  /// Runs `operation`, which returns the Call that it made, with its result. `thread` is the caller's own number.
  ///
  /// \threads Any, each with its own number.
  /// \orders Calls are ordered as their ticks are: a call that ended happens before one that begins later.
  template <class Operation>
  Call record(unsigned thread, Operation&& operation) {
    const std::uint64_t began = clock_.fetch_add(1, std::memory_order_seq_cst);
    Call call = std::forward<Operation>(operation)();
    const std::uint64_t ended = clock_.fetch_add(1, std::memory_order_seq_cst);
    logs_[thread].calls.push_back({call, thread, began, ended});
    return call;
  }

  /// All calls.
  ///
  /// \threads One thread, after the others have ended.
  [[nodiscard]] std::vector<TimedCall<Call>> calls() const {
    std::vector<TimedCall<Call>> all;
    for (const Log& log : logs_) all.insert(all.end(), log.calls.begin(), log.calls.end());
    return all;
  }
  /// The same as a history.
  ///
  /// \throws std::invalid_argument if there are more than kMostCalls.
  [[nodiscard]] History<Call> history() const { return history_of(calls()); }

 private:
  struct alignas(64) Log {
    std::vector<TimedCall<Call>> calls;
  };

  std::vector<Log> logs_;
  std::atomic<std::uint64_t> clock_{0};
};

}  // namespace vigil::linearizability
