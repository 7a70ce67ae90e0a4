#pragma once

#include "run_dependent_words.hpp"

#include <vigil/checker/hooks.hpp>

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdint>

namespace vigil::checker {

// A stack on which code runs until it suspends itself. A fiber belongs to the OS thread that constructs it.
//
// Exceptions may be thrown and caught in a fiber, and it may suspend while one is in flight or being handled.
class Fiber {
 public:
  // Never returns: it ends in a `suspend()` after which it is not resumed.
  using Entry = void (*)(void* argument);

  // The memory below the stack faults. Throws std::bad_alloc. `place`: mapped memory that becomes the stack and its
  // guard, needed_for(stack_bytes) of it, whole pages; null if it may lie anywhere.
  explicit Fiber(std::size_t stack_bytes, void* place = nullptr);
  [[nodiscard]] static std::size_t needed_for(std::size_t stack_bytes);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // At the next resume `entry` runs from the beginning. Code that ran on the stack before is abandoned: its destructors
  // do not run, and an exception that it was handling is leaked. Must not be called on the fiber itself.
  void start(Entry entry, void* argument);
  // From the next start on the fiber's code runs with this thread pointer, of an OS thread that does nothing: its
  // thread-local variables are that thread's. Null: those of the OS thread that resumes it.
  void run_with(void* thread_pointer) { thread_pointer_ = thread_pointer; }
  // Runs the fiber until it suspends. Fibers nest: `suspend` returns to the resumer.
  void resume();
  // Called on this fiber, which must be the current one, or in the handler of a signal that it raised.
  void suspend();
  // The fiber that runs now in this OS thread; null outside.
  [[nodiscard]] static Fiber* current() noexcept;

  // Whether an address lies in the stack, and whether it lies in the guard below, which an overflow hits.
  [[nodiscard]] bool contains(const void* address) const;
  [[nodiscard]] bool overflows_at(const void* address) const;
  [[nodiscard]] const void* top() const { return top_; }
  // The lowest stack address in use, while the fiber is suspended.
  [[nodiscard]] const void* suspended() const { return suspended_; }

  // Zeroes the stack from `lowest` up, so that two executions find the same bytes there. The fiber must then be started
  // again.
  void clear(const void* lowest);

 private:
  // The C++ runtime's state of exceptions. The runtime has one for each OS thread; each fiber needs its own.
  struct Exceptions {
    void* caught = nullptr;
    unsigned uncaught = 0;
  };

  [[noreturn]] static void run(void* self);
  [[nodiscard]] std::size_t stack_bytes() const { return static_cast<std::size_t>(top_ - bottom_); }
  // Clears the sanitizers' record of the stack's earlier use.
  void forget_earlier_use();

  std::byte* bottom_ = nullptr;
  std::byte* top_ = nullptr;
  void* suspended_ = nullptr;  // where the fiber goes on
  void* resumer_ = nullptr;    // where its resumer goes on
  Fiber* outer_ = nullptr;     // the fiber that resumed this one
  void* thread_pointer_ = nullptr;
  Exceptions* current_exceptions_;
  Exceptions exceptions_;  // of the resumer while the fiber runs, and else of the fiber
  Entry entry_ = nullptr;
  void* argument_ = nullptr;

  // For AddressSanitizer: the resumer's stack. For ThreadSanitizer: both sides of the switch.
  void* fake_stack_ = nullptr;
  const void* resumer_bottom_ = nullptr;
  std::size_t resumer_bytes_ = 0;
  void* thread_ = nullptr;
  void* resumer_thread_ = nullptr;
};

// The callee-saved registers and the stack pointer of the caller. With the live stack above it, they are the whole
// state of a thread. The return address, in a register or on top of the stack, counts as well: in a loop that the
// compiler has unrolled, nothing else distinguishes the iterations.
struct Registers {
#if defined(__x86_64__) && !defined(VIGIL_PORTABLE_FIBERS)
  static constexpr std::size_t kSaved = 6;
#elif defined(__aarch64__) && !defined(VIGIL_PORTABLE_FIBERS)
  static constexpr std::size_t kSaved = 20;
#else
  static constexpr std::size_t kWord = sizeof(std::uint64_t);
  static constexpr std::size_t kSaved = (sizeof(std::jmp_buf) + kWord - 1) / kWord + 1;
#endif
  alignas(16) std::array<std::uint64_t, kSaved> values{};
  const void* stack_pointer = nullptr;
};

inline void capture(Registers& registers) noexcept { vigil_checker_capture(&registers); }

// The digest of the registers and of the first word on the stack, which may be the return address.
[[nodiscard]] std::uint64_t digest(const Registers& registers, RunDependentWords differing);
// The digest of the registers and of the stack from their stack pointer to the top of the fiber.
[[nodiscard]] std::uint64_t digest(const Registers& registers, const Fiber& fiber, RunDependentWords differing = {});

}  // namespace vigil::checker
