// The functions of libatomic, which compilers call for atomics that are too large for an instruction, or may be. Those
// of up to 16 bytes are atomics as any other.

#include "atomics.hpp"
#include "entry.hpp"
#include "plain_access.hpp"

#include <cstring>
#include <string>

using Wide = vigil::unmodified::Wide;

namespace vigil::unmodified {
namespace {

bool is_aligned(const volatile void* atomic, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(atomic) % bytes == 0;
}

template <class T>
T read(const void* memory) {
  access(memory, sizeof(T), false);
  T value;
  std::memcpy(&value, memory, sizeof value);
  return value;
}

template <class T>
void write(void* memory, T value) {
  access(memory, sizeof value, true);
  std::memcpy(memory, &value, sizeof value);
}

// Calls `perform` with a value of the integer that has this size, and says whether there is one.
template <class Perform>
bool with_integer(std::size_t bytes, const volatile void* atomic, Perform perform) {
  switch (is_aligned(atomic, bytes) ? bytes : 0) {
    case 1:
      return perform(std::uint8_t{}), true;
    case 2:
      return perform(std::uint16_t{}), true;
    case 4:
      return perform(std::uint32_t{}), true;
    case 8:
      return perform(std::uint64_t{}), true;
    case 16:
      return perform(Wide{}), true;
    default:
      break;
  }
  if (explores()) {
    const Hook hook;
    refuse("has an atomic of " + std::to_string(bytes) + " bytes, which is not lock-free", nullptr);
  }
  return false;
}

void load_bytes(std::size_t bytes, const void* atomic, void* result, int order) {
  const bool is_integer = with_integer(
      bytes, atomic, [&]<class T>(T /*type*/) { write<T>(result, load(static_cast<const T*>(atomic), order)); });
  if (!is_integer) std::memcpy(result, atomic, bytes);
}

void store_bytes(std::size_t bytes, void* atomic, const void* value, int order) {
  const bool is_integer =
      with_integer(bytes, atomic, [&]<class T>(T /*type*/) { store(static_cast<T*>(atomic), read<T>(value), order); });
  if (!is_integer) std::memcpy(atomic, value, bytes);
}

void exchange_bytes(std::size_t bytes, void* atomic, const void* value, void* result, int order) {
  const bool is_integer = with_integer(bytes, atomic, [&]<class T>(T /*type*/) {
    write<T>(result, modify(static_cast<T*>(atomic), Action::exchange, read<T>(value), order));
  });
  if (is_integer) return;
  std::memcpy(result, atomic, bytes);
  std::memcpy(atomic, value, bytes);
}

bool compare_exchange_bytes(std::size_t bytes, void* atomic, void* expected, const void* desired, int success,
                            int failure) {
  bool is_equal = false;
  const bool is_integer = with_integer(bytes, atomic, [&]<class T>(T /*type*/) {
    T found = read<T>(expected);
    is_equal = compare_exchange(static_cast<T*>(atomic), &found, read<T>(desired), success, failure);
    if (!is_equal) write<T>(expected, found);
  });
  if (is_integer) return is_equal;
  is_equal = std::memcmp(atomic, expected, bytes) == 0;
  std::memcpy(is_equal ? atomic : expected, is_equal ? desired : atomic, bytes);
  return is_equal;
}

}  // namespace
}  // namespace vigil::unmodified

// ---- of any size

#define VIGIL_GENERIC(result, name, parameters, ...)               \
  extern "C" VIGIL_HIDDEN result hook___atomic_##name parameters { \
    using namespace vigil::unmodified;                             \
    return __VA_ARGS__;                                            \
  }                                                                \
  VIGIL_ENTRY(__atomic_##name)

VIGIL_GENERIC(void, load, (std::size_t bytes, const void* atomic, void* result, int order),
              load_bytes(bytes, atomic, result, order))
VIGIL_GENERIC(void, store, (std::size_t bytes, void* atomic, const void* value, int order),
              store_bytes(bytes, atomic, value, order))
VIGIL_GENERIC(void, exchange, (std::size_t bytes, void* atomic, const void* value, void* result, int order),
              exchange_bytes(bytes, atomic, value, result, order))
VIGIL_GENERIC(bool, compare_exchange,
              (std::size_t bytes, void* atomic, void* expected, const void* desired, int success, int failure),
              compare_exchange_bytes(bytes, atomic, expected, desired, success, failure))
VIGIL_GENERIC(bool, is_lock_free, (std::size_t bytes, const void* atomic),
              (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16) && is_aligned(atomic, bytes))

// ---- of one size

#define VIGIL_SIZED(bytes, T, name, parameters, ...) VIGIL_GENERIC(T, name##_##bytes, parameters, __VA_ARGS__)

#define VIGIL_FETCH(bytes, T, name, result, ...)                                                \
  VIGIL_SIZED(bytes, T, fetch_##name, (volatile T * atomic, T operand, int order), __VA_ARGS__) \
  VIGIL_SIZED(bytes, T, name##_fetch, (volatile T * atomic, T operand, int order),              \
              [&](T before) { return static_cast<T>(result); }(__VA_ARGS__))

#define VIGIL_LIBATOMIC(bytes, T)                                                                            \
  VIGIL_SIZED(bytes, T, load, (const volatile T* atomic, int order), load(atomic, order))                    \
  VIGIL_GENERIC(void, store_##bytes, (volatile T * atomic, T value, int order), store(atomic, value, order)) \
  VIGIL_SIZED(bytes, T, exchange, (volatile T * atomic, T operand, int order),                               \
              modify(atomic, Action::exchange, operand, order))                                              \
  VIGIL_GENERIC(bool, compare_exchange_##bytes,                                                              \
                (volatile T * atomic, T * expected, T desired, int success, int failure),                    \
                compare_exchange(atomic, expected, desired, success, failure))                               \
  VIGIL_FETCH(bytes, T, add, before + operand, modify(atomic, Action::fetch_add, operand, order))            \
  VIGIL_FETCH(bytes, T, sub, before - operand, modify(atomic, Action::fetch_sub, operand, order))            \
  VIGIL_FETCH(bytes, T, and, before& operand, modify(atomic, Action::fetch_and, operand, order))             \
  VIGIL_FETCH(bytes, T, or, before | operand, modify(atomic, Action::fetch_or, operand, order))              \
  VIGIL_FETCH(bytes, T, xor, before ^ operand, modify(atomic, Action::fetch_xor, operand, order))            \
  VIGIL_FETCH(bytes, T, nand, ~(before & operand),                                                           \
              replace(atomic, order, [=](T value) { return static_cast<T>(~(value & operand)); }))

VIGIL_LIBATOMIC(1, std::uint8_t)
VIGIL_LIBATOMIC(2, std::uint16_t)
VIGIL_LIBATOMIC(4, std::uint32_t)
VIGIL_LIBATOMIC(8, std::uint64_t)
VIGIL_LIBATOMIC(16, Wide)
