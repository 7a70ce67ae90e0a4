#pragma once

#include <vigil/linearizability/history.hpp>

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace vigil::linearizability {

// Records what real threads do to a shared object, each in a log of its own.
//
// Time is one counter that every call reads and moves on when it begins and when it ends. These are seq_cst
// read-modify-writes of one location, so a call that ended before another began also happens before it, in the sense of
// the memory model. That is the real-time order that is meant here: a container need not know of a call that is not
// known to its own thread. It also means that each call stands between two full fences: the recorder finds wrong
// protocols, the recorder of models (vigil/model/recorder.hpp) finds wrong orders.
template <class Call>
class ClockedRecorder {
 public:
  explicit ClockedRecorder(unsigned threads) : logs_(threads) {}

  // Runs `operation`, which returns the Call that describes what it did and saw. `thread` is the caller's own number.
  template <class Operation>
  Call record(unsigned thread, Operation&& operation) {
    const std::uint64_t began = clock_.fetch_add(1, std::memory_order_seq_cst);
    Call call = std::forward<Operation>(operation)();
    const std::uint64_t ended = clock_.fetch_add(1, std::memory_order_seq_cst);
    logs_[thread].calls.push_back({call, thread, began, ended});
    return call;
  }

  // All calls. Only after the threads have ended.
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
