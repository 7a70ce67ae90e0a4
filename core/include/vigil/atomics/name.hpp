#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace vigil {

/// What an object of a layer is called where an execution is shown. Layers that record no executions ignore it.
///
/// It is the optional last argument of the constructors of an atomic, a var, a mutex and a condition variable, and of
/// `allocate`. One of several objects has an index as well: `Name("slot", 3)` is shown as `slot[3]`. The first member
/// of a type that others point to is named with a dot, `"task.link"`: a pointer to it is shown as `&task`.
///
/// \snippet atomics/name.cpp example
struct Name {
  /// The index of an object that is the only one of its name.
  static constexpr std::size_t kNoIndex = ~std::size_t{0};

  /// No name: the object is shown by its kind and a number.
  constexpr Name() noexcept = default;
  /// The text must live as long as the object: a literal.
  // NOLINTNEXTLINE(google-explicit-constructor): a literal stands for the name.
  constexpr Name(const char* name, std::size_t which = kNoIndex) noexcept : text(name), index(which) {}

  /// Null if the object has no name.
  const char* text = nullptr;
  /// Of one of several objects.
  std::size_t index = kNoIndex;
};

/// The initialiser of a `std::array` of objects, each of which is named with its index and constructed from a value.
///
/// \snippet atomics/name.cpp array
template <class Value = void>
class Names {
 public:
  /// Each object is constructed from a copy of `value`. The text must live as long as the objects: a literal.
  constexpr Names(const char* name, Value value) noexcept : name_(name), value_(value) {}

  /// The objects, named `name[0]`, `name[1]` and so on.
  template <class Object, std::size_t Count>
  // NOLINTNEXTLINE(google-explicit-constructor): stands for the array.
  constexpr operator std::array<Object, Count>() const {
    return [this]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<Object, Count>{{Object(value_, Name(name_, I))...}};
    }
    (std::make_index_sequence<Count>());
  }

 private:
  const char* name_;
  Value value_;
};

/// The same for vars that have no value yet.
template <>
class Names<void> {
 public:
  /// The text must live as long as the objects: a literal.
  constexpr explicit Names(const char* name) noexcept : name_(name) {}

  /// The objects, named `name[0]`, `name[1]` and so on.
  template <class Object, std::size_t Count>
  // NOLINTNEXTLINE(google-explicit-constructor): stands for the array.
  constexpr operator std::array<Object, Count>() const {
    return [this]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<Object, Count>{{Object(Name(name_, I))...}};
    }
    (std::make_index_sequence<Count>());
  }

 private:
  const char* name_;
};
/// The text alone decides.
Names(const char*)->Names<>;

}  // namespace vigil
