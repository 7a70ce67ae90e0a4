#include "relacy_heap.hpp"

#include "started_threads.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace vigil::models::detail {
namespace {

// So that neither a value left over nor a mark of life survives in memory that is not in use.
constexpr int kFreed = 0xdd;
constexpr int kFresh = 0xcd;

struct AllocationEvent {
  const void* memory;
  std::size_t bytes;
  void output(std::ostream& out) const { out << "allocate @" << memory << ", bytes=" << bytes; }
};
struct FreeEvent {
  const void* memory;
  void output(std::ostream& out) const { out << "free @" << memory; }
};

template <class Event>
void log(Event event, Location location) {
  if (rl::ctx().collecting_history()) rl::ctx().exec_log(info_of(location), event);
}

}  // namespace

RelacyHeap::~RelacyHeap() {
  for (const auto& [memory, block] : used_) std::free(memory);
  for (const auto& [memory, block] : away_) std::free(memory);
  for (const auto& [size, memories] : free_)
    for (void* const memory : memories) std::free(memory);
}

void* RelacyHeap::allocate(std::size_t bytes, std::size_t alignment, Location location) {
  alignment = std::max(alignment, alignof(std::max_align_t));
  auto& free = free_[Size(bytes, alignment)];
  void* memory = nullptr;
  if (free.empty()) {
    memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
  } else {
    memory = free.back();
    free.pop_back();
  }
  std::memset(memory, kFresh, bytes);
  used_.emplace(memory, Block{bytes, alignment, location});
  log(AllocationEvent{memory, bytes}, location);
  return memory;
}

void RelacyHeap::deallocate(void* memory, Location location) {
  if (memory == nullptr) return;
  log(FreeEvent{memory}, location);
  const auto found = used_.find(memory);
  if (found == used_.end())
    fail_execution("freed twice, or never allocated", rl::test_result_double_free, info_of(location));
  const Block block = found->second;
  used_.erase(found);
  std::memset(memory, kFreed, block.bytes);
  constexpr unsigned kChoicesAtRandom = 4;
  constexpr unsigned kChoices = 2;
  auto& context = rl::ctx();
  const bool stays_away =
      threads_of_run().run() &&
      context.rand(context.is_random_sched() ? kChoicesAtRandom : kChoices, rl::sched_type_mem_realloc) == 0;
  if (stays_away)
    away_.emplace_back(memory, block);
  else
    put_back(memory, block);
}

void RelacyHeap::end_execution() {
  for (const auto& [memory, block] : away_) put_back(memory, block);
  away_.clear();
  if (used_.empty()) return;
  const Block& block = used_.begin()->second;
  std::array<char, 200> what{};
  std::snprintf(what.data(), what.size(), "%zu bytes were never freed", block.bytes);
  fail_execution(what.data(), rl::test_result_memory_leak, info_of(block.location));
}

}  // namespace vigil::models::detail
