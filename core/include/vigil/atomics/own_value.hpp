#pragma once

namespace vigil {

/// A value of which each thread has its own, zero at first: for what a thread remembers and no other thread sees.
///
/// It passes by the layer, because it does not let threads affect each other. It outlives the executions of a model, so
/// code under the layer of a model must not use it. Each shared object of a process may have a copy of its own.
///
/// \snippet atomics/own_value.cpp example
/// \tparam T a type whose objects are constants to initialise, and trivial to destroy.
/// \tparam Key which value: any type.
template <class T, class Key>
class OwnValue {
 public:
  /// The calling thread's value.
  ///
  /// \threads Any thread.
  /// \progress Wait-free.
  [[nodiscard]] static T& get() noexcept { return value; }

 private:
  static inline thread_local constinit T value{};
};

}  // namespace vigil
