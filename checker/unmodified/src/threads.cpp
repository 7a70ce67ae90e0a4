// The program's threads: pthread_create and what belongs to it. std::thread and thrd_create are made of it.

#include "threads.hpp"

#include "entry.hpp"
#include "hook.hpp"
#include "loaded_objects.hpp"
#include "next.hpp"
#include "objects.hpp"
#include "places.hpp"
#include "specifics.hpp"
#include "startup.hpp"

#include <vigil/checker/hooks.hpp>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "thread_pointer.hpp"

namespace vigil::unmodified {
namespace {

// What a thread of the program is, beside its steps.
struct Thread {
  void* result = nullptr;
  bool is_joined = false;
  bool is_detached = false;
  struct Destructor {
    void (*function)(void*);
    void* object;
  };
  std::vector<Destructor> destructors;  // of its thread-local variables
};
std::array<Thread, kMostThreads>& threads() {
  static std::array<Thread, kMostThreads> all;
  return all;
}

// Never returns. No code of ours may depend on what is at this thread's thread pointer from now on.
void* park(void* where) {
  static_cast<std::atomic<void*>*>(where)->store(checker::ThreadPointer::get(), std::memory_order_release);
  for (;;) syscall(SYS_pause);
}

struct ThreadExit {};

// std::thread of libstdc++ starts a function of its own, with an object that only the new thread uses.
std::size_t bytes_handed_over(const Started& started) {
  return is_of_system(started.function) ? detail::bytes_of(started.argument) : 0;
}

detail::ThreadCode what_runs(const Started& started) {
  detail::ThreadCode what;
  what.add(&started.function, sizeof started.function);
  if (const std::size_t bytes = bytes_handed_over(started); bytes != 0)
    what.add(started.argument, bytes);
  else
    what.add(&started.argument, sizeof started.argument);
  return what;
}

// What the starter has done with this memory it might have done before it started the first of threads that are equal.
void backdate(const void* memory, std::size_t bytes, unsigned first_start) {
  detail::backdate(memory, first_start);
  Moment then = checker::Runtime::current().replay().now();
  then.next = first_start;
  shadow().renew(reinterpret_cast<std::uintptr_t>(memory), bytes, then);
}

template <class Result>
void run(Result (*function)(void*), void* argument) {
  {
    const Hook hook;
    begin_thread_locals();
  }
  void* result = nullptr;
  try {
    if constexpr (std::is_pointer_v<Result>)
      result = function(argument);
    else
      result = pack(function(argument));
  } catch (const ThreadExit&) {
    const Hook hook;
    result = threads()[current_thread()].result;
  }
  {
    const Hook hook;
    threads()[current_thread()].result = result;
  }
  end_thread_locals();
}

}  // namespace

ThreadPointers::ThreadPointers() {
  static std::array<std::atomic<void*>, kMostThreads> found;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (auto& each : found) {
    pthread_t thread{};
    if (const int error = VIGIL_NEXT(pthread_create)(&thread, &attributes, &park, &each); error != 0)
      throw std::system_error(error, std::generic_category(), "pthread_create");
    while (each.load(std::memory_order_acquire) == nullptr) sched_yield();
  }
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  std::transform(found.begin(), found.end(), pointers_.begin(), [](const auto& each) { return each.load(); });
}

unsigned ThreadPointers::thread_with(std::uintptr_t pointer) const {
  const auto at = std::find(pointers_.begin(), pointers_.end(), reinterpret_cast<void*>(pointer));
  return static_cast<unsigned>(at - pointers_.begin());
}

const ThreadPointers& thread_pointers() {
  static const ThreadPointers the;
  return the;
}

void run_thread(void* (*function)(void*), void* argument) { run(function, argument); }
void run_thread(int (*function)(void*), void* argument) { run(function, argument); }

int create(pthread_t* thread, bool is_detached, Started started) {
  const Hook hook;
  const auto what = what_runs(started);
  if (const std::size_t bytes = bytes_handed_over(started); bytes != 0)
    if (const auto first = detail::first_start_of(what)) backdate(started.argument, bytes, *first);
  const unsigned number = detail::start_thread(std::move(started.code), what, place());
  threads()[number].is_detached = is_detached;
  objects().access({reinterpret_cast<std::uintptr_t>(thread), sizeof *thread, true});
  *thread = reinterpret_cast<pthread_t>(thread_pointers()[number]);
  return 0;
}

void note_name_of_current() {
  const Hook hook;
  detail::note_name_of(current_thread());
}

int join(pthread_t thread, void** result) {
  const Hook hook;
  const unsigned number = thread_pointers().thread_with(static_cast<std::uintptr_t>(thread));
  if (number == kMostThreads) return ESRCH;
  if (number == current_thread()) return EDEADLK;
  Thread& joined = threads()[number];
  if (joined.is_joined || joined.is_detached)
    violate(Violation::requirement, "a thread is joined that was joined or detached already");
  detail::join_thread(number, place());
  joined.is_joined = true;
  if (result != nullptr) {
    // It is a thing of this thread, and the joining one knows of which.
    detail::note_name_of(number);
    objects().access({reinterpret_cast<std::uintptr_t>(result), sizeof *result, true});
    *result = joined.result;
  }
  return 0;
}

int detach(pthread_t thread) {
  const Hook hook;
  const unsigned number = thread_pointers().thread_with(static_cast<std::uintptr_t>(thread));
  if (number == kMostThreads) return ESRCH;
  Thread& detached = threads()[number];
  if (detached.is_joined || detached.is_detached)
    violate(Violation::requirement, "a thread is detached that was joined or detached already");
  detached.is_detached = true;
  return 0;
}

void exit_thread(void* result) {
  {
    const Hook hook;
    threads()[current_thread()].result = result;
  }
  throw ThreadExit();
}

void begin_threads() {
  for (Thread& each : threads()) {
    each.result = nullptr;
    each.is_joined = each.is_detached = false;
    each.destructors.clear();
  }
}

// The C++ runtime has thread-local data too: of call_once, and of exceptions in flight.
void begin_thread_locals() {
  static const auto objects = [] {
    std::vector<LoadedObject> found;
    std::ranges::copy_if(loaded_objects(), std::back_inserter(found), [](const LoadedObject& object) {
      return object.thread_local_data != nullptr && (object.is_programs || is_runtime_library(object));
    });
    return found;
  }();
  const auto* const own = static_cast<const std::byte*>(main_thread_pointer());
  auto* const here = static_cast<std::byte*>(checker::ThreadPointer::get());
  for (const LoadedObject& object : objects) {
    std::byte* const data = here + (object.thread_local_data - own);
    std::memcpy(data, object.thread_local_image, object.thread_local_image_bytes);
    std::memset(data + object.thread_local_image_bytes, 0, object.thread_local_bytes - object.thread_local_image_bytes);
  }
  errno = 0;
}

void end_thread_locals() {
  for (;;) {
    Thread::Destructor last{};
    {
      const Hook hook;
      auto& destructors = threads()[current_thread()].destructors;
      if (destructors.empty()) break;
      last = destructors.back();
      destructors.pop_back();
    }
    last.function(last.object);
  }
  destroy_specifics();
}

}  // namespace vigil::unmodified

using namespace vigil::unmodified;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names of the C library.
extern "C" {

VIGIL_HIDDEN int hook_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                                     void* argument) {
  if (explores()) {
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
    return create(thread, state == PTHREAD_CREATE_DETACHED,
                  {[=] { run_thread(function, argument); }, reinterpret_cast<const void*>(function), argument});
  }
  refuse_before_main("starts a thread", __builtin_return_address(0));
  return VIGIL_NEXT(pthread_create)(thread, attributes, function, argument);
}
VIGIL_ENTRY(pthread_create)

VIGIL_HIDDEN int hook_pthread_join(pthread_t thread, void** result) {
  return explores() ? join(thread, result) : VIGIL_NEXT(pthread_join)(thread, result);
}
VIGIL_ENTRY(pthread_join)

VIGIL_HIDDEN int hook_pthread_detach(pthread_t thread) {
  return explores() ? detach(thread) : VIGIL_NEXT(pthread_detach)(thread);
}
VIGIL_ENTRY(pthread_detach)

VIGIL_EXPORTED pthread_t pthread_self() noexcept {
  if (explores()) note_name_of_current();
  return reinterpret_cast<pthread_t>(vigil::checker::ThreadPointer::get());
}

VIGIL_EXPORTED void pthread_exit(void* result) {
  if (!explores()) VIGIL_NEXT(pthread_exit)(result);
  if (current_thread() == 0) {
    const Hook hook;
    refuse("calls pthread_exit() in main", __builtin_return_address(0));
  }
  exit_thread(result);
}

VIGIL_EXPORTED int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library) {
  if (!explores())
    return next_of<int(void (*)(void*), void*, void*)>("__cxa_thread_atexit_impl")(function, object, library);
  const Hook hook;
  threads()[current_thread()].destructors.push_back({function, object});
  return 0;
}
VIGIL_EXPORTED int __cxa_thread_atexit(void (*function)(void*), void* object, void* library) {
  return __cxa_thread_atexit_impl(function, object, library);
}

VIGIL_HIDDEN int hook_sched_yield() {
  if (!explores()) return static_cast<int>(syscall(SYS_sched_yield));
  const Hook hook;
  detail::yield(place());
  return 0;
}
VIGIL_ENTRY(sched_yield)

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
