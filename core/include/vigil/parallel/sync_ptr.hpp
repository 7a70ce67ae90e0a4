#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/atomics/std_operations.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace vigil {

/// An array to which many workers write at the same time, each to elements of its own.
///
/// It is a pointer with a length, to be copied into tasks. It locks nothing and orders nothing. The tasks must ensure:
/// **no element is accessed by two tasks of which one writes**, until both are joined. Then there is no data race, even
/// if the elements are neighbours. The thread that joins the tasks sees what they wrote. The elements of
/// `std::vector<bool>` share words, so they cannot be used.
///
/// \snippet parallel/sync_ptr.cpp example
///
/// \tparam T the type of an element.
/// \tparam A the atomics layer, which checks the preconditions.
template <class T, AtomicsLayer Layer = StdAtomics>
class SyncPtr {
 public:
  /// Refers to these elements, which must outlive all copies.
  explicit SyncPtr(std::span<T> places) : data_(places.data()), size_(places.size()) {}
  /// Refers to the elements of a contiguous range, which must outlive all copies.
  template <class Range>
  requires(!std::same_as<Range, SyncPtr> && !std::same_as<Range, std::span<T>>) explicit SyncPtr(Range& range)
      : SyncPtr(std::span<T>(range)) {}

  /// The number of elements.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Assigns to the element at `offset`.
  /// \threads One at a time for each element.
  /// \pre `offset < size()`
  template <class U>
  void write(std::size_t offset, U&& value) const {
    (*this)[offset] = std::forward<U>(value);
  }
  /// Constructs an element at `offset`, in memory that is not initialised.
  /// \threads One at a time for each element.
  /// \pre `offset < size()`, and there is no object there, or one that needs no destructor.
  template <class... Arguments>
  void construct(std::size_t offset, Arguments&&... arguments) const {
    std::construct_at(std::addressof((*this)[offset]), std::forward<Arguments>(arguments)...);
  }
  /// The element at `offset`.
  /// \pre `offset < size()`
  [[nodiscard]] T& operator[](std::size_t offset) const {
    Layer::require(offset < size_, "SyncPtr: an offset outside");
    return data_[offset];
  }

  /// The `count` elements from `offset` on, for one task.
  /// \pre `offset + count <= size()`
  [[nodiscard]] std::span<T> slice(std::size_t offset, std::size_t count) const {
    Layer::require(offset <= size_ && count <= size_ - offset, "SyncPtr: a slice outside");
    return {data_ + offset, count};
  }
  /// The same elements, to be shared by several tasks in turn.
  /// \pre `offset + count <= size()`
  [[nodiscard]] SyncPtr from(std::size_t offset, std::size_t count) const { return SyncPtr(slice(offset, count)); }

 private:
  T* data_;
  std::size_t size_;
};

/// Deduces T from the range.
template <class Range>
SyncPtr(Range&) -> SyncPtr<typename decltype(std::span(std::declval<Range&>()))::element_type>;

}  // namespace vigil
