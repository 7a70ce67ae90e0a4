#pragma once

#include <vigil/atomics/layer.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>

namespace vigil::detail {

// A job as an atomic needs it, aligned to its own size. clang trusts the alignment of the type alone: without this it
// calls libatomic for a pair of 32-bit numbers, although `std::atomic` aligns it and calls it lock-free.
template <class T>
struct alignas(sizeof(T)) SelfAligned {
  constexpr SelfAligned() noexcept = default;
  // NOLINTBEGIN(google-explicit-constructor): stands for the job.
  constexpr SelfAligned(T wrapped) noexcept : job(wrapped) {}
  constexpr operator T() const noexcept { return job; }
  // NOLINTEND(google-explicit-constructor)
  T job{};
};

// The slots of a deque: a power of two of them, addressed by indices that only ever grow.
//
// A slot is atomic because a slow thief may read it while the owner, a lap later, overwrites it. The thief's claim on
// `top` fails and it drops the value, but a plain read would still be a data race.
template <class T, AtomicsLayer Layer, Memory Source = LayerMemory<Layer>>
class CircularArray {
 public:
  using Index = std::uint64_t;

  // An array of `capacity` slots, a power of two, that keeps `previous` alive. Throws std::bad_alloc, and what `memory`
  // throws.
  [[nodiscard]] static CircularArray* create(Index capacity, CircularArray* previous, Source memory = {}) {
    if (capacity > kMaxCapacity) fail<std::bad_alloc>("ChaseLevDeque::push");
    return ::new (memory.allocate(bytes_for(capacity), alignment())) CircularArray(capacity, previous);
  }

  // Frees `newest` and every array that it replaced.
  static void destroy_all(CircularArray* newest, Source memory = {}) noexcept {
    while (newest != nullptr) {
      CircularArray* const previous = newest->previous_;
      destroy(newest, memory);
      newest = previous;
    }
  }

  static void destroy(CircularArray* array, Source memory = {}) noexcept {
    const std::size_t bytes = bytes_for(array->capacity());
    Slot* const slots = array->slots();
    const Index count = array->capacity();
    for (std::size_t i = 0; i != count; ++i) slots[i].~Slot();
    array->~CircularArray();
    memory.deallocate(array, bytes, alignment());
  }

  CircularArray(const CircularArray&) = delete;
  CircularArray& operator=(const CircularArray&) = delete;

  [[nodiscard]] Index capacity() const { return mask_.get() + 1; }
  [[nodiscard]] auto& slot(Index index) { return slots()[index & mask_.get()]; }

 private:
  using Stored = std::conditional_t<(alignof(T) < sizeof(T)), SelfAligned<T>, T>;
  using Slot = typename Layer::template atomic<Stored>;

  static constexpr Index kMaxCapacity = Index{1} << (std::numeric_limits<std::size_t>::digits - 8);

  CircularArray(Index capacity, CircularArray* previous) : mask_(capacity - 1, "mask"), previous_(previous) {
    for (std::size_t i = 0; i != capacity; ++i) ::new (static_cast<void*>(slots() + i)) Slot(T{}, Name("slot", i));
  }
  ~CircularArray() = default;

  // The slots follow the object in the same allocation: one dependent load less on every push, pop and steal.
  static constexpr std::size_t header_bytes() {
    return (sizeof(CircularArray) + alignof(Slot) - 1) / alignof(Slot) * alignof(Slot);
  }
  static constexpr std::size_t alignment() {
    return alignof(CircularArray) > alignof(Slot) ? alignof(CircularArray) : alignof(Slot);
  }
  static std::size_t bytes_for(Index capacity) {
    return header_bytes() + static_cast<std::size_t>(capacity) * sizeof(Slot);
  }
  Slot* slots() { return std::launder(reinterpret_cast<Slot*>(reinterpret_cast<std::byte*>(this) + header_bytes())); }

  typename Layer::template var<Index> mask_;
  CircularArray* previous_;
};

}  // namespace vigil::detail
