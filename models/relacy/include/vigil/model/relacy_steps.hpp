#pragma once

#include <vigil/atomics/location.hpp>

#include <cxxabi.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <vigil/model/relacy_include.hpp>

// How an operation of RelacyAtomics becomes a step of Relacy: its order, what the history says of it, and the moment at
// which another thread may run.
namespace vigil::models {

namespace detail {

[[nodiscard]] constexpr rl::memory_order relacy_order(std::memory_order order) {
  switch (order) {
    case std::memory_order_relaxed:
      return rl::mo_relaxed;
    case std::memory_order_consume:
      return rl::mo_consume;
    case std::memory_order_acquire:
      return rl::mo_acquire;
    case std::memory_order_release:
      return rl::mo_release;
    case std::memory_order_acq_rel:
      return rl::mo_acq_rel;
    case std::memory_order_seq_cst:
      break;
  }
  return rl::mo_seq_cst;
}

// Label and function in one string that lives until the program ends; Relacy keeps the pointer in its history.
[[nodiscard]] const char* remembered(std::string_view label, const char* function);

// Ends the execution with a violation.
[[noreturn]] void fail_execution(const char* what, rl::test_result_e kind, const rl::debug_info& info);

// What no result of Relacy says: an order with which the standard leaves undefined what the operation does.
inline constexpr auto kUndefinedOrder = rl::test_result_inconsistent_test_suite;

// Relacy itself would perform no such operation, and say nothing.
[[nodiscard]] inline rl::memory_order order_of_load(std::memory_order order, const rl::debug_info& info) {
  if (order == std::memory_order_release || order == std::memory_order_acq_rel || order > std::memory_order_seq_cst)
    fail_execution("a load or a failure that releases, which is undefined behaviour", kUndefinedOrder, info);
  return relacy_order(order);
}
[[nodiscard]] inline rl::memory_order order_of_store(std::memory_order order, const rl::debug_info& info) {
  if (order != std::memory_order_relaxed && order != std::memory_order_release && order != std::memory_order_seq_cst)
    fail_execution("a store that acquires, which is undefined behaviour", kUndefinedOrder, info);
  return relacy_order(order);
}
[[nodiscard]] inline rl::memory_order order_of_any(std::memory_order order, const rl::debug_info& info) {
  if (order > std::memory_order_seq_cst)
    fail_execution("an operation with an order that is none, which is undefined behaviour", kUndefinedOrder, info);
  return relacy_order(order);
}

// What Relacy writes into its history: the line of the call, and the label of its order.
[[nodiscard]] inline rl::debug_info info_of(Location location, std::string_view label = {}) {
  const char* function = rl::ctx().collecting_history() ? remembered(label, location.function) : location.function;
  return {function, location.file, location.line};
}

// The exceptions that a thread has caught and not yet left, which the C++ runtime knows of a thread of the system
// alone. Where another thread of the model may run, those of the calling thread are put aside.
class OwnExceptions {
 public:
  OwnExceptions() { std::memcpy(&exceptions_, abi::__cxa_get_globals(), sizeof exceptions_); }
  ~OwnExceptions() { std::memcpy(static_cast<void*>(abi::__cxa_get_globals()), &exceptions_, sizeof exceptions_); }
  OwnExceptions(const OwnExceptions&) = delete;
  OwnExceptions& operator=(const OwnExceptions&) = delete;

  // Of a thread that begins.
  static void forget() { std::memset(static_cast<void*>(abi::__cxa_get_globals()), 0, sizeof(Exceptions)); }

 private:
  // As the ABI of C++ has it.
  struct Exceptions {
    void* caught;
    unsigned uncaught;
  };
  Exceptions exceptions_;
};

inline void yield(const rl::debug_info& info) {
  const OwnExceptions exceptions;
  rl::yield(1, info);
}

// A scheduling point of its own before Relacy's operation, which then runs without another. Between the two, the object
// may have been destroyed by the thread that ran: Relacy's own mark for that is a store that optimisers remove.
class Watched {
 public:
  Watched() = default;
  ~Watched() { mark_ = kDestroyed; }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

 protected:
  class Step {
   public:
    explicit Step(const Watched& object, const rl::debug_info& info) {
      auto& context = rl::ctx();
      if (!context.invariant_executing) context.sched();
      object.check_alive(info);
      context.disable_preemption();
    }
    ~Step() { rl::ctx().enable_preemption(); }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;

   private:
    OwnExceptions exceptions_;
  };

  void check_alive(const rl::debug_info& info) const {
    if (mark_ != kAlive) fail_execution("access to a destroyed object", rl::test_result_access_to_freed_memory, info);
  }

 private:
  static constexpr std::uint32_t kAlive = 0x51a11e5;
  static constexpr std::uint32_t kDestroyed = 0xdeadbeef;
  volatile std::uint32_t mark_ = kAlive;
};

}  // namespace detail

}  // namespace vigil::models
