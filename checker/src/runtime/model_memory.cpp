#include "model_memory.hpp"

#include "no_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>

namespace vigil::checker {

ModelMemory::ModelMemory(const ModelCode& code, std::size_t arena_bytes)
    : hosted_(code.hosted),
      own_threads_(code.thread_count),
      model_bytes_(code.size),
      model_(nullptr),
      arena_(Arena::kOwners, arena_bytes) {
  for (unsigned thread = 0; thread != code.thread_count; ++thread) make_fiber(thread);
  make_fiber(kOutside);
  const std::size_t alignment = std::max(code.alignment, alignof(std::max_align_t));
  model_ = std::aligned_alloc(alignment, (code.size + alignment - 1) / alignment * alignment);
  if (model_ == nullptr) report_no_memory();
}

ModelMemory::~ModelMemory() { std::free(model_); }

bool ModelMemory::is_compared(const void* address) const {
  if (arena_.contains(address)) return true;
  for (const auto& fiber : fibers_)
    if (fiber != nullptr && fiber->contains(address)) return true;
  if (hosted_ == nullptr) return false;
  const auto* const byte = static_cast<const std::byte*>(address);
  return std::any_of(hosted_->memory.begin(), hosted_->memory.end(), [&](const auto& stretch) {
    const auto* const begin = static_cast<const std::byte*>(stretch.begin);
    return std::greater_equal<>()(byte, begin) && std::less<>()(byte, begin + stretch.bytes);
  });
}

}  // namespace vigil::checker
