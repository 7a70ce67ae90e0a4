#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace vigil::checker::detail {

// What a started thread runs, as bytes: two threads with equal ones run the same code on the same objects. Empty if
// that is not known.
class ThreadCode {
 public:
  static constexpr std::size_t kMostBytes = 120;

  ThreadCode() = default;
  // Of a function and its arguments. Known if the bytes of each are all there is of it.
  template <class... Parts>
  [[nodiscard]] static ThreadCode of(const Parts&... parts) {
    ThreadCode code;
    if constexpr ((is_its_bytes<Parts> && ...) && (sizeof(Parts) + ... + sizeof(void*)) <= kMostBytes) {
      const void* const types = &kTypes<Parts...>;
      code.add(&types, sizeof types);
      ((std::is_empty_v<Parts> || code.add(&parts, sizeof parts)), ...);
    }
    return code;
  }

  // False, and the code is not known, if there is no room.
  bool add(const void* bytes, std::size_t count) {
    if (count > kMostBytes - size_) {
      *this = {};
      return false;
    }
    std::memcpy(bytes_.data() + size_, bytes, count);
    size_ += count;
    return true;
  }
  [[nodiscard]] bool is_known() const { return size_ != 0; }
  friend bool operator==(const ThreadCode&, const ThreadCode&) = default;

 private:
  template <class... Parts>
  static inline constexpr char kTypes = 0;
  template <class Part>
  static constexpr bool is_its_bytes = std::is_empty_v<Part> || (std::is_trivially_copyable_v<Part> &&
                                                                 std::has_unique_object_representations_v<Part>);

  std::array<std::byte, kMostBytes> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace vigil::checker::detail
