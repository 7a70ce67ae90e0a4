#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace vigil {

// What an object of a layer is called where an execution is shown: `atomic<Index> top_{0, "top"}`, and `"slot", 3` for
// one of several, shown as `slot[3]`. The first member of a type that others point to is named with a dot,
// `"task.link"`: a pointer to it is shown as `&task`. Layers that record no executions ignore names. The text must
// outlive the object: a literal.
struct Name {
  static constexpr std::size_t kNoIndex = ~std::size_t{0};

  constexpr Name() noexcept = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a literal stands for the name.
  constexpr Name(const char* name, std::size_t which = kNoIndex) noexcept : text(name), index(which) {}

  const char* text = nullptr;  // null: the object has no name of its own
  std::size_t index = kNoIndex;
};

// The initialiser of an array of objects: `std::array<A::var<int>, 3> payloads_ = Names("payload")`. Each is named with
// its index, and constructed from the value, if there is one: `Names("flag", false)`.
template <class Value = void>
class Names {
 public:
  constexpr Names(const char* name, Value value) noexcept : name_(name), value_(value) {}

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

template <>
class Names<void> {
 public:
  constexpr explicit Names(const char* name) noexcept : name_(name) {}

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
Names(const char*)->Names<>;

}  // namespace vigil
