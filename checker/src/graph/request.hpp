#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace vigil::checker {

// What a memory order demands, as a set.
class Demands {
 public:
  constexpr Demands() = default;
  [[nodiscard]] static constexpr Demands of_read(std::memory_order order) { return of(order, kAcquire | kSeqCst); }
  [[nodiscard]] static constexpr Demands of_write(std::memory_order order) { return of(order, kRelease | kSeqCst); }
  [[nodiscard]] static constexpr Demands of_both(std::memory_order order) { return of(order, ~0U); }
  [[nodiscard]] constexpr bool acquires() const { return (bits_ & kAcquire) != 0; }
  [[nodiscard]] constexpr bool releases() const { return (bits_ & kRelease) != 0; }
  [[nodiscard]] constexpr bool is_seq_cst() const { return (bits_ & kSeqCst) != 0; }
  [[nodiscard]] constexpr bool covers(Demands others) const { return (bits_ | others.bits_) == bits_; }

  // As a number, and back: nothing if it stands for none.
  [[nodiscard]] constexpr unsigned bits() const { return bits_; }
  [[nodiscard]] static constexpr std::optional<Demands> from_bits(unsigned bits) {
    if (bits > (kAcquire | kRelease | kSeqCst)) return std::nullopt;
    return Demands(bits);
  }

  friend constexpr bool operator==(Demands, Demands) = default;

 private:
  static constexpr unsigned kAcquire = 1, kRelease = 2, kSeqCst = 4;
  // By memory_order: relaxed, consume (which is acquire), acquire, release, acq_rel, seq_cst.
  static constexpr std::array<std::uint8_t, 6> kOf{
      0, kAcquire, kAcquire, kRelease, kAcquire | kRelease, kAcquire | kRelease | kSeqCst};
  static constexpr Demands of(std::memory_order order, unsigned which) {
    return Demands(kOf[static_cast<std::size_t>(order)] & which);
  }
  explicit constexpr Demands(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}

  std::uint8_t bits_ = 0;
};

// What a thread requests in one step.
enum class Operation : std::uint8_t {
  load,
  store,
  exchange,
  add,
  subtract,
  bit_and,
  bit_or,
  bit_xor,
  minimum,  // `expected`: whether the values are signed
  maximum,  //
  compare_exchange,
  weak_compare_exchange,
  lock,              // a mutex: waits until it is free
  try_lock,          //
  unlock,            //
  await,             // a load that waits for a value that satisfies a predicate
  await_rmw,         // a read-modify-write that waits for a value from which a function makes the new one
  exchange_or_wait,  // a compare-exchange that waits instead of failing
  enter,             // the queue of a condition variable or of an atomic: from now on a notification reaches the thread
  wake,              // waits in the queue until notified
  notify_one,        //
  notify_all,        //
  fence,             //
  light_fence,       // of a pair of asymmetric fences
  heavy_fence,       //
  before_fence,      // the moment before a light or a heavy fence that releases; `operand`: which of the two
  after_fence,       // the moment after one that acquires
  choose,            // one of `operand` possibilities, at random
  time_limit,        // how a wait with a time limit ends that begins now: not by it, or in one of `spurious` other ways
  start_thread,      // the thread whose number is `operand`; `expected`: how many events ago one was started that runs
                     // the same, 0 if none was
  begin,             // of a thread; waits for the event that started it
  end,               //
  join,              // waits for the end of the thread whose number is `operand`
  spin,              // a thread waits here until something that it read is written
};

// The condition that `await` and `await_rmw` wait for: a function of the value and of two words that the caller
// chose. For `await_rmw`, the function replaces the value by the value to write. The words are `operand` and
// `expected`; `mask` is the function's address.
using Condition = bool (*)(std::uint64_t& value, std::uint64_t first, std::uint64_t second);

// What a thread does that waits for a value.
enum class Wait : std::uint8_t {
  spins,
  blocks,
  sleeps,          // until another thread wakes it
  has_time_limit,  // blocks, and may time out: in other executions
};

struct Request {
  Operation operation = Operation::load;
  std::uint8_t thread = 0;  // the requesting thread; operations on mutexes and queues depend on it
  std::uint16_t location = 0;
  Demands demands;            // of a successful compare-exchange, and of everything else
  Demands failure;            // of a failed one
  std::uint8_t spurious = 0;  // whether `wake` may end, or `weak_compare_exchange` fail, spuriously; of `time_limit`
  Wait wait = Wait::spins;    // of `lock`, `wake` and an await, that find no value with which they go on
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;
  std::uint64_t mask = ~std::uint64_t{0};  // the bits that the type of the location has

  friend bool operator==(const Request&, const Request&) = default;
};

// The effect of a request that finds a value. Fits into two registers.
struct Effect {
  std::uint64_t written = 0;
  bool reads = false;
  bool writes = false;
  bool waits = false;  // the value does not let it go on
  Demands demands;
};

// The number of possible outcomes of a request that finds `value`. Outcome 0 is the default.
[[nodiscard]] unsigned variants(const Request& request, std::uint64_t value);
[[nodiscard]] Effect effect_of(const Request& request, std::uint64_t value, unsigned variant);

// Whether a request has a location to read, and whether it may write one.
[[nodiscard]] constexpr bool reads_location(Operation operation) {
  return operation <= Operation::notify_all && operation != Operation::store && operation != Operation::unlock;
}
// Whether it starts a thread to run what another one was started for shortly before.
[[nodiscard]] constexpr bool starts_the_same(const Request& request) {
  return request.operation == Operation::start_thread && request.expected != 0;
}
// Whether it may come between the events that start, or join, threads that can be exchanged: no thread but its own
// notices it. An allocation chooses whether it takes an address that was freed.
[[nodiscard]] constexpr bool comes_between(Operation operation) { return operation == Operation::choose; }
// Whether a request writes without reading.
[[nodiscard]] constexpr bool is_store(Operation operation) {
  return operation == Operation::store || operation == Operation::unlock;
}
[[nodiscard]] constexpr bool is_await(Operation operation) {
  return operation == Operation::await || operation == Operation::await_rmw;
}
// Whether a value can make a request wait.
[[nodiscard]] constexpr bool may_wait(Operation operation) {
  return operation == Operation::lock || is_await(operation) || operation == Operation::exchange_or_wait ||
         operation == Operation::wake;
}
[[nodiscard]] constexpr bool is_wait_on_atomic(const Request& request) {
  return request.operation == Operation::wake && request.operand != 0;
}
// Whether an iteration of a loop that waits may begin with the operation.
[[nodiscard]] constexpr bool may_begin_iteration(Operation operation) {
  return operation == Operation::time_limit || (reads_location(operation) && operation <= Operation::try_lock);
}
[[nodiscard]] constexpr bool is_on_mutex(Operation operation) {
  return operation == Operation::lock || operation == Operation::try_lock || operation == Operation::unlock;
}
[[nodiscard]] constexpr bool has_location(Operation operation) { return operation <= Operation::notify_all; }

// Whether S has the operation, if it is seq_cst, in place of the accesses before it and behind it.
[[nodiscard]] constexpr bool is_fence(Operation operation) {
  return operation == Operation::fence || operation == Operation::light_fence || operation == Operation::heavy_fence;
}

// The steps of a light or a heavy fence. P1202R5 orders what comes before one of the two and what comes after the
// other, but says nothing of the fences themselves. So there is an event for the moment before the fence, if it
// releases, and one for the moment after it, if it acquires.
class AsymmetricFence {
 public:
  AsymmetricFence(Operation operation, Demands demands) : operation_(operation), demands_(demands) {}
  [[nodiscard]] unsigned steps() const {
    return 1U + (demands_.releases() ? 1U : 0U) + (demands_.acquires() ? 1U : 0U);
  }
  // Of the fence itself.
  [[nodiscard]] unsigned own_step() const { return demands_.releases() ? 1 : 0; }
  [[nodiscard]] Request step(unsigned number) const {
    Request request;
    request.operation = number < own_step()   ? Operation::before_fence
                        : number > own_step() ? Operation::after_fence
                                              : operation_;
    if (number == own_step())
      request.demands = demands_;
    else
      request.operand = static_cast<std::uint64_t>(operation_);
    return request;
  }

 private:
  Operation operation_;
  Demands demands_;
};

// The queue of a condition variable as a value: the threads that wait, and the threads that the last change released.
class WaitQueue {
 public:
  explicit constexpr WaitQueue(std::uint64_t value) : value_(value) {}
  [[nodiscard]] constexpr std::uint64_t waiting() const { return value_ & kThreads; }
  [[nodiscard]] constexpr std::uint64_t released() const { return (value_ >> kShift) & kThreads; }
  [[nodiscard]] constexpr bool waits(unsigned thread) const { return ((waiting() >> thread) & 1) != 0; }
  [[nodiscard]] constexpr bool was_released(unsigned thread) const { return ((released() >> thread) & 1) != 0; }

  [[nodiscard]] constexpr std::uint64_t with(unsigned thread) const { return waiting() | (std::uint64_t{1} << thread); }
  // The value without those threads. They see from it that they were released.
  [[nodiscard]] constexpr std::uint64_t without(std::uint64_t threads) const {
    return (waiting() & ~threads) | (threads << kShift);
  }

 private:
  static constexpr unsigned kShift = 16;
  static constexpr std::uint64_t kThreads = 0xffff;
  std::uint64_t value_;
};

}  // namespace vigil::checker
