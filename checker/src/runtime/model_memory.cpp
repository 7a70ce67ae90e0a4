#include "model_memory.hpp"

#include "no_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>

namespace vigil::checker {
namespace {

constexpr std::size_t kMostPageBytes = 64 * 1024;

std::size_t alignment_of(const ModelCode& code) { return std::max(code.alignment, alignof(std::max_align_t)); }

}  // namespace

ModelMemory::ModelMemory(const ModelCode& code, std::size_t arena_bytes, FixedPlace* place)
    : hosted_(code.hosted),
      own_threads_(code.thread_count),
      model_bytes_(code.size),
      place_(place),
      model_(nullptr),
      arena_(Arena::kOwners, arena_bytes, place != nullptr) {
  if (place_ != nullptr) stacks_ = static_cast<std::byte*>(place_->take(bytes_of_stacks(), kMostPageBytes));
  for (unsigned thread = 0; thread != code.thread_count; ++thread) make_fiber(thread);
  make_fiber(kOutside);
  const std::size_t alignment = alignment_of(code);
  const std::size_t bytes = (code.size + alignment - 1) / alignment * alignment;
  model_ = place_ != nullptr ? place_->take(bytes, alignment) : std::aligned_alloc(alignment, bytes);
  if (model_ == nullptr) report_no_memory();
}

ModelMemory::~ModelMemory() {
  if (place_ == nullptr) std::free(model_);
}

std::size_t ModelMemory::needed_for(const ModelCode& code) {
  return bytes_of_stacks() + kMostPageBytes + code.size + 2 * alignment_of(code);
}

bool ModelMemory::is_compared(const void* address) const {
  if (arena_.contains(address)) return true;
  for (const auto& fiber : fibers_)
    if (fiber && fiber->contains(address)) return true;
  if (hosted_ == nullptr) return false;
  const auto* const byte = static_cast<const std::byte*>(address);
  return std::any_of(hosted_->memory.begin(), hosted_->memory.end(), [&](const auto& stretch) {
    const auto* const begin = static_cast<const std::byte*>(stretch.begin);
    return std::greater_equal<>()(byte, begin) && std::less<>()(byte, begin + stretch.bytes);
  });
}

}  // namespace vigil::checker
