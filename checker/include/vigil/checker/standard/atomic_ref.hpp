#pragma once

#include <vigil/checker/standard/atomic_operations.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace vigil::checker {

namespace detail {

// The atomic object that stands for memory which is reached by atomic_ref; `initial` is what is there, for the first
// one. In executions that do not learn, the search knows all such places beforehand: see learn_static_objects().
[[nodiscard]] const Handle& object_at(void* memory, const Beginning& initial);
// What this thread has just written, if it is the newest value; nothing if another one comes after it.
[[nodiscard]] std::optional<std::uint64_t> newest_written(const Handle& handle);

}  // namespace detail

namespace standard {

/// `std::atomic_ref`. From the first one on, the object is read and written by atomic_ref alone, until those that do so
/// have been joined; what is written plainly between two of them is not seen by the second.
///
/// A place is known by its address, and has to be met in the first executions already; an execution that comes upon
/// another one is refused.
template <class T>
class atomic_ref : public detail::AtomicOperations<atomic_ref<T>, T> {
  static_assert(std::is_trivially_copyable_v<T>, "an atomic has a trivially copyable value");

 public:
  static constexpr std::size_t required_alignment = alignof(T);

  explicit atomic_ref(T& object)
      : memory_(&object), handle_(detail::hooks::object_at(memory_, detail::beginning_as(object))) {}
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;

  /// Stores the value, seq_cst. Returns it.
  T operator=(T value) const noexcept {
    this->store(value, std::memory_order_seq_cst, {});
    return value;
  }

  /// \cond
  [[nodiscard]] const detail::hooks::Handle& handle() const noexcept { return handle_; }
  [[nodiscard]] const void* address() const noexcept { return memory_; }
  void write_back() const noexcept {
    if (const auto bits = detail::hooks::newest_written(handle_)) *memory_ = detail::decode<T>(*bits);
  }
  /// \endcond

 private:
  T* memory_;
  detail::hooks::Handle handle_;
};
template <class T>
atomic_ref(T&) -> atomic_ref<T>;

}  // namespace standard
}  // namespace vigil::checker
