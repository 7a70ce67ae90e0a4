#pragma once

#include <vigil/pool/parts.hpp>

#include <cstdint>

namespace vigil {

// Who is in a pool that is not one of its workers, and whether anybody may still come in.
//
// Shutdown rests on it: whatever has come in before the pool closes is done before its workers are stopped, so workers
// never leave a job behind; whatever comes later is refused. One word, the number of those inside and a bit that says
// closed, decides between the two. The last one to leave a closed pool tells the closer through a latch, whose setting
// is its last access; so whoever closes may free the pool.
//
// enter and leave are lock-free; close blocks until everybody has left.
template <class Parts>
class Admission {
 public:
  Admission() = default;
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  // False if the pool is closed. Any thread.
  [[nodiscard]] bool enter() {
    std::uint64_t word = word_.load(Parts::kOrders.refused);
    do {
      if (Parts::kProtocol.refuse_after_stop && (word & kClosed) != 0) return false;
    } while (!word_.compare_exchange_weak(word, word + kOne, Parts::kOrders.enter, Parts::kOrders.refused));
    return true;
  }

  // On behalf of another thread, which will leave; for who is inside, so also when the pool has closed.
  void enter_once_more() { word_.fetch_add(kOne, Parts::kOrders.enter); }

  // The pool may be gone when this returns.
  void leave() {
    if (word_.fetch_sub(kOne, Parts::kOrders.leave) == (kClosed | kOne)) empty_.set();
  }

  // Refuses everybody from now on and waits for those inside.
  void close() {
    const std::uint64_t before = word_.fetch_or(kClosed, Parts::kOrders.close);
    if (before >= kOne && Parts::kProtocol.stop_waits_for_accepted) empty_.wait();
  }

 private:
  static constexpr std::uint64_t kClosed = 1;
  static constexpr std::uint64_t kOne = 2;

  typename Parts::Layer::template atomic<std::uint64_t> word_{std::uint64_t{0}};
  typename Parts::CallerLatch empty_;
};

}  // namespace vigil
