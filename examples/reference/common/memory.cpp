#include <vigil/common/memory.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/pool/thread_pool.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <new>

// The deques of a pool take their memory from the layer, so a layer of the user's own gives it.
struct CountedAtomics : vigil::StdAtomics {
  static inline std::atomic<int> blocks = 0;

  static void* allocate(std::size_t bytes, std::size_t alignment, vigil::Name name = {}) {
    ++blocks;
    return StdAtomics::allocate(bytes, alignment, name);
  }
  static void deallocate(void* pointer, std::size_t bytes, std::size_t alignment) noexcept {
    --blocks;
    StdAtomics::deallocate(pointer, bytes, alignment);
  }
};

TEST(MemoryReference, OfAPoolComesFromTheLayer) {
  {
    vigil::BasicThreadPool<vigil::PoolParts<CountedAtomics>> pool({.workers = 2});
    EXPECT_EQ(CountedAtomics::blocks.load(), 4) << "two deques for each worker";
  }
  EXPECT_EQ(CountedAtomics::blocks.load(), 0);
}

//! [example]
// Memory from a std::pmr::memory_resource.
struct ResourceMemory {
  std::pmr::memory_resource* resource;

  void* allocate(std::size_t bytes, std::size_t alignment) { return resource->allocate(bytes, alignment); }
  void deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
    resource->deallocate(pointer, bytes, alignment);
  }
};
static_assert(vigil::Memory<ResourceMemory>);

TEST(MemoryReference, ComesFromABufferOfTheUser) {
  std::array<std::byte, 4'096> buffer;
  std::pmr::monotonic_buffer_resource resource(buffer.data(), buffer.size(), std::pmr::null_memory_resource());

  using Deque = vigil::ChaseLevDeque<int, vigil::StdAtomics, vigil::kChaseLevOrders, ResourceMemory>;
  Deque deque(16, 0, ResourceMemory{&resource});
  int pushed = 0;
  try {
    for (;; ++pushed) deque.push(pushed);
  } catch (const std::bad_alloc&) {  // The buffer is full. The deque is as it was before the last push.
  }
  EXPECT_EQ(deque.size(), static_cast<std::size_t>(pushed));
  EXPECT_EQ(*deque.pop(), pushed - 1);
}
//! [example]
