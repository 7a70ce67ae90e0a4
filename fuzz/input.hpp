#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

// What the fuzz targets share. Each reads its input as other people's text, and ends the process where a promise about
// it is broken. A clear error is what bad input is to get, so exceptions of std are none.
namespace vigil::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// The pieces between separators.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (;;) {
    const auto end = text.find(separator);
    pieces.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return pieces;
    text.remove_prefix(end + 1);
  }
}

inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

// A file in memory, for what is read from files.
class File {
 public:
  explicit File(std::string_view text) : descriptor_(::memfd_create("input", 0)) {
    require(descriptor_ >= 0 && ::write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
            "the input is written");
    std::snprintf(path_, sizeof path_, "/proc/self/fd/%d", descriptor_);
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  [[nodiscard]] const char* path() const { return path_; }

 private:
  int descriptor_;
  char path_[32]{};
};

}  // namespace vigil::fuzz
