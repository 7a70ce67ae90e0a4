#pragma once

#include <atomic>

namespace litmus {

// A litmus test as a text: threads apart by |, operations by ;. An operation is a letter, a variable, an order and a
// digit, of which the last ones may be missing:
//
//   w0r1   store 1         r0a  load           f-s  fence            l  lock the mutex
//   x0b1   exchange by 1   a0b  fetch_add(1)   c0b  0 becomes 2      u  unlock it
//   orders: r relaxed, a acquire, l release, b acq_rel, s seq_cst
inline constexpr unsigned kVariables = 3;

inline std::memory_order order_of(char letter) {
  switch (letter) {
    case 'a':
      return std::memory_order_acquire;
    case 'l':
      return std::memory_order_release;
    case 'b':
      return std::memory_order_acq_rel;
    case 's':
      return std::memory_order_seq_cst;
    default:
      return std::memory_order_relaxed;
  }
}
// Of a compare-exchange that fails.
inline std::memory_order without_release(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  return order == std::memory_order_release ? std::memory_order_relaxed : order;
}

inline unsigned threads_of(const char* text) {
  unsigned count = 1;
  for (; *text != '\0'; ++text) count += *text == '|' ? 1 : 0;
  return count;
}

// Runs a thread of the text. `World`: its atomics, its mutex and its fence. Returns the sum of all that was read:
// clang++ makes a store of an exchange whose result is not used.
template <class World>
int run(World& world, const char* text, unsigned thread) {
  int sum = 0;
  for (; thread != 0; ++text) thread -= *text == '|' ? 1 : 0;
  while (*text != '\0' && *text != '|') {
    const char operation = text[0];
    if (operation == 'l' || operation == 'u') {
      operation == 'l' ? world.mutex.lock() : world.mutex.unlock();
      text += 1;
    } else {
      const std::memory_order order = order_of(text[2]);
      auto& variable = world.variables[text[1] == '-' ? 0 : text[1] - '0'];
      const bool has_value = operation == 'w' || operation == 'x';
      const int value = has_value ? text[3] - '0' : 0;
      int expected = 0;
      if (operation == 'w') variable.store(value, order);
      if (operation == 'r') sum += variable.load(order);
      if (operation == 'x') sum += variable.exchange(value, order);
      if (operation == 'a') sum += variable.fetch_add(1, order);
      if (operation == 'c')
        sum += variable.compare_exchange_strong(expected, 2, order, without_release(order)) ? 1 : expected;
      if (operation == 'f') world.fence(order);
      text += has_value ? 4 : 3;
    }
    if (*text == ';') ++text;
  }
  return sum;
}

}  // namespace litmus
