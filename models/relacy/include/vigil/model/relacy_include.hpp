#pragma once
#pragma GCC system_header

// Relacy, without the macros it leaves behind. Every standard header that it needs comes first, because Relacy turns
// `new`, `free`, `assert`, `memory_order_*` and many names of pthreads and Windows into macros; all are removed again.

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <condition_variable>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <utility>
#include <vector>

#include <limits.h>
#include <memory.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/times.h>
#include <ucontext.h>
#include <unistd.h>

#pragma push_macro("assert")
#pragma push_macro("errno")
#pragma push_macro("EAGAIN")
#pragma push_macro("EBUSY")
#pragma push_macro("EINTR")
#pragma push_macro("EINVAL")
#pragma push_macro("ETIMEDOUT")
#pragma push_macro("EWOULDBLOCK")
#pragma push_macro("_FORTIFY_SOURCE")

// Relacy defines the global operators, inline and in each file that includes it. Where a program has its own, all files
// must use those: these are never expanded in place, and the program's definition is the one that is linked.
[[gnu::noinline]] void* operator new(std::size_t bytes);
[[gnu::noinline]] void* operator new[](std::size_t bytes);
[[gnu::noinline]] void operator delete(void* memory) noexcept;
[[gnu::noinline]] void operator delete[](void* memory) noexcept;

// Relacy's operators return what malloc returns, also null, in the whole program. They have to report it: as `operator
// new` does, by the program's handler or an exception.
inline void* vigil_malloc_for_relacy(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory != nullptr) return memory;
  if (const std::new_handler on_no_memory = std::get_new_handler(); on_no_memory != nullptr) on_no_memory();
  throw std::bad_alloc();
}
#define malloc vigil_malloc_for_relacy

#include <relacy/relacy.hpp>

#pragma pop_macro("assert")
#pragma pop_macro("errno")
#pragma pop_macro("EAGAIN")
#pragma pop_macro("EBUSY")
#pragma pop_macro("EINTR")
#pragma pop_macro("EINVAL")
#pragma pop_macro("ETIMEDOUT")
#pragma pop_macro("EWOULDBLOCK")
#pragma pop_macro("_FORTIFY_SOURCE")

#undef $
#undef AcquireSRWLockExclusive
#undef AcquireSRWLockShared
#undef CONDITION_VARIABLE
#undef CONDITION_VARIABLE_LOCKMODE_SHARED
#undef CRITICAL_SECTION
#undef CloseHandle
#undef CreateEvent
#undef CreateEventA
#undef CreateEventW
#undef CreateMutex
#undef CreateMutexA
#undef CreateMutexW
#undef CreateSemaphore
#undef CreateSemaphoreA
#undef CreateSemaphoreW
#undef CreateThread
#undef DeleteConditionVariable
#undef DeleteCriticalSection
#undef DeleteSRWLock
#undef EnterCriticalSection
#undef FUTEX_WAIT
#undef FUTEX_WAKE
#undef FlushProcessWriteBuffers
#undef HANDLE
#undef INFINITE
#undef InitializeConditionVariable
#undef InitializeCriticalSection
#undef InitializeCriticalSectionAndSpinCount
#undef InitializeCriticalSectionEx
#undef InitializeSRWLock
#undef LeaveCriticalSection
#undef MAXIMUM_WAIT_OBJECTS
#undef PTHREAD_MUTEX_DEFAULT
#undef PTHREAD_MUTEX_ERRORCHECK
#undef PTHREAD_MUTEX_NORMAL
#undef PTHREAD_MUTEX_RECURSIVE
#undef PulseEvent
#undef ReleaseMutex
#undef ReleaseSRWLockExclusive
#undef ReleaseSRWLockShared
#undef ReleaseSemaphore
#undef ResetEvent
#undef ResumeThread
#undef SRWLOCK
#undef SetEvent
#undef SetThreadAffinityMask
#undef SignalObjectAndWait
#undef Sleep
#undef SleepConditionVariableCS
#undef SleepConditionVariableSRW
#undef SuspendThread
#undef SwitchToThread
#undef TLS_T
#undef TlsAlloc
#undef TlsFree
#undef TlsGetValue
#undef TlsSetValue
#undef TryEnterCriticalSection
#undef VAR
#undef VAR_T
#undef WAIT_FAILED
#undef WAIT_IO_COMPLETION
#undef WAIT_OBJECT_0
#undef WAIT_TIMEOUT
#undef WaitForMultipleObjects
#undef WaitForMultipleObjectsEx
#undef WaitForSingleObject
#undef WakeAllConditionVariable
#undef WakeConditionVariable
#undef _beginthreadex
#undef calloc
#undef delete
#undef free
#undef futex
#undef malloc
#undef memory_order_acq_rel
#undef memory_order_acquire
#undef memory_order_consume
#undef memory_order_relaxed
#undef memory_order_release
#undef memory_order_seq_cst
#undef new
#undef pthread_attr_t
#undef pthread_cond_broadcast
#undef pthread_cond_destroy
#undef pthread_cond_init
#undef pthread_cond_signal
#undef pthread_cond_t
#undef pthread_cond_timedwait
#undef pthread_cond_wait
#undef pthread_condattr_t
#undef pthread_create
#undef pthread_join
#undef pthread_mutex_destroy
#undef pthread_mutex_init
#undef pthread_mutex_lock
#undef pthread_mutex_t
#undef pthread_mutex_timedlock
#undef pthread_mutex_try_lock
#undef pthread_mutex_unlock
#undef pthread_mutexattr_destroy
#undef pthread_mutexattr_init
#undef pthread_mutexattr_settype
#undef pthread_mutexattr_t
#undef pthread_rwlock_destroy
#undef pthread_rwlock_init
#undef pthread_rwlock_rdlock
#undef pthread_rwlock_t
#undef pthread_rwlock_tryrdlock
#undef pthread_rwlock_trywrlock
#undef pthread_rwlock_unlock
#undef pthread_rwlock_wrlock
#undef pthread_t
#undef pthread_yield
#undef realloc
#undef rl_CreateEvent
#undef rl_CreateMutex
#undef rl_CreateSemaphore
#undef sched_yield
#undef sem_destroy
#undef sem_getvalue
#undef sem_init
#undef sem_post
#undef sem_t
#undef sem_trywait
#undef sem_wait
