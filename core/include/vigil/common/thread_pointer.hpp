#pragma once

#include <vigil/atomics/layer.hpp>

namespace vigil {

/// A pointer of which each thread has its own: that of the shared object in which this was made.
///
/// Each shared object of a process may have a copy of a header's `thread_local` variables: with clang, with hidden
/// visibility, and between a program and what it loads. A worker that stored in one copy what it is would not find it
/// in another one. So a pool keeps the functions that read and write the copy of its maker, and all call these.
///
/// \snippet common/thread_pointer.cpp example
/// \tparam Layer the atomics layer.
/// \tparam T what the pointer points to.
/// \threads Any thread, for all members.
template <ThreadedLayer Layer, class T>
class ThreadPointer {
 public:
  /// The pointers of the shared object that calls this.
  constexpr ThreadPointer() = default;

  /// Reads, or sets, the calling thread's pointer.
  ///
  /// \progress Wait-free.
  /// \{
  [[nodiscard]] T* get() const { return get_(); }
  void set(T* pointer) const { set_(pointer); }
  /// \}

 private:
  using Own = typename Layer::template thread_specific<T>;

  T* (*get_)() = [] { return Own::get(); };
  void (*set_)(T*) = [](T* pointer) { Own::set(pointer); };
};

}  // namespace vigil
