#pragma once

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::unmodified {

// An executable or a shared library, as it is on disk. What cannot be read has no sections, and a section ends with the
// file, whatever its header says.
class ElfFile {
 public:
  using Section = ElfW(Shdr);

  explicit ElfFile(const std::string& path) : file_(path, std::ios::binary | std::ios::ate) {
    ElfW(Ehdr) header{};
    if (const auto size = file_.tellg(); size > 0) size_ = static_cast<std::uint64_t>(size);
    file_.seekg(0);
    if (!file_.read(reinterpret_cast<char*>(&header), sizeof header)) return;
    Section all{};
    all.sh_offset = header.e_shoff;
    all.sh_size = sizeof(Section) * header.e_shnum;
    sections_ = contents<Section>(all);
    if (header.e_shstrndx < sections_.size()) names_ = contents<char>(sections_[header.e_shstrndx]);
    names_.push_back('\0');
  }

  [[nodiscard]] const std::vector<Section>& sections() const { return sections_; }
  [[nodiscard]] std::string_view name(const Section& section) const {
    return section.sh_name < names_.size() ? names_.data() + section.sh_name : "";
  }
  template <class T>
  [[nodiscard]] std::vector<T> contents(const Section& section) {
    if (section.sh_offset >= size_) return {};
    std::vector<T> found(std::min<std::uint64_t>(section.sh_size, size_ - section.sh_offset) / sizeof(T));
    file_.seekg(static_cast<std::streamoff>(section.sh_offset));
    file_.read(reinterpret_cast<char*>(found.data()), static_cast<std::streamsize>(found.size() * sizeof(T)));
    return found;
  }

 private:
  std::ifstream file_;
  std::uint64_t size_ = 0;
  std::vector<Section> sections_;
  std::vector<char> names_;
};

}  // namespace vigil::unmodified
