#pragma once

#include <atomic>
#include <exception>

// Inline assembly is invisible to what -fsanitize=thread puts into the code: ThreadSanitizer, or Vigil::unmodified.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define VIGIL_ASSEMBLY_IS_HIDDEN 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define VIGIL_ASSEMBLY_IS_HIDDEN 1
#endif

namespace vigil::detail {

// A fence that is seq_cst.
inline void full_fence() noexcept {
#if defined(VIGIL_ASSEMBLY_IS_HIDDEN)
  // g++ warns of the standard's fence that ThreadSanitizer does not understand it, and not of this one.
  __sync_synchronize();
#elif defined(__x86_64__) && defined(__GNUC__)
  // A locked instruction on this thread's own stack is a full fence and costs half of `mfence`, which clang emits.
  // Inside the red zone, and not at its top, it never waits for the store of the return address, as g++'s own
  // `lock orq $0, (%rsp)` does in a function that was just called. `bench/atomics` measures all three.
  __asm__ __volatile__("lock; orl $0, -64(%%rsp)" ::: "memory", "cc");
#else
  std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
}

// A fence that each thread of the process executes, by membarrier. Linux has it since 4.14, and libstdc++ declares the
// system call where it waits by futexes. ThreadSanitizer, and what checks programs as they are, do not know it.
#if defined(VIGIL_ASSEMBLY_IS_HIDDEN) || !defined(__GLIBCXX__) || !defined(SYS_membarrier)

inline bool register_process() noexcept { return false; }
inline bool fence_registered_process() noexcept { return false; }

#else

inline bool register_process() noexcept {
  constexpr int kRegisterPrivateExpedited = 16;
  return syscall(SYS_membarrier, kRegisterPrivateExpedited, 0, 0) == 0;
}
inline bool fence_registered_process() noexcept {
  constexpr int kPrivateExpedited = 8;
  return syscall(SYS_membarrier, kPrivateExpedited, 0, 0) == 0;
}

#endif

// Whether a light fence needs no instruction. It does not change back. While it is false, light fences are full.
inline constinit std::atomic<bool> light_fence_is_free{false};

// Asks the system once, in the first light or heavy fence of the process.
inline bool has_process_fence() noexcept {
  static const bool is_registered = [] {
    const bool succeeded = register_process();
    if (succeeded) light_fence_is_free.store(true, std::memory_order_relaxed);
    return succeeded;
  }();
  return is_registered;
}

// False if the process has no such fence, and then no light fence is free. The system may refuse the fence later, to a
// process that has given up system calls. Nothing can then take its place, because light fences have run.
inline bool fence_process() noexcept {
  if (!has_process_fence()) return false;
  if (!fence_registered_process()) std::terminate();
  return true;
}

// A light fence that is not free. Not inlined: it is one of the first of the process, or the processor's own fence
// costs more than the call.
[[gnu::noinline]] inline void decide_and_fence() noexcept {
  has_process_fence();
  full_fence();
}

}  // namespace vigil::detail

#undef VIGIL_ASSEMBLY_IS_HIDDEN
