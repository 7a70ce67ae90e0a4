#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/atomics/layer.hpp>
#include <vigil/pool/task_memory_tables.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace vigil {

/// The size of the slabs of a pool's workers, in bytes. 0 in a program with AddressSanitizer, so that each task is an
/// allocation of its own: the tool reports an access to a task that has ended only if the memory has been freed.
inline constexpr std::size_t kTaskSlabBytes =
#if defined(__SANITIZE_ADDRESS__)
    0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    0;
#else
    4096;
#endif
#else
    4096;
#endif

/// Memory for what one thread makes and any thread destroys, such as the tasks of a scope.
///
/// The *owner* takes a piece from its open *slab* by moving an offset. When the slab is full, the owner closes it and
/// opens another one. No part of a slab is used twice; a closed slab is freed when all of its pieces have been given
/// back. So a piece that is kept for long keeps its slab.
///
/// Each slab has a count. A piece that is given back takes one off, so the count of an open slab is below zero, or
/// zero. The owner knows how many pieces it has taken, and adds that number when it closes the slab. The count is then
/// that of the pieces that are left. The thread that brings it to zero frees the slab: the owner or another one.
///
/// \snippet pool/task_memory.cpp example
/// \tparam Layer the atomics layer.
/// \tparam kSlabBytes the size of a slab. A piece that does not fit into one gets a slab of its own; so does each piece
///     if the size is 0.
/// \tparam Orders the table; models pass their own.
template <AtomicsLayer Layer, std::size_t kSlabBytes = kTaskSlabBytes,
          const TaskMemoryOrders& Orders = kTaskMemoryOrders>
class TaskMemory {
  static_assert(kSlabBytes <= std::size_t{std::numeric_limits<std::int32_t>::max()}, "the count has 32 bits");

 public:
  /// What several pieces share.
  class Slab;
  /// Memory, and what it is given back to.
  struct Piece {
    void* memory;  ///< Aligned as was wanted.
    Slab* slab;    ///< Of which it is a part.
  };

  /// Without a slab.
  TaskMemory() = default;
  TaskMemory(const TaskMemory&) = delete;
  TaskMemory& operator=(const TaskMemory&) = delete;
  /// Pieces may be given back later.
  ~TaskMemory() { close(); }

  /// Takes memory.
  ///
  /// \pre `bytes` and `alignment` are those of a type.
  /// \threads The owner.
  /// \progress Wait-free, except for the allocation of a slab.
  /// \throws std::bad_alloc, or what else the layer throws. Then nothing was taken.
  [[nodiscard]] Piece take(std::size_t bytes, std::size_t alignment) {
    const std::size_t begin = round_up(end_, alignment);
    if (alignment > alignof(Slab) || begin + bytes > kSlabBytes) [[unlikely]]
      return take_from_another(bytes, alignment);
    end_ = begin + bytes;
    ++taken_;
    return piece(*open_, begin);
  }

  /// Gives a piece back.
  ///
  /// \threads Any thread, once for each piece.
  /// \progress Wait-free, except that the last one frees the slab.
  /// \orders What happens before is over when the memory is used for anything else.
  static void give_back(Slab& slab) {
    if (slab.count_.fetch_sub(1, Orders.give_back) == 1) free(slab);
  }

 private:
  static std::size_t round_up(std::size_t number, std::size_t alignment) {
    return (number + alignment - 1) & ~(alignment - 1);
  }

  static Piece piece(Slab& slab, std::size_t begin) {
    return {reinterpret_cast<std::byte*>(std::addressof(slab)) + begin, &slab};
  }

  [[gnu::noinline]] Piece take_from_another(std::size_t bytes, std::size_t alignment) {
    if (alignment > alignof(Slab) || sizeof(Slab) + bytes > kSlabBytes) {
      // The larger of two powers of two is a multiple of the other.
      static_assert(std::has_single_bit(sizeof(Slab)));
      const std::size_t begin = std::max(sizeof(Slab), alignment);
      return piece(make(begin + bytes, std::max(alignof(Slab), alignment), 1), begin);
    }
    Slab& other = make(kSlabBytes, alignof(Slab), 0);
    close();
    open_ = &other;
    end_ = sizeof(Slab);
    return take(bytes, alignment);
  }

  void close() {
    if (open_ != nullptr && open_->count_.fetch_add(taken_, Orders.give_back) + taken_ == 0) free(*open_);
    taken_ = 0;
  }

  static Slab& make(std::size_t bytes, std::size_t alignment, std::int32_t count) {
    return *::new (Layer::allocate(bytes, alignment, "slab")) Slab(bytes, alignment, count);
  }
  static void free(Slab& slab) {
    const std::size_t bytes = slab.bytes_;
    const std::size_t alignment = slab.alignment_;
    std::destroy_at(&slab);
    Layer::deallocate(&slab, bytes, alignment);
  }

  Slab* open_ = nullptr;
  // Where the next piece may begin, and how many have been taken from the open slab.
  std::size_t end_ = kSlabBytes;
  std::int32_t taken_ = 0;
};

/// The line of a slab that is not taken: threads that give pieces back write it.
template <AtomicsLayer Layer, std::size_t kSlabBytes, const TaskMemoryOrders& Orders>
class alignas(kCacheLine) TaskMemory<Layer, kSlabBytes, Orders>::Slab {
  friend TaskMemory;

  Slab(std::size_t bytes, std::size_t alignment, std::int32_t count)
      : bytes_(bytes), alignment_(alignment), count_(count, "slab.count") {}

  const std::size_t bytes_;
  const std::size_t alignment_;
  typename Layer::template atomic<std::int32_t> count_;
};

}  // namespace vigil
