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
      (code.add(&parts, std::is_empty_v<Parts> ? 0 : sizeof parts), ...);
    }
    return code;
  }

  // The code is not known if there is no room for all.
  void add(const void* bytes, std::size_t count) {
    has_room_ = has_room_ && count <= kMostBytes - size_;
    if (!has_room_) return;
    std::memcpy(bytes_.data() + size_, bytes, count);
    size_ += count;
  }
  [[nodiscard]] bool is_known() const { return has_room_ && size_ != 0; }
  friend bool operator==(const ThreadCode&, const ThreadCode&) = default;

 private:
  template <class... Parts>
  static inline constexpr char kTypes = 0;
  template <class Part>
  static constexpr bool is_its_bytes = std::is_empty_v<Part> || (std::is_trivially_copyable_v<Part> &&
                                                                 std::has_unique_object_representations_v<Part>);

  std::array<std::byte, kMostBytes> bytes_{};
  std::size_t size_ = 0;
  bool has_room_ = true;
};

}  // namespace vigil::checker::detail
