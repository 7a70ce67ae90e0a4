#pragma once

#include "checker/loops/counters.hpp"

#include <vigil/checker/checked_atomics.hpp>

#include <atomic>
#include <tuple>

// Loops that give up. None of them waits.
namespace vigil::conformance::loops {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

// The second thread gives up at its third attempt, and then violates the model.
template <class Memory>
struct GivesUp {
  static constexpr auto threads() { return std::tuple{&GivesUp::waits, &GivesUp::sets}; }

  Layer::atomic<bool> is_set{false};
  Layer::var<int> data{0};
  Memory memory;

  void waits() {
    while (!is_set.load(kAcquire))
      if (memory.next() == 3) break;
    (void)data.get();
  }
  void sets() {
    data.set(1);
    is_set.store(true, kRelease);
  }
};

// The same by a failed compare-exchange, by an attempt to lock, and by attempts that are declared.
template <class Memory>
struct GivesUpExchanging {
  static constexpr auto threads() { return std::tuple{&GivesUpExchanging::waits, &GivesUpExchanging::sets}; }

  Layer::atomic<int> state{0};
  Layer::var<int> data{0};
  Memory memory;

  void waits() {
    for (int expected = 1; !state.compare_exchange_strong(expected, 2, kAcquire, kRelaxed); expected = 1)
      if (memory.next() == 3) break;
    (void)data.get();
  }
  void sets() {
    data.set(1);
    state.store(1, kRelease);
  }
};

template <class Memory>
struct GivesUpDeclared {
  static constexpr auto threads() { return std::tuple{&GivesUpDeclared::waits, &GivesUpDeclared::sets}; }

  Layer::atomic<bool> is_set{false};
  Layer::var<int> data{0};
  Memory memory;

  void waits() {
    Layer::retry([this] { return is_set.load(kAcquire) || memory.next() == 3; });
    (void)data.get();
  }
  void sets() {
    data.set(1);
    is_set.store(true, kRelease);
  }
};

// The attempt counts in a variable of its caller.
struct GivesUpInCallersFrame {
  static constexpr auto threads() { return std::tuple{&GivesUpInCallersFrame::waits, &GivesUpInCallersFrame::sets}; }

  Layer::atomic<bool> is_set{false};
  Layer::var<int> data{0};

  void waits() {
    int attempts = 0;
    Layer::retry([this, &attempts] { return is_set.load(kAcquire) || ++attempts == 3; });
    (void)data.get();
  }
  void sets() {
    data.set(1);
    is_set.store(true, kRelease);
  }
};

template <class Memory>
struct GivesUpLocking {
  static constexpr auto threads() { return std::tuple{&GivesUpLocking::waits, &GivesUpLocking::sets}; }

  Layer::mutex mutex;
  Layer::var<bool> is_set{false};
  Layer::var<int> data{0};
  Memory memory;

  void waits() {
    for (;;) {
      mutex.lock();
      const bool is_done = is_set.get();
      mutex.unlock();
      if (is_done || memory.next() == 3) break;
    }
    (void)data.get();
  }
  void sets() {
    data.set(1);
    mutex.lock();
    is_set.set(true);
    mutex.unlock();
  }
};

// A thread that the model starts, whose code counts in what it has captured.
struct GivesUpInStartedCode {
  static constexpr auto threads() { return std::tuple{&GivesUpInStartedCode::starts, &GivesUpInStartedCode::sets}; }

  Layer::atomic<bool> is_set{false};
  Layer::var<int> data{0};

  void starts() {
    Layer::thread waits([this, count = 0]() mutable {
      while (!is_set.load(kAcquire))
        if (++count == 3) break;
      (void)data.get();
    });
    waits.join();
  }
  void sets() {
    data.set(1);
    is_set.store(true, kRelease);
  }
};

// One thread counts in a variable on the stack of another, which waits for it meanwhile.
struct GivesUpOnAnothersStack {
  static constexpr auto threads() {
    return std::tuple{&GivesUpOnAnothersStack::lends, &GivesUpOnAnothersStack::waits, &GivesUpOnAnothersStack::sets};
  }

  Layer::atomic<int*> lent{nullptr};
  Layer::atomic<bool> is_over{false}, is_set{false};
  Layer::var<int> data{0};

  void lends() {
    int count = 0;
    lent.store(&count, kRelease);
    (void)is_over.spin_until([](bool over) { return over; }, kAcquire);
  }
  void waits() {
    int* const count = lent.spin_until([](int* each) { return each != nullptr; }, kAcquire);
    while (!is_set.load(kAcquire))
      if (++*count == 3) break;
    is_over.store(true, kRelease);
    (void)data.get();
  }
  void sets() {
    data.set(1);
    is_set.store(true, kRelease);
  }
};

}  // namespace vigil::conformance::loops
