#pragma once

#include "program.hpp"

#include <pthread.h>

#include <array>
#include <cstdint>
#include <functional>

namespace vigil::unmodified {

// OS threads that sleep: each thread of the program runs with the thread pointer of one of them, so that it has
// thread-local variables, an errno and a pthread_t of its own.
class ThreadPointers {
 public:
  // Throws std::system_error if there are no more threads.
  ThreadPointers();
  [[nodiscard]] const std::array<void*, kMostThreads>& all() const { return pointers_; }
  [[nodiscard]] void* operator[](unsigned thread) const { return pointers_[thread]; }
  // kMostThreads if it is no thread of the program.
  [[nodiscard]] unsigned thread_with(std::uintptr_t pointer) const;

 private:
  std::array<void*, kMostThreads> pointers_{};
};

[[nodiscard]] const ThreadPointers& thread_pointers();

// What pthread_create and its like do with a thread of the program, and return. The code calls run_thread with the
// function and the argument. It is small enough for std::function to keep it without memory of its own: the address of
// that would differ from run to run, and the compiler might keep it where the thread's state is compared.
struct Started {
  std::function<void()> code;
  const void* function = nullptr;
  const void* argument = nullptr;
};
int create(pthread_t* thread, bool is_detached, Started started);
void run_thread(void* (*function)(void*), void* argument);
void run_thread(int (*function)(void*), void* argument);
int join(pthread_t thread, void** result);
int detach(pthread_t thread);
// The program learns which thread it is that runs.
void note_name_of_current();
[[noreturn]] void exit_thread(void* result);

// The result of a thread of C11, as one of POSIX.
[[nodiscard]] inline void* pack(int result) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(result)); }

// What threads leave behind is forgotten.
void begin_threads();
// On the thread's own stack: its thread-local variables begin, and end.
void begin_thread_locals();
void end_thread_locals();

}  // namespace vigil::unmodified
