#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/name.hpp>

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace vigil {

// The production layer: the machine itself. Everything here compiles to what hand-written `std::atomic` code compiles
// to; `proofs/atomics/zero_overhead` compares the instructions.
struct StdAtomics {
  // `std::atomic` without its default orders, so that forgetting one is an error.
  template <class T>
  class atomic {
   public:
    constexpr atomic() noexcept = default;
    explicit constexpr atomic(T value, Name /*name*/ = {}) noexcept : value_(value) {}

    [[nodiscard]] T load(std::memory_order order) const noexcept { return value_.load(order); }
    void store(T value, std::memory_order order) noexcept { value_.store(value, order); }
    T exchange(T value, std::memory_order order) noexcept { return value_.exchange(value, order); }

    bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                                 std::memory_order failure) noexcept {
      return value_.compare_exchange_strong(expected, desired, success, failure);
    }
    // Inlined early, for g++ 12: it takes a loop around a compare-exchange for one that seldom repeats only if it sees
    // the instruction while it guesses how often each branch is taken.
    [[gnu::always_inline]] bool compare_exchange_weak(T& expected, T desired, std::memory_order success,
                                                      std::memory_order failure) noexcept {
      return value_.compare_exchange_weak(expected, desired, success, failure);
    }

    T fetch_add(T value, std::memory_order order) noexcept requires std::integral<T> {
      return value_.fetch_add(value, order);
    }
    T fetch_sub(T value, std::memory_order order) noexcept requires std::integral<T> {
      return value_.fetch_sub(value, order);
    }
    T fetch_and(T value, std::memory_order order) noexcept requires std::integral<T> {
      return value_.fetch_and(value, order);
    }
    T fetch_or(T value, std::memory_order order) noexcept requires std::integral<T> {
      return value_.fetch_or(value, order);
    }

    template <class Predicate>
    T spin_until(Predicate predicate, std::memory_order order) const {
      return detail::spin_until<StdAtomics>(*this, predicate, order);
    }
    template <class Function>
    T spin_update(Function function, std::memory_order success, std::memory_order failure) {
      return detail::spin_update<StdAtomics>(*this, function, success, failure);
    }
    template <class Function>
    auto fetch_update(Function function, std::memory_order success, std::memory_order failure)
        -> detail::ValueBefore<T, Function> {
      return detail::fetch_update_from(*this, load(failure), function, success, failure);
    }
    template <class Function>
    auto fetch_update_from(T guess, Function function, std::memory_order success, std::memory_order failure)
        -> detail::ValueBefore<T, Function> {
      return detail::fetch_update_from(*this, guess, function, success, failure);
    }

    void wait(T old, std::memory_order order) const noexcept { value_.wait(old, order); }
    void notify_one() noexcept { value_.notify_one(); }
    void notify_all() noexcept { value_.notify_all(); }

   private:
    std::atomic<T> value_{};
  };

  // On x86-64 a locked instruction on this thread's own stack is a full fence and costs half of `mfence`, which clang
  // emits. Inside the red zone, and not at its top, it never waits for the store of the return address, as g++'s own
  // `lock orq $0, (%rsp)` does in a function that was just called. `bench/atomics` measures all three.
  static void fence(std::memory_order order) noexcept {
#if defined(__x86_64__) && defined(__GNUC__)
    if (order == std::memory_order_seq_cst) {
      __asm__ __volatile__("lock; orl $0, -64(%%rsp)" ::: "memory", "cc");
      return;
    }
#endif
    std::atomic_thread_fence(order);
  }

  // Plain data.
  template <class T>
  class var {
   public:
    constexpr var() noexcept = default;
    explicit constexpr var(Name /*name*/) noexcept {}
    explicit constexpr var(T value, Name /*name*/ = {}) noexcept : value_(std::move(value)) {}
    [[nodiscard]] const T& get() const noexcept { return value_; }
    void set(T value) noexcept { value_ = std::move(value); }

   private:
    T value_{};
  };

  class mutex : public std::mutex {
   public:
    constexpr mutex() noexcept = default;
    explicit constexpr mutex(Name /*name*/) noexcept {}
  };

  class condition_variable {
   public:
    condition_variable() = default;
    explicit condition_variable(Name /*name*/) {}

    void wait(mutex& held) {
      std::unique_lock<std::mutex> lock(held, std::adopt_lock);
      condition_.wait(lock);
      lock.release();
    }
    void notify_one() noexcept { condition_.notify_one(); }
    void notify_all() noexcept { condition_.notify_all(); }

   private:
    std::condition_variable condition_;
  };

  using thread = std::thread;

  template <class T>
  class thread_specific {
   public:
    [[nodiscard]] static T* get() noexcept { return own; }
    static void set(T* pointer) noexcept { own = pointer; }

   private:
    static inline thread_local constinit T* own = nullptr;
  };

  static void yield() noexcept { std::this_thread::yield(); }

  static void relax() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb" ::: "memory");
#endif
  }

  template <class Attempt>
  [[gnu::always_inline]] static void retry(Attempt attempt) {
    detail::retry(attempt);
  }

  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name /*name*/ = {}) {
    return ::operator new(bytes, std::align_val_t(alignment));
  }
  static void deallocate(void* memory, std::size_t /*bytes*/, std::size_t alignment) noexcept {
    ::operator delete(memory, std::align_val_t(alignment));
  }

  static constexpr void require([[maybe_unused]] bool condition, [[maybe_unused]] const char* what) noexcept {
    assert(condition && what);
  }
};

static_assert(ThreadedLayer<StdAtomics>);

}  // namespace vigil
