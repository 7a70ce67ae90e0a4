#include "memory_image.hpp"

#include "sanitizers.hpp"

#include <cstring>

namespace vigil::checker {
namespace {

// A stretch may be a stack, or lie beside objects whose bytes AddressSanitizer has poisoned. Its memcpy and memcmp
// would complain.
[[gnu::no_sanitize_address]] void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
  if constexpr (kAddressSanitizer)
    for (std::size_t i = 0; i != bytes; ++i) static_cast<volatile std::byte*>(to)[i] = from[i];
  else
    std::memcpy(to, from, bytes);
}

[[gnu::no_sanitize_address]] bool are_equal(const std::byte* one, const std::byte* other, std::size_t bytes) {
  if constexpr (!kAddressSanitizer) return std::memcmp(one, other, bytes) == 0;
  for (std::size_t i = 0; i != bytes; ++i)
    if (one[i] != static_cast<const volatile std::byte*>(other)[i]) return false;
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
