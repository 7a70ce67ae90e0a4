#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_atomics.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace vigil {

// Where many workers write at the same time, each to places of its own.
//
//   vigil::SyncPtr out(results);
//   vigil::parallel_for(pool, results.size(), [=](std::size_t i) { out.write(i, f(i)); });
//
// A plain pointer with a length, to be copied into tasks. It orders nothing and locks nothing; it says in a type what
// the tasks promise: **no place is touched by two tasks of which one writes**, until both are joined. That is free of
// races also where places are neighbours, but for the elements of std::vector<bool>, which are no places. Who joins the
// tasks sees what they wrote. Places outside are violations in debug builds and under a model's layer.
template <class T, AtomicsLayer A = StdAtomics>
class SyncPtr {
 public:
  explicit SyncPtr(std::span<T> places) : data_(places.data()), size_(places.size()) {}
  template <class Range>
  requires(!std::same_as<Range, SyncPtr> && !std::same_as<Range, std::span<T>>) explicit SyncPtr(Range& range)
      : SyncPtr(std::span<T>(range)) {}

  [[nodiscard]] std::size_t size() const { return size_; }

  // Assigns to the object at `offset`.
  template <class U>
  void write(std::size_t offset, U&& value) const {
    (*this)[offset] = std::forward<U>(value);
  }
  // Makes an object at `offset`, where there is none yet: for memory that is not initialised.
  template <class... Arguments>
  void construct(std::size_t offset, Arguments&&... arguments) const {
    std::construct_at(std::addressof((*this)[offset]), std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] T& operator[](std::size_t offset) const {
    A::require(offset < size_, "SyncPtr: an offset outside");
    return data_[offset];
  }

  // The places from `offset` on, `count` of them, for one task to have to itself.
  [[nodiscard]] std::span<T> slice(std::size_t offset, std::size_t count) const {
    A::require(offset <= size_ && count <= size_ - offset, "SyncPtr: a slice outside");
    return {data_ + offset, count};
  }
  // The same, to be shared in turn.
  [[nodiscard]] SyncPtr from(std::size_t offset, std::size_t count) const { return SyncPtr(slice(offset, count)); }

 private:
  T* data_;
  std::size_t size_;
};

template <class Range>
SyncPtr(Range&) -> SyncPtr<typename decltype(std::span(std::declval<Range&>()))::element_type>;

}  // namespace vigil
