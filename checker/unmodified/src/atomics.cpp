// The atomic operations that the compiler puts into code compiled with -fsanitize=thread.

#include "atomics.hpp"

#include "entry.hpp"

using Wide = vigil::unmodified::Wide;

// The caller's frame pointer, if it has one. It lies where the hook has saved it.
#define VIGIL_CALLER \
  Caller { __builtin_return_address(0), *static_cast<void* const*>(__builtin_frame_address(0)) }

#define VIGIL_ATOMIC(bits, result, name, parameters, ...)                       \
  extern "C" VIGIL_HIDDEN result hook___tsan_atomic##bits##_##name parameters { \
    using namespace vigil::unmodified;                                          \
    return __VA_ARGS__;                                                         \
  }                                                                             \
  VIGIL_ENTRY(__tsan_atomic##bits##_##name)

#define VIGIL_ATOMIC_MODIFY(bits, T, name, ...) \
  VIGIL_ATOMIC(bits, T, name, (volatile T * atomic, T operand, int order), __VA_ARGS__)

#define VIGIL_ATOMICS(bits, T)                                                                                        \
  VIGIL_ATOMIC(bits, T, load, (const volatile T* atomic, int order), load(atomic, order))                             \
  VIGIL_ATOMIC(bits, void, store, (volatile T * atomic, T value, int order), store(atomic, value, order))             \
  VIGIL_ATOMIC(bits, int, compare_exchange_strong,                                                                    \
               (volatile T * atomic, T * expected, T desired, int success, int failure),                              \
               compare_exchange(atomic, expected, desired, success, failure))                                         \
  VIGIL_ATOMIC(bits, int, compare_exchange_weak,                                                                      \
               (volatile T * atomic, T * expected, T desired, int success, int failure), [&](const Caller& caller) {  \
                 return compare_exchange(atomic, expected, desired, success, failure, &caller);                       \
               }(VIGIL_CALLER))                                                                                       \
  VIGIL_ATOMIC(bits, T, compare_exchange_val, (volatile T * atomic, T expected, T desired, int success, int failure), \
               compare_exchange_value(atomic, expected, desired, success, failure))                                   \
  VIGIL_ATOMIC_MODIFY(bits, T, exchange, modify(atomic, Action::exchange, operand, order))                            \
  VIGIL_ATOMIC_MODIFY(bits, T, fetch_add, modify(atomic, Action::fetch_add, operand, order))                          \
  VIGIL_ATOMIC_MODIFY(bits, T, fetch_sub, modify(atomic, Action::fetch_sub, operand, order))                          \
  VIGIL_ATOMIC_MODIFY(bits, T, fetch_and, modify(atomic, Action::fetch_and, operand, order))                          \
  VIGIL_ATOMIC_MODIFY(bits, T, fetch_or, modify(atomic, Action::fetch_or, operand, order))                            \
  VIGIL_ATOMIC_MODIFY(bits, T, fetch_xor, modify(atomic, Action::fetch_xor, operand, order))                          \
  VIGIL_ATOMIC_MODIFY(bits, T, fetch_nand,                                                                            \
                      replace(atomic, order, [=](T value) { return static_cast<T>(~(value & operand)); }))

VIGIL_ATOMICS(8, std::uint8_t)
VIGIL_ATOMICS(16, std::uint16_t)
VIGIL_ATOMICS(32, std::uint32_t)
VIGIL_ATOMICS(64, std::uint64_t)
VIGIL_ATOMICS(128, Wide)

extern "C" VIGIL_HIDDEN void hook___tsan_atomic_thread_fence(int order) {
  using namespace vigil::unmodified;
  if (!explores()) return __atomic_thread_fence(__ATOMIC_SEQ_CST);
  const Hook hook;
  detail::fence({order_of(order), place()});
}
VIGIL_ENTRY(__tsan_atomic_thread_fence)

// It orders a thread and a handler of a signal in the same thread.
extern "C" VIGIL_EXPORTED void __tsan_atomic_signal_fence(int /*order*/) {}
