#pragma once

#include <vigil/atomics/loops.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <atomic>
#include <concepts>
#include <utility>

/// \cond
// The runtime of ThreadSanitizer, which both compilers link: fibers, and accesses that are not checked.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the tool chose these names.
void* __tsan_get_current_fiber(void);
void* __tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void* fiber);
void __tsan_switch_to_fiber(void* fiber, unsigned flags);
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
}
/// \endcond

namespace vigil {

namespace detail {

// The two shadows of a thread; see TsanAtomics.
class TsanShadows {
 public:
  TsanShadows() = default;
  TsanShadows(const TsanShadows&) = delete;
  TsanShadows& operator=(const TsanShadows&) = delete;
  ~TsanShadows() {
    destroy(reader_);
    destroy(writer_);
  }

  static TsanShadows& of_this_thread() {
    thread_local TsanShadows shadows;
    return shadows;
  }

  [[nodiscard]] bool has_released() const { return writer_ != nullptr; }

  void acquire_fence() {
    if (reader_ == nullptr) return;
    enter(reader_, kSilently);
    leave(kHandingOver);
  }

  void release_fence() {
    // The reader runs read-modify-writes, which publish what the fence covers.
    for (void** shadow : {&reader_, &writer_}) {
      enter(created(*shadow), kHandingOver);
      leave(kSilently);
    }
  }

  template <class Operation>
  auto read(Operation operation) {
    enter(created(reader_), kSilently);
    const auto result = operation();
    leave(kSilently);
    return result;
  }

  template <class Operation>
  void write(Operation operation) {
    enter(writer_, kSilently);
    operation();
    leave(kSilently);
  }

  // `acquires` decides with the result, because a compare-exchange has one order for each outcome.
  template <class Operation, class Acquires>
  auto read_modify_write(bool releases, Operation operation, Acquires acquires) {
    enter(created(reader_), releases ? kHandingOver : kSilently);
    const auto result = operation();
    leave(acquires(result) ? kHandingOver : kSilently);
    return result;
  }

 private:
  // The flag of a fiber switch that also passes the clock on.
  static constexpr unsigned kHandingOver = 0;
  static constexpr unsigned kSilently = 1;

  // Always inlined: ThreadSanitizer keeps the calls of each fiber on a stack, and would note a call of these functions
  // on one stack and its return on the other.
  [[gnu::always_inline]] void enter(void* shadow, unsigned clock) { __tsan_switch_to_fiber(shadow, clock); }
  [[gnu::always_inline]] void leave(unsigned clock) { __tsan_switch_to_fiber(thread_, clock); }

  // ThreadSanitizer ignores a shadow's accesses: a shadow does not know which thread initialised the memory. The thread
  // itself has checked the location.
  void* created(void*& shadow) {
    if (shadow == nullptr) {
      shadow = __tsan_create_fiber(0);
      enter(shadow, kSilently);
      AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
      AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
      leave(kSilently);
    }
    return shadow;
  }

  void destroy(void* shadow) {
    if (shadow == nullptr) return;
    enter(shadow, kSilently);
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
    leave(kSilently);
    __tsan_destroy_fiber(shadow);
  }

  void* thread_ = __tsan_get_current_fiber();
  void* reader_ = nullptr;
  void* writer_ = nullptr;
};

}  // namespace detail

/// The layer for builds with -fsanitize=thread, and only for these.
///
/// ThreadSanitizer keeps a clock for each thread (what happened before now) and for each atomic (what its value
/// publishes). It ignores fences, so it would report every protocol that publishes through a fence. The usual
/// workaround, stronger orders on the accesses, hides a missing fence. Here each thread gets two shadows. A shadow is a
/// fiber of ThreadSanitizer with its own clock, which runs only relaxed operations for the thread:
/// - The *reader* acquires what relaxed reads read. An acquire fence passes this on to the thread.
/// - The *writer* knows what the thread had done at its last release fence. Relaxed stores release that, and no more.
///
/// A seq_cst fence is both, and creates no other happens-before. So a fence affects exactly the operations that it
/// affects in C++, and ThreadSanitizer reports a missing, misplaced or too weak fence as a race. No access is hidden:
/// the thread itself reads each location that a shadow is about to use, so a use after free is reported as well.
///
/// In these cases ThreadSanitizer still sees too much order, and may miss a race. It never reports a false one:
/// - A read-modify-write weaker than acq_rel runs in the reader, because a fence may strengthen it. It passes on what
///   earlier relaxed reads of this thread read, and what earlier such read-modify-writes released. If it acquires, the
///   thread gets that as well.
/// - A failed compare-exchange of acq_rel or stronger acquires what it reads, for every failure order.
/// - A relaxed store of a thread that has made no release fence yet leaves the clock of the atomic unchanged:
///   ThreadSanitizer treats it as a continued release sequence.
/// - A light fence is a fence, and so orders against every other fence.
/// - ThreadSanitizer runs on the machine, with the machine's values. Only models show stale values.
///
/// \snippet atomics/tsan_atomics.cpp example
struct TsanAtomics : StdAtomics {
  /// An atomic of StdAtomics, some of whose operations run in a shadow.
  ///
  /// \tparam T as for `std::atomic`.
  template <class T>
  class atomic {
   public:
    /// See StdAtomics::atomic.
    /// \{
    constexpr atomic() noexcept = default;
    explicit constexpr atomic(T value, Name /*name*/ = {}) noexcept : value_(value) {}

    [[nodiscard]] T load(std::memory_order order) const noexcept {
      if (order != std::memory_order_relaxed) return value_.load(order);
      touch();
      return shadows().read([&] { return value_.load(std::memory_order_acquire); });
    }

    void store(T value, std::memory_order order) noexcept {
      if (order != std::memory_order_relaxed || !shadows().has_released()) return value_.store(value, order);
      touch();
      shadows().write([&] { value_.store(value, std::memory_order_release); });
    }

    T exchange(T value, std::memory_order order) noexcept {
      return modify(order, [&](std::memory_order actual) { return value_.exchange(value, actual); });
    }

    bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                                 std::memory_order failure) noexcept {
      return compare_exchange(
          success, failure, [&](std::memory_order actual_success, std::memory_order actual_failure) {
            return value_.compare_exchange_strong(expected, desired, actual_success, actual_failure);
          });
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) noexcept {
      return compare_exchange(success, failure,
                              [&](std::memory_order actual_success, std::memory_order actual_failure) {
                                return value_.compare_exchange_weak(expected, desired, actual_success, actual_failure);
                              });
    }

    T fetch_add(T value, std::memory_order order) noexcept requires std::integral<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_add(value, actual); });
    }
    T fetch_sub(T value, std::memory_order order) noexcept requires std::integral<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_sub(value, actual); });
    }
    T fetch_and(T value, std::memory_order order) noexcept requires std::integral<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_and(value, actual); });
    }
    T fetch_or(T value, std::memory_order order) noexcept requires std::integral<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_or(value, actual); });
    }
    T fetch_xor(T value, std::memory_order order) noexcept requires std::integral<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_xor(value, actual); });
    }
    T fetch_add(std::ptrdiff_t places, std::memory_order order) noexcept requires detail::PointerToObject<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_add(places, actual); });
    }
    T fetch_sub(std::ptrdiff_t places, std::memory_order order) noexcept requires detail::PointerToObject<T> {
      return modify(order, [&](std::memory_order actual) { return value_.fetch_sub(places, actual); });
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

    // Sleeps in the standard library's wait. A load of this layer then reads the value.
    void wait(T old, std::memory_order order) const noexcept {
      while (load(order) == old) value_.wait(old, std::memory_order_relaxed);
    }
    void notify_one() noexcept { value_.notify_one(); }
    void notify_all() noexcept { value_.notify_all(); }
    /// \}

   private:
    static detail::TsanShadows& shadows() { return detail::TsanShadows::of_this_thread(); }

    static bool acquires(std::memory_order order) {
      return order != std::memory_order_relaxed && order != std::memory_order_release;
    }
    static bool releases(std::memory_order order) {
      return order != std::memory_order_relaxed && order != std::memory_order_acquire &&
             order != std::memory_order_consume;
    }

    // A check that a shadow cannot make: may this thread access the location at all?
    void touch() const noexcept { static_cast<void>(value_.load(std::memory_order_relaxed)); }

    // The order of the shadow's operation: its clock flows both ways, or only into the shadow before the first release
    // fence. The order is not one of the thread's own.
    static std::memory_order strengthened(std::memory_order order) {
      return releases(order) || shadows().has_released() ? std::memory_order_acq_rel : std::memory_order_acquire;
    }

    // Whether the read-modify-write only orders other threads with the thread's current state.
    static bool is_the_threads_own(std::memory_order order) {
      return acquires(order) && (releases(order) || !shadows().has_released());
    }

    template <class Operation>
    T modify(std::memory_order order, Operation operation) noexcept {
      if (is_the_threads_own(order)) return operation(order);
      touch();
      return shadows().read_modify_write(
          releases(order), [&] { return operation(strengthened(order)); }, [&](T) { return acquires(order); });
    }

    template <class Operation>
    bool compare_exchange(std::memory_order success, std::memory_order failure, Operation operation) noexcept {
      if (is_the_threads_own(success))
        return operation(success, acquires(failure) ? failure : std::memory_order_acquire);
      touch();
      return shadows().read_modify_write(
          releases(success), [&] { return operation(strengthened(success), std::memory_order_acquire); },
          [&](bool exchanged) { return acquires(exchanged ? success : failure); });
    }

    std::atomic<T> value_{};
  };

  /// A fence that ThreadSanitizer understands.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  /// \orders As of `std::atomic_thread_fence`.
  static void fence(std::memory_order order) noexcept {
    if (order == std::memory_order_relaxed) return;
    if (order != std::memory_order_release) detail::TsanShadows::of_this_thread().acquire_fence();
    // Not `std::atomic_thread_fence`, which g++ does not compile under this sanitizer.
    __sync_synchronize();
    if (order != std::memory_order_acquire && order != std::memory_order_consume) {
      detail::TsanShadows::of_this_thread().release_fence();
    }
  }

  /// Fences, both of them.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  /// \orders As of `std::atomic_thread_fence`.
  /// \{
  static void fence_light(std::memory_order order) noexcept { fence(order); }
  static void fence_heavy(std::memory_order order) noexcept { fence(order); }
  /// \}
};

static_assert(ThreadedLayer<TsanAtomics>);

}  // namespace vigil
