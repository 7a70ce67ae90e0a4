#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace vigil::bench {

// Programs whose threads wait for each other, on a given layer.

// How a program writes its loops: as ordinary loops, or by the layer's operations for them.
enum class Loops { plain, declared };

template <class Layer, Loops kLoops, class Attempt>
void repeat(Attempt attempt) {
  if constexpr (kLoops == Loops::declared) {
    Layer::retry(attempt);
  } else {
    while (!attempt()) continue;
  }
}

template <class Atomic>
using ValueOf = decltype(std::declval<const Atomic&>().load(std::memory_order_relaxed));

template <class Layer, Loops kLoops, class Atomic>
void wait_for(const Atomic& atomic, ValueOf<Atomic> due) {
  if constexpr (kLoops == Loops::declared) {
    (void)atomic.spin_until([due](ValueOf<Atomic> value) { return value == due; }, std::memory_order_acquire);
  } else {
    while (atomic.load(std::memory_order_acquire) != due) Layer::relax();
  }
}

// A tuple of one member function, `Count` times.
template <class Member, std::size_t... I>
constexpr auto repeated(Member member, std::index_sequence<I...> /*numbers*/) {
  return std::tuple{(static_cast<void>(I), member)...};
}
template <std::size_t Count, class Member>
constexpr auto times(Member member) {
  return repeated(member, std::make_index_sequence<Count>());
}

template <class Layer, Loops kLoops, std::size_t Threads>
struct TicketLock {
  static constexpr auto threads() { return times<Threads>(&TicketLock::add); }

  typename Layer::template atomic<int> next{0};
  typename Layer::template atomic<int> serving{0};
  typename Layer::template var<std::size_t> count{0};

  void add() {
    const int ticket = next.fetch_add(1, std::memory_order_relaxed);
    wait_for<Layer, kLoops>(serving, ticket);
    count.set(count.get() + 1);
    serving.store(ticket + 1, std::memory_order_release);
  }
  void finish() { Layer::require(count.get() == Threads, "no addition is lost"); }
};

// Test and test-and-set.
template <class Layer, Loops kLoops, std::size_t Threads>
struct TtasLock {
  static constexpr auto threads() { return times<Threads>(&TtasLock::add); }

  typename Layer::template atomic<int> held{0};
  typename Layer::template var<std::size_t> count{0};

  void lock() {
    if constexpr (kLoops == Loops::declared) {
      held.spin_update([](int value) { return value == 0 ? std::optional(1) : std::nullopt; },
                       std::memory_order_acquire, std::memory_order_relaxed);
    } else {
      do {
        while (held.load(std::memory_order_relaxed) != 0) Layer::relax();
      } while (held.exchange(1, std::memory_order_acquire) != 0);
    }
  }
  void add() {
    lock();
    count.set(count.get() + 1);
    held.store(0, std::memory_order_release);
  }
  void finish() { Layer::require(count.get() == Threads, "no addition is lost"); }
};

template <class Layer, Loops kLoops, std::size_t Threads>
struct Barrier {
  static constexpr auto threads() { return times<Threads>(&Barrier::arrive); }

  typename Layer::template atomic<std::size_t> arrived{0};

  void arrive() {
    arrived.fetch_add(1, std::memory_order_acq_rel);
    wait_for<Layer, kLoops>(arrived, Threads);
  }
};

// The layer's own mutex, which each thread locks `Rounds` times.
template <class Layer, std::size_t Threads, std::size_t Rounds>
struct Mutex {
  static constexpr auto threads() { return times<Threads>(&Mutex::add); }

  typename Layer::mutex mutex;
  typename Layer::template var<std::size_t> count{0};

  void add() {
    for (std::size_t round = 0; round != Rounds; ++round) {
      mutex.lock();
      count.set(count.get() + 1);
      mutex.unlock();
    }
  }
  void finish() { Layer::require(count.get() == Threads * Rounds, "no addition is lost"); }
};

// Threads that wait on an atomic, and one that notifies them all.
template <class Layer, std::size_t Threads>
struct AtomicWait {
  static constexpr auto threads() {
    return std::tuple_cat(times<Threads>(&AtomicWait::wait), times<1>(&AtomicWait::notify));
  }

  typename Layer::template atomic<int> word{0};
  typename Layer::template var<int> data{0};

  void wait() {
    word.wait(0, std::memory_order_acquire);
    Layer::require(data.get() == 1, "the data written before the notification is seen");
  }
  void notify() {
    data.set(1);
    word.store(1, std::memory_order_release);
    word.notify_all();
  }
};

// One word: the number of readers, or -1 for a writer.
template <class Layer, Loops kLoops, std::size_t Readers, std::size_t Writers>
struct ReaderWriterLock {
  static constexpr auto threads() {
    return std::tuple_cat(times<Readers>(&ReaderWriterLock::read), times<Writers>(&ReaderWriterLock::write));
  }

  typename Layer::template atomic<int> holders{0};
  typename Layer::template var<std::size_t> count{0};

  void lock_shared() {
    if constexpr (kLoops == Loops::declared) {
      holders.spin_update([](int value) { return value >= 0 ? std::optional(value + 1) : std::nullopt; },
                          std::memory_order_acquire, std::memory_order_relaxed);
    } else {
      for (;;) {
        int value = holders.load(std::memory_order_relaxed);
        if (value >= 0 &&
            holders.compare_exchange_strong(value, value + 1, std::memory_order_acquire, std::memory_order_relaxed))
          return;
      }
    }
  }
  void lock() {
    if constexpr (kLoops == Loops::declared) {
      holders.spin_update([](int value) { return value == 0 ? std::optional(-1) : std::nullopt; },
                          std::memory_order_acquire, std::memory_order_relaxed);
    } else {
      for (int value = 0;
           !holders.compare_exchange_strong(value, -1, std::memory_order_acquire, std::memory_order_relaxed);)
        value = 0;
    }
  }
  void read() {
    lock_shared();
    Layer::require(count.get() <= Writers, "a reader sees a count of writes");
    holders.fetch_sub(1, std::memory_order_release);
  }
  void write() {
    lock();
    count.set(count.get() + 1);
    holders.store(0, std::memory_order_release);
  }
  void finish() { Layer::require(count.get() == Writers, "no write is lost"); }
};

}  // namespace vigil::bench
