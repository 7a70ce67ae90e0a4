#pragma once

#include "fiber.hpp"

#include <cstddef>
#include <utility>

namespace vigil::checker {

inline constexpr std::size_t kStackBytes = 64 * 1024;

// A fiber that runs a function object, which outlives it.
template <class Code>
class Running {
 public:
  explicit Running(Code code) : code_(std::move(code)) { start(); }
  void start() {
    fiber_.start([](void* self) { static_cast<Running*>(self)->run(); }, this);
  }
  void resume() { fiber_.resume(); }
  [[nodiscard]] Fiber& fiber() { return fiber_; }

 private:
  [[noreturn]] void run() {
    code_(fiber_);
    for (;;) fiber_.suspend();
  }

  Code code_;
  Fiber fiber_{kStackBytes};
};

// Hides a value from the compiler, which then must keep it.
template <class T>
T opaque(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

}  // namespace vigil::checker
