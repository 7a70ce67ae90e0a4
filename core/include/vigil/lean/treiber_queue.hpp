#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/maybe_value.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/queue_consumer.hpp>
#include <vigil/lean/task.hpp>
#include <vigil/lean/treiber_queue_tables.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace vigil::lean {

// Tasks without a bound, from any number of producers, for one consumer at a time: a Treiber stack that is taken whole.
//
// One word holds the newest task and two bits that its alignment leaves free:
//
//   consuming   a consumer has the right to consume.
//   cached      tasks that a consumer took off the stack and did not use lie in `cache`, which belongs to whoever has
//               the right.
//
//   push     links the tasks above the newest and exchanges the word, bits as they are.
//   consume  sets both bits, and takes the stack off in the same exchange unless there is a cache to go on with. When
//            that is used up it looks for newer tasks and takes all of them at once.
//   release  puts the rest into the cache and clears `consuming`, and `cached` if there is no rest.
//
// The stack is only ever taken whole, so no consumer reads the link of a task that is still in it, and an address that
// comes back deceives nobody. While nobody consumes, `cached_tells_of_cache`: the bit is set if and only if there is a
// cache.
//
// A consumer may hold the right while a task comes in that it does not see, and whoever is woken for that task is
// turned away. So release looks at the word that it replaces, in the same exchange, and says whether anything is left
// (S-42): the push comes either before this exchange, and is seen, or after it, and then whoever is woken finds the
// right free.
//
// Progress: push is lock-free; so is taking and giving back the right; pop is wait-free. But only one thread at a time
// gets tasks out, and while it is interrupted the others are told `busy`: blocking for consumers, whatever producers do
// (S-52). Order: none is promised; newer tasks mostly come first, but not before what is cached, and under steady load
// the oldest can wait for ever (S-58).

template <class T = Task<>, const TreiberQueueOrders& Orders = kTreiberQueueOrders,
          const TreiberQueueProtocol& Protocol = kTreiberQueueProtocol>
class TreiberQueue {
  using A = typename T::Layer;

 public:
  using TaskType = T;
  using Consumer = QueueConsumer<TreiberQueue>;

  // An empty queue; a constant, so that a queue may be static.
  constexpr TreiberQueue() = default;
  // No thread may be using the queue. Tasks that are left are dropped; they are the caller's.
  ~TreiberQueue() = default;
  TreiberQueue(const TreiberQueue&) = delete;
  TreiberQueue& operator=(const TreiberQueue&) = delete;

  // Leaves all tasks of `batch` in one step; an empty batch leaves nothing. Any thread. Lock-free.
  // Everything that happens before push happens before a consumer's pop returns the task.
  void push(Batch<T> batch) {
    if (batch.is_empty()) return;
    const auto linked = [&batch](Word word) {
      batch.tail()->set_next(task_of(word));
      return with_bits(batch.head(), Protocol.pushers_keep_bits ? bits_of(word) : 0);
    };
    // Guesses that there is none, which saves a look.
    word_.fetch_update_from(nullptr, linked, Orders.publish, Orders.occupied);
  }
  void push(T& task) { push(Batch<T>::from(task)); }

  // Takes the right to consume, or says why not. Any thread. Lock-free, and never waits for the one who has the right.
  [[nodiscard]] Consumer try_consume() {
    static_assert(alignof(T) > kBits, "two bits beside a task's address");
    bool is_busy = false;
    const auto with_right = [&is_busy](Word word) -> MaybeValue<Word> {
      if (word == nullptr) return std::nullopt;
      if ((bits_of(word) & kConsuming) == 0)
        return with_bits((bits_of(word) & kCached) != 0 ? task_of(word) : nullptr, kBits);
      is_busy = true;
      return std::nullopt;
    };
    const MaybeValue<Word> word = Protocol.expects_what_was_seen
                                      ? word_.fetch_update(with_right, Orders.lock, Orders.probe)
                                      : overwrite_what_was_seen(with_right);
    if (!word.has_value()) return is_busy ? Consumer::busy() : Consumer::empty();
    const bool is_cached = (bits_of(*word) & kCached) != 0;
    A::require(is_cached == (cache_.get() != nullptr), "cached_tells_of_cache");
    return Consumer::holding(*this, is_cached ? cache_.get() : task_of(*word));
  }

  // Whether there was no task a moment ago, none being one that a consumer holds. Any thread. Wait-free.
  [[nodiscard]] bool is_empty() const { return word_.load(Orders.probe) == nullptr; }

  // The invariant of that name, for tests; whoever takes the right requires it. While nobody else uses the queue.
  [[nodiscard]] bool cached_tells_of_cache() const {
    const Word word = word_.load(Orders.probe);
    if ((bits_of(word) & kConsuming) != 0) return true;
    return ((bits_of(word) & kCached) != 0) == (cache_.get() != nullptr);
  }

 private:
  friend Consumer;

  // The newest task's address, plus the two bits.
  using Word = void*;
  static constexpr std::uintptr_t kCached = 1;
  static constexpr std::uintptr_t kConsuming = 2;
  static constexpr std::uintptr_t kBits = kCached | kConsuming;

  static std::uintptr_t bits_of(Word word) { return reinterpret_cast<std::uintptr_t>(word) & kBits; }
  // NOLINTBEGIN(performance-no-int-to-ptr): a pointer with bits of its own.
  static T* task_of(Word word) { return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(word) & ~kBits); }
  static Word with_bits(T* task, std::uintptr_t bits) {
    return reinterpret_cast<Word>(reinterpret_cast<std::uintptr_t>(task) | bits);
  }
  // NOLINTEND(performance-no-int-to-ptr)

  // The compare-exchange of S-45c.
  template <class Function>
  MaybeValue<Word> overwrite_what_was_seen(Function with_right) {
    Word word = word_.load(Orders.probe);
    for (;;) {
      const MaybeValue<Word> desired = with_right(word);
      if (!desired.has_value()) return std::nullopt;
      word = *desired;
      if (word_.compare_exchange_weak(word, *desired, Orders.lock, Orders.probe)) return word;
    }
  }

  // For the consumer, whose chain goes on at `front`.
  T* take(T*& front) {
    if (front == nullptr) {
      if (task_of(word_.load(Orders.look)) == nullptr) return nullptr;
      front = task_of(word_.exchange(with_bits(nullptr, kBits), Orders.newer));
    }
    T* const task = front;
    front = task->next();
    return task;
  }

  Leftover give_back(T* rest) {
    cache_.set(rest);
    const bool keeps_bit = rest != nullptr || !Protocol.cached_bit_goes_with_cache;
    const std::uintptr_t bits = keeps_bit ? kCached : 0;
    const auto released = [bits](Word word) { return with_bits(task_of(word), bits); };
    // Guesses that nothing came in.
    const Word word = word_.fetch_update_from(with_bits(nullptr, kBits), released, Orders.unlock, Orders.joined);
    const bool are_left = rest != nullptr || task_of(word) != nullptr;
    return are_left && Protocol.tells_what_is_left ? Leftover::tasks : Leftover::nothing;
  }

  alignas(kCacheLine) typename A::template atomic<Word> word_{nullptr, "top"};
  // The consumer's: tasks that are off the stack.
  typename A::template var<T*> cache_{nullptr, "cache"};
};

}  // namespace vigil::lean
