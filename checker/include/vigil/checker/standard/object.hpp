#pragma once

#include <vigil/checker/hooks.hpp>

#include <cstddef>
#include <cstdint>

namespace vigil::checker {

namespace detail {

// What an object is constructed with, in each execution that it takes part in.
struct Beginning {
  ObjectKind kind = ObjectKind::atomic;
  ValueType type{};
  std::uint64_t value = 0;
};

// An object of the standard's vocabulary may be static, or live longer than an execution for other reasons. Then each
// execution begins with constructing it anew, at the place where it is.
void begin_object(Handle& handle, void* address, const Beginning& beginning);
void end_object(Handle& handle, const void* address, ObjectKind kind) noexcept;
// At the beginning of an execution: those that are static are constructed.
void begin_static_objects();
// How many are known. While `learn` is true, executions may come upon others: static objects of functions.
[[nodiscard]] std::size_t static_objects();
void learn_static_objects(bool learn);

// Values that do not fit into a word have numbers instead: the same number for the same bytes, in every process that
// shares a search.
[[nodiscard]] std::uint64_t number_of(const void* bytes, std::size_t size);
// Of a value that has a number.
[[nodiscard]] const void* value_of(std::uint64_t number);

}  // namespace detail

namespace standard::detail {

namespace hooks = vigil::checker::detail;

inline void require(bool condition, const char* what, Location location) {
  if (!condition) [[unlikely]]
    hooks::require(false, what, location);
}

// What the checker knows of an object; its address is the object's.
class Object {
 public:
  explicit Object(const hooks::Beginning& beginning) : kind_(beginning.kind) {
    hooks::begin_object(handle_, this, beginning);
  }
  ~Object() { hooks::end_object(handle_, this, kind_); }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  [[nodiscard]] const hooks::Handle& handle() const noexcept { return handle_; }

 private:
  hooks::Handle handle_;
  hooks::ObjectKind kind_;
};

}  // namespace standard::detail
}  // namespace vigil::checker
