#include "memory_image.hpp"

#include "sanitizers.hpp"

#include <cstdint>
#include <cstring>

namespace vigil::checker {
namespace {

// A stretch may be a stack, or lie beside objects whose bytes AddressSanitizer has poisoned. Its memcpy and memcmp
// would report them. Words are volatile, so the compiler does not replace the loop by a call of these.
using AnyWord [[gnu::may_alias, gnu::aligned(1)]] = volatile std::uint64_t;

[[gnu::no_sanitize_address]] void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
  if constexpr (!kAddressSanitizer) {
    std::memcpy(to, from, bytes);
    return;
  }
  std::size_t at = 0;
  for (; at + sizeof(AnyWord) <= bytes; at += sizeof(AnyWord))
    *reinterpret_cast<AnyWord*>(to + at) = *reinterpret_cast<const AnyWord*>(from + at);
  for (; at != bytes; ++at) static_cast<volatile std::byte*>(to)[at] = from[at];
}

[[gnu::no_sanitize_address]] bool are_equal(const std::byte* one, const std::byte* other, std::size_t bytes) {
  if constexpr (!kAddressSanitizer) return std::memcmp(one, other, bytes) == 0;
  std::size_t at = 0;
  for (; at + sizeof(AnyWord) <= bytes; at += sizeof(AnyWord))
    if (*reinterpret_cast<const AnyWord*>(one + at) != *reinterpret_cast<const AnyWord*>(other + at)) return false;
  for (; at != bytes; ++at)
    if (one[at] != static_cast<const volatile std::byte*>(other)[at]) return false;
  return true;
}

}  // namespace

void MemoryImage::add(const void* begin, std::size_t bytes) {
  const auto* const from = static_cast<const std::byte*>(begin);
  if (bytes == 0) return;
  stretches_.push_back({from, bytes});
  const std::size_t end = bytes_.size();
  bytes_.resize(end + bytes);
  copy(bytes_.data() + end, from, bytes);
}

bool MemoryImage::is_current() const {
  const std::byte* saved = bytes_.data();
  for (const Stretch& stretch : stretches_) {
    if (!are_equal(saved, stretch.begin, stretch.bytes)) return false;
    saved += stretch.bytes;
  }
  return true;
}

}  // namespace vigil::checker
