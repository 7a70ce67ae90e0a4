#include "program_code.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace vigil::checker {
namespace {

struct Module {
  std::string name;
  std::string id;
  std::uintptr_t begin = UINTPTR_MAX;
};
struct Code {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> stretches;
  std::vector<Module> modules;
};

std::string hexadecimal(const unsigned char* bytes, std::size_t size) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i != size; ++i) {
    text += kDigits[bytes[i] >> 4U];
    text += kDigits[bytes[i] & 0xfU];
  }
  return text;
}

// The id that the linker has put into a segment of notes; empty if it has put none.
std::string id_in(const unsigned char* notes, std::size_t size) {
  constexpr std::size_t kUnit = 4;
  const auto padded = [](std::size_t bytes) { return (bytes + kUnit - 1) / kUnit * kUnit; };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes, sizeof note);
    const std::size_t all = sizeof note + padded(note.n_namesz) + padded(note.n_descsz);
    if (all > size) break;
    const unsigned char* const name = notes + sizeof note;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
      return hexadecimal(name + padded(note.n_namesz), note.n_descsz);
    notes += all;
    size -= all;
  }
  return {};
}

int add_module(dl_phdr_info* info, std::size_t /*bytes*/, void* found) {
  auto& code = *static_cast<Code*>(found);
  Module module{info->dlpi_name, {}};
  // The kernel's own differs from machine to machine, and no value comes from it.
  const bool is_of_the_kernel = module.name.starts_with("linux-");
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD) module.begin = std::min(module.begin, begin);
    if (header.p_type == PT_LOAD && (header.p_flags & PF_X) != 0)
      code.stretches.emplace_back(begin, begin + header.p_memsz);
    if (header.p_type == PT_NOTE && module.id.empty())
      module.id = id_in(reinterpret_cast<const unsigned char*>(begin), header.p_filesz);
  }
  if (!is_of_the_kernel) code.modules.push_back(std::move(module));
  return 0;
}

Code code_now() {
  Code code;
  dl_iterate_phdr(&add_module, &code);
  return code;
}

// FNV-1a of 64 bits.
std::string sum_of(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  std::uint64_t sum = 0xcbf29ce484222325;
  for (auto byte = std::istreambuf_iterator<char>(stream); byte != std::istreambuf_iterator<char>(); ++byte)
    sum = (sum ^ static_cast<unsigned char>(*byte)) * 0x100000001b3;
  if (!stream) throw std::runtime_error("the program cannot read its own file, which would tell its build");
  return hexadecimal(reinterpret_cast<const unsigned char*>(&sum), sizeof sum);
}

}  // namespace

bool is_program_code(std::uint64_t address) {
  static const Code code = code_now();
  return std::ranges::any_of(code.stretches,
                             [&](const auto& each) { return address >= each.first && address < each.second; });
}

std::string build_id() {
  static const std::string id = [] {
    auto code = code_now();
    return code.modules.front().id.empty() ? sum_of("/proc/self/exe") : std::move(code.modules.front().id);
  }();
  return id;
}

std::string loaded_code() {
  std::string text;
  for (const Module& module : code_now().modules) {
    const auto begin = module.begin;
    text += module.id + ' ' + hexadecimal(reinterpret_cast<const unsigned char*>(&begin), sizeof begin) + ' ';
    text += module.name.substr(module.name.rfind('/') + 1) + '\n';
  }
  return text;
}

}  // namespace vigil::checker
