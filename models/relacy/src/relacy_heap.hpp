#pragma once

#include <vigil/model/relacy_atomics.hpp>

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace vigil::models::detail {

// The memory that `RelacyAtomics::allocate` hands out.
//
// Relacy has a heap of its own, which branches at every free over whether the memory is reused at once. Destructors at
// the end of an execution free much and allocate nothing, so that each of them would double a search for nothing. This
// one branches only while threads run, and says who leaked.
//
// What an execution sees depends on its choices alone: a block freed in it comes back last in, first out, or, if it was
// chosen to stay away, not before the next execution. So every execution can be run again.
class RelacyHeap {
 public:
  RelacyHeap() = default;
  ~RelacyHeap();
  RelacyHeap(const RelacyHeap&) = delete;
  RelacyHeap& operator=(const RelacyHeap&) = delete;

  void* allocate(std::size_t bytes, std::size_t alignment, Location location);
  void deallocate(void* memory, Location location);

  // Fails the execution if a block is still in use.
  void end_execution();

 private:
  struct Block {
    std::size_t bytes;
    std::size_t alignment;
    Location location;
  };
  using Size = std::pair<std::size_t, std::size_t>;
  // Outside of the memory that Relacy watches.
  template <class T>
  using List = std::vector<T, rl::raw_allocator<T>>;
  template <class K, class V>
  using Map = std::map<K, V, std::less<K>, rl::raw_allocator<std::pair<const K, V>>>;

  void put_back(void* memory, const Block& block) { free_[Size(block.bytes, block.alignment)].push_back(memory); }

  Map<void*, Block> used_;
  Map<Size, List<void*>> free_;
  List<std::pair<void*, Block>> away_;
};

}  // namespace vigil::models::detail
