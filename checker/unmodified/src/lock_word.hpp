#pragma once

#include "objects.hpp"
#include "time.hpp"

#include <vigil/checker/hooks.hpp>

#include <atomic>
#include <cstdint>

namespace vigil::unmodified {

// A number in the memory of a lock of the program. The lock is made of it here, instead of as the C library makes it,
// so that each operation is one step of an execution.
//
// A condition says for which numbers the operation can be done, and changes the number as the operation does.
class LockWord {
 public:
  using Condition = detail::Condition;

  LockWord(const volatile void* address, unsigned bytes);

  // Waits until the condition holds; the number before.
  std::uint64_t change(const Condition& condition, std::memory_order order);
  // Does not wait: false if the condition does not hold.
  [[nodiscard]] bool try_change(const Condition& condition, std::memory_order order);
  // False if the limit ended the wait.
  [[nodiscard]] bool change_until(const TimeLimit& limit, const Condition& condition, std::memory_order order);
  // Waits for what the condition says, and changes nothing.
  void wait(const Condition& condition, std::memory_order order);
  std::uint64_t load(std::memory_order order);
  void store(std::uint64_t value, std::memory_order order);

  // What the last operation left, of any thread: no step of the execution.
  [[nodiscard]] std::uint64_t newest() const;
  [[nodiscard]] const Found& found() const { return found_; }

 private:
  void show_changed(std::uint64_t before, const Condition& condition);

  Found& found_;
  const void* address_;
};

}  // namespace vigil::unmodified
