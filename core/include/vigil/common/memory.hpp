#pragma once

#include <vigil/atomics/layer.hpp>

#include <concepts>
#include <cstddef>

namespace vigil {

/// Where a structure takes its memory from. It is small and is copied: all copies are the same source.
///
/// - `memory.allocate(bytes, alignment)` returns memory, or throws: std::bad_alloc or anything else. A structure passes
///   on what it throws, and is then unchanged.
/// - `memory.deallocate(pointer, bytes, alignment)` takes back what `allocate` returned for the same numbers. It throws
///   nothing.
///
/// Which threads call it depends on the structure, and the structure says so. A std::pmr::memory_resource has the same
/// members: keep a pointer to one.
///
/// \snippet common/memory.cpp example
template <class M>
concept Memory = std::copy_constructible<M> && requires(M memory, std::size_t number, void* pointer) {
  { memory.allocate(number, number) } -> std::same_as<void*>;
  memory.deallocate(pointer, number, number);
};

/// The memory of the atomics layer: the global `operator new`, unless the layer is the user's own or that of a model.
///
/// \tparam Layer the atomics layer.
template <AtomicsLayer Layer>
struct LayerMemory {
  /// As Memory says.
  ///
  /// \threads Any thread.
  /// \{
  [[nodiscard]] static void* allocate(std::size_t bytes, std::size_t alignment) {
    return Layer::allocate(bytes, alignment, "buffer");
  }
  static void deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
    Layer::deallocate(pointer, bytes, alignment);
  }
  /// \}
};

}  // namespace vigil
