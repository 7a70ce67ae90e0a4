#include "scarce_memory.hpp"

#include <vigil/testing/random_delays.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace vigil::stress {
namespace {

using namespace testing;

// 0: nothing fails.
std::atomic<std::uint64_t> scarcity{0};
std::atomic<std::uint64_t> scarcity_seed{0};
std::atomic<std::uint64_t> calls{0};
std::atomic<std::uint64_t> failed{0};
std::atomic<std::int64_t> live{0};

bool is_next_to_fail() {
  const std::uint64_t one_in = scarcity.load(std::memory_order_relaxed);
  if (one_in == 0) return false;
  const std::uint64_t number = calls.fetch_add(1, std::memory_order_relaxed);
  return Random(scarcity_seed.load(std::memory_order_relaxed) * 0x9e3779b97f4a7c15U + number).one_in(one_in);
}

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  live.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (is_next_to_fail()) {
    failed.fetch_add(1, std::memory_order_relaxed);
    throw std::bad_alloc();
  }
  alignment = std::max(alignment, alignof(std::max_align_t));
  return counted(std::aligned_alloc(alignment, (std::max(bytes, alignment) + alignment - 1) / alignment * alignment));
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  live.fetch_sub(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

ScarceMemory::ScarceMemory(std::uint64_t seed, std::uint64_t one_in) {
  scarcity_seed.store(seed, std::memory_order_relaxed);
  calls.store(0, std::memory_order_relaxed);
  failed.store(0, std::memory_order_relaxed);
  scarcity.store(one_in, std::memory_order_relaxed);
}
ScarceMemory::~ScarceMemory() { scarcity.store(0, std::memory_order_relaxed); }
std::uint64_t ScarceMemory::failures() { return failed.load(std::memory_order_relaxed); }
std::int64_t ScarceMemory::live_allocations() { return live.load(std::memory_order_relaxed); }

}  // namespace vigil::stress

// The forms for arrays, and those that do not throw, call these.
void* operator new(std::size_t bytes) { return vigil::stress::allocate(bytes, 0); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return vigil::stress::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { vigil::stress::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { vigil::stress::release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { vigil::stress::release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { vigil::stress::release(memory); }
