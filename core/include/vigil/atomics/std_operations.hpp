#pragma once

#include <vigil/atomics/fences.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/name.hpp>
#include <vigil/atomics/system_wait.hpp>

#include <atomic>
#include <cassert>
#include <cstddef>
#include <new>
#include <utility>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace vigil {

/// The production layer: the machine itself. A ThreadedLayer, if `vigil/atomics/std_atomics.hpp` is included. This
/// header is for primitives that need no lock: it spares the compiler half of what the standard library's threads bring
/// along.
///
/// Everything here compiles to what hand-written `std::atomic` code compiles to; `proofs/atomics/zero_overhead`
/// compares the instructions. Each member does what the concept AtomicsLayer says. Names are ignored.
///
/// \snippet atomics/std_operations.cpp example
struct StdAtomics {
  /// `std::atomic` without its default orders, so that forgetting one is an error.
  ///
  /// \tparam T as for `std::atomic`.
  template <class T>
  class atomic {
   public:
    /// Holds `T()`, or `value`.
    /// \{
    constexpr atomic() noexcept = default;
    explicit constexpr atomic(T value, Name /*name*/ = {}) noexcept : value_(value) {}
    /// \}

    /// As of `std::atomic`.
    ///
    /// \threads Any thread.
    /// \progress Wait-free if the processor has the instruction, lock-free if it needs a loop. For a T that is too large
    ///   for its instructions the standard library takes a lock.
    /// \orders As the order says.
    /// \{
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
    T fetch_xor(T value, std::memory_order order) noexcept requires std::integral<T> {
      return value_.fetch_xor(value, order);
    }
    T fetch_add(std::ptrdiff_t places, std::memory_order order) noexcept requires detail::PointerToObject<T> {
      return value_.fetch_add(places, order);
    }
    T fetch_sub(std::ptrdiff_t places, std::memory_order order) noexcept requires detail::PointerToObject<T> {
      return value_.fetch_sub(places, order);
    }
    /// \}

    /// Loads until the predicate holds, with a pause after every other value. Returns the value.
    ///
    /// \threads Any thread.
    /// \progress Blocking: waits for a value that another thread writes.
    /// \orders As a load with this order.
    template <class Predicate>
    T spin_until(Predicate predicate, std::memory_order order) const {
      return detail::spin_until<StdAtomics>(*this, predicate, order);
    }
    /// Waits for a value for which the function does not return nullopt, and replaces it. Returns the value before.
    ///
    /// \threads Any thread.
    /// \progress Blocking: waits for a value that another thread writes.
    /// \orders As a compare-exchange with these orders.
    template <class Function>
    T spin_update(Function function, std::memory_order success, std::memory_order failure) {
      return detail::spin_update<StdAtomics>(*this, function, success, failure);
    }
    /// Replaces the value by what the function makes of it. Returns the value before, or nullopt if the function does.
    ///
    /// fetch_update_from begins with a guess in place of the load.
    ///
    /// \threads Any thread.
    /// \progress Lock-free.
    /// \orders As a compare-exchange with these orders.
    /// \{
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
    /// \}

    /// Blocks while the value is `old`, until it is notified, as of `std::atomic`.
    ///
    /// \threads Any thread.
    /// \progress Blocking: waits until another thread has changed the value and notified.
    /// \orders As a load with this order.
    void wait(T old, std::memory_order order) const noexcept { detail::wait(value_, old, order); }
    /// Wakes a thread that waits, or all.
    ///
    /// \threads Any thread.
    /// \progress A system call if a thread waits.
    /// \{
    void notify_one() noexcept { detail::notify_one(value_); }
    void notify_all() noexcept { detail::notify_all(value_); }
    /// \}

   private:
    std::atomic<T> value_{};
  };

  /// A fence; a relaxed fence is none.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  /// \orders As of `std::atomic_thread_fence`.
  static void fence(std::memory_order order) noexcept {
    order == std::memory_order_seq_cst ? detail::full_fence() : std::atomic_thread_fence(order);
  }

  /// A pair of asymmetric fences, each of which orders against the other: together they are two seq_cst fences, of
  /// which the light one costs a load and a branch. A relaxed one is none.
  ///
  /// On Linux a heavy fence is a membarrier, which makes each running thread of the process execute a fence. The first
  /// fence of either kind registers the process for it. Until then, and for ever if the system refuses, light and heavy
  /// fences are full fences. So are they under ThreadSanitizer.
  ///
  /// \threads Any thread.
  /// \progress Wait-free; a heavy fence, and the first light one, make a system call. A heavy one takes 1 µs to 10 ms if
  ///   other threads run.
  /// \orders As of `std::experimental::asymmetric_thread_fence_light` and `asymmetric_thread_fence_heavy` (P1202R5).
  /// \throws Nothing. fence_heavy calls std::terminate if the system has registered the process and then refuses the
  ///   fence, which a filter of system calls can do that was installed after the first fence.
  /// \{
  static void fence_light(std::memory_order order) noexcept {
    if (detail::light_fence_is_free.load(std::memory_order_relaxed)) [[likely]]
      std::atomic_signal_fence(order);
    else if (order != std::memory_order_relaxed)
      detail::decide_and_fence();
  }
  static void fence_heavy(std::memory_order order) noexcept {
    if (order != std::memory_order_relaxed && !detail::fence_process()) detail::full_fence();
  }
  /// \}

  /// Plain data. Two threads must not access it at the same time if one of them calls set.
  ///
  /// \tparam T the type of the data. Moving one does not throw.
  template <class T>
  class var {
   public:
    /// Holds `T()`, or `value`.
    /// \{
    constexpr var() noexcept = default;
    explicit constexpr var(Name /*name*/) noexcept {}
    explicit constexpr var(T value, Name /*name*/ = {}) noexcept : value_(std::move(value)) {}
    /// \}

    /// The value.
    [[nodiscard]] const T& get() const noexcept { return value_; }
    /// Changes the value.
    void set(T value) noexcept { value_ = std::move(value); }

   private:
    T value_{};
  };

  /// A mutex, a condition variable and a thread: complete in `vigil/atomics/std_atomics.hpp`.
  /// \{
  class mutex;
  class condition_variable;
  class thread;
  /// \}

  /// A pointer of which each thread has its own, null at first. There is one for each type.
  ///
  /// \tparam T what it points to.
  template <class T>
  class thread_specific {
   public:
    /// Reads, or sets, the calling thread's pointer.
    ///
    /// \threads Any thread.
    /// \progress Wait-free.
    /// \{
    [[nodiscard]] static T* get() noexcept { return own; }
    static void set(T* pointer) noexcept { own = pointer; }
    /// \}

   private:
    static inline thread_local constinit T* own = nullptr;
  };

  /// Lets the system run another thread first.
  ///
  /// \threads Any thread.
  /// \progress A system call.
  static void yield() noexcept { detail::yield_processor(); }

  /// Pauses for some cycles, so that a loop that waits leaves the core to the thread that shares it. Does nothing on
  /// processors other than x86, ARM, POWER and RISC-V.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  static void relax() noexcept {
#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
    _mm_pause();
#elif defined(_MSC_VER) && (defined(_M_ARM64) || defined(_M_ARM64EC))
    __isb(_ARM64_BARRIER_SY);
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("isb" ::: "memory");
#elif defined(__ARM_ARCH) && __ARM_ARCH >= 7
    __asm__ __volatile__("yield" ::: "memory");
#elif defined(__powerpc64__)
    // Lowers the thread's priority among those of its core, and raises it again.
    __asm__ __volatile__("or 1, 1, 1\n\tor 2, 2, 2" ::: "memory");
#elif defined(__riscv)
    // `pause`, as an assembler writes it that does not know Zihintpause: a hint, and nothing to older processors.
    __asm__ __volatile__(".4byte 0x0100000F" ::: "memory");
#endif
  }

  /// Calls the attempt until it returns true.
  ///
  /// \threads Any thread.
  /// \progress Blocking, if the attempt waits for other threads.
  template <class Attempt>
  [[gnu::always_inline]] static void retry(Attempt attempt) {
    detail::retry(attempt);
  }

  /// Memory from the global `operator new`.
  ///
  /// \threads Any thread.
  /// \throws std::bad_alloc if there is no memory.
  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment, Name /*name*/ = {}) {
    return ::operator new(bytes, std::align_val_t(alignment));
  }
  /// Frees what allocate returned.
  ///
  /// \threads Any thread.
  /// \pre The alignment is that of the allocation.
  static void deallocate(void* memory, std::size_t /*bytes*/, std::size_t alignment) noexcept {
    ::operator delete(memory, std::align_val_t(alignment));
  }

  /// An assertion: does nothing in a build with NDEBUG.
  ///
  /// \threads Any thread.
  static constexpr void require([[maybe_unused]] bool condition, [[maybe_unused]] const char* what) noexcept {
    assert(condition && what);
  }
};

static_assert(WaitingLayer<StdAtomics>);

}  // namespace vigil
