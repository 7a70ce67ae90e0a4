#pragma once

#include <vigil/linearizability/history.hpp>

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::linearizability {

// Records the calls of real threads on a shared object. Each thread has its own log.
//
// Time is one counter. Every call increments it when it begins and when it ends, by a seq_cst read-modify-write. So if
// a call ended before another began, it also happens before it in the sense of the memory model. This is the real-time
// order here: a container need not know of a call that its caller does not know of. It also puts each call between two
// full fences. So this recorder finds wrong protocols; the recorder of models (vigil/model/recorder.hpp) finds wrong
// orders.
template <class Call>
class ClockedRecorder {
 public:
  explicit ClockedRecorder(unsigned threads) : logs_(threads) {}

  // Runs `operation`, which returns the Call that it made, with its result. `thread` is the caller's own number.
  template <class Operation>
  Call record(unsigned thread, Operation&& operation) {
    const std::uint64_t began = clock_.fetch_add(1, std::memory_order_seq_cst);
    Call call = std::forward<Operation>(operation)();
    const std::uint64_t ended = clock_.fetch_add(1, std::memory_order_seq_cst);
    logs_[thread].calls.push_back({call, thread, began, ended});
    return call;
  }

  // All calls. Must be called after the threads have ended.
  [[nodiscard]] std::vector<TimedCall<Call>> calls() const {
    std::vector<TimedCall<Call>> all;
    for (const Log& log : logs_) all.insert(all.end(), log.calls.begin(), log.calls.end());
    return all;
  }
  [[nodiscard]] History<Call> history() const { return history_of(calls()); }

 private:
  struct alignas(64) Log {
    std::vector<TimedCall<Call>> calls;
  };

  std::vector<Log> logs_;
  std::atomic<std::uint64_t> clock_{0};
};

}  // namespace vigil::linearizability
