#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

// What `std::this_thread::yield` calls. <thread> is half of all that a primitive includes.
#if defined(_WIN32)
#include <thread>
#else
#include <sched.h>
#endif

#if defined(__GLIBCXX__) && defined(_WIN32)
/// \cond
// As <windows.h> declares them. The library `synchronization` has them.
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the system chose these names.
int __stdcall WaitOnAddress(volatile void* word, void* old, std::size_t bytes, unsigned long milliseconds);
void __stdcall WakeByAddressSingle(void* word);
void __stdcall WakeByAddressAll(void* word);
// NOLINTEND(readability-identifier-naming)
}
/// \endcond
#endif

namespace vigil::detail {

inline void yield_processor() noexcept {
#if defined(_WIN32)
  std::this_thread::yield();
#else
  sched_yield();
#endif
}

// Before its version 16 libstdc++ counts in inline variables who waits for an atomic, and wakes no thread if that count
// is zero. Shared objects may have one count each; then a notify of the one does not wake a wait of the other. So words
// that the system can wait for wait there, as libstdc++ does it on Linux, but without the count: the primitives of
// Vigil notify only if a thread may wait.
#if defined(__GLIBCXX__) && defined(_GLIBCXX_HAVE_LINUX_FUTEX) && _GLIBCXX_RELEASE < 16

template <class T>
inline constexpr bool kWaitsInTheSystem = sizeof(T) == sizeof(std::uint32_t);

// Blocks while the word is `old`, or returns for no reason.
inline void wait_in_the_system(const void* word, std::uint32_t old) noexcept {
  constexpr int kWaitPrivate = 128;
  syscall(SYS_futex, word, kWaitPrivate, old, nullptr);
}
inline void wake_in_the_system(const void* word, int threads) noexcept {
  constexpr int kWakePrivate = 129;
  syscall(SYS_futex, word, kWakePrivate, threads);
}

#elif defined(__GLIBCXX__) && defined(_WIN32)

// Where libstdc++ has no futex, it compares the word, and then locks a mutex and waits on a condition variable without
// comparing it again. Its notify does not take the mutex, so that one in between is lost.
template <class T>
inline constexpr bool kWaitsInTheSystem = sizeof(T) == sizeof(std::uint32_t);

inline void wait_in_the_system(const void* word, std::uint32_t old) noexcept {
  constexpr unsigned long kForEver = 0xFFFFFFFF;
  WaitOnAddress(const_cast<void*>(word), &old, sizeof old, kForEver);
}
inline void wake_in_the_system(const void* word, int threads) noexcept {
  void* const address = const_cast<void*>(word);
  threads == 1 ? WakeByAddressSingle(address) : WakeByAddressAll(address);
}

#else

template <class>
inline constexpr bool kWaitsInTheSystem = false;
void wait_in_the_system(const void* word, std::uint32_t old) noexcept;
void wake_in_the_system(const void* word, int threads) noexcept;

#endif

// As the members of `std::atomic`.

template <class T>
void wait(const std::atomic<T>& word, T old, std::memory_order order) noexcept {
  if constexpr (kWaitsInTheSystem<T>) {
    while (word.load(order) == old) wait_in_the_system(&word, std::bit_cast<std::uint32_t>(old));
  } else {
    word.wait(old, order);
  }
}

template <class T>
void notify_one(std::atomic<T>& word) noexcept {
  if constexpr (kWaitsInTheSystem<T>)
    wake_in_the_system(&word, 1);
  else
    word.notify_one();
}

template <class T>
void notify_all(std::atomic<T>& word) noexcept {
  if constexpr (kWaitsInTheSystem<T>)
    wake_in_the_system(&word, std::numeric_limits<int>::max());
  else
    word.notify_all();
}

}  // namespace vigil::detail
