#include "names.hpp"

#include "loaded_objects.hpp"
#include "program.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

namespace vigil::unmodified {
namespace {

struct Symbol {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  std::string name;
};

// Names of C are left as they are: some of them would be names of types.
std::string demangled(const char* name) {
  if (std::strncmp(name, "_Z", 2) != 0) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                         &std::free);
  if (status != 0) return name;
  // Their order in the program says which of several unnamed namespaces it is.
  std::string found = text.get();
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  for (auto at = found.find(kUnnamed); at != std::string::npos; at = found.find(kUnnamed))
    found.erase(at, kUnnamed.size());
  return found;
}

template <class T>
std::vector<T> read_section(std::ifstream& file, const ElfW(Shdr) & section) {
  std::vector<T> found(section.sh_size / sizeof(T));
  file.seekg(static_cast<std::streamoff>(section.sh_offset));
  file.read(reinterpret_cast<char*>(found.data()), static_cast<std::streamsize>(found.size() * sizeof(T)));
  return found;
}

// The variables of an ELF file, from its symbol table. What cannot be read has no names.
void add_symbols(const LoadedObject& object, std::vector<Symbol>& symbols) {
  std::ifstream file(object.path, std::ios::binary);
  ElfW(Ehdr) header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return;
  ElfW(Shdr) all{};
  all.sh_offset = header.e_shoff;
  all.sh_size = sizeof(ElfW(Shdr)) * header.e_shnum;
  const auto sections = read_section<ElfW(Shdr)>(file, all);
  for (const auto& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    auto names = read_section<char>(file, sections[section.sh_link]);
    names.push_back('\0');
    for (const auto& symbol : read_section<ElfW(Sym)>(file, section)) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 || symbol.st_name >= names.size())
        continue;
      symbols.push_back({object.base + symbol.st_value, symbol.st_size, demangled(names.data() + symbol.st_name)});
    }
  }
}

const std::vector<Symbol>& symbols() {
  static const auto all = [] {
    std::vector<Symbol> found;
    for (const auto& object : loaded_objects())
      if (object.is_programs) add_symbols(object, found);
    std::ranges::sort(found, {}, &Symbol::begin);
    return found;
  }();
  return all;
}

std::string with_offset(const std::string& name, std::size_t offset) {
  return offset == 0 ? name : name + "+" + std::to_string(offset);
}

std::string name_in_block(std::uintptr_t address) {
  const auto& blocks = checker::Runtime::current().safety().blocks();
  for (std::size_t i = 0; i != blocks.size(); ++i) {
    const auto begin = reinterpret_cast<std::uintptr_t>(blocks[i].begin);
    if (address >= begin && address < begin + blocks[i].bytes)
      return with_offset("block" + std::to_string(i + 1), address - begin);
  }
  return {};
}

}  // namespace

std::string name_at(std::uintptr_t address) {
  const auto after = std::ranges::upper_bound(symbols(), address, {}, &Symbol::begin);
  if (after != symbols().begin()) {
    const Symbol& symbol = *(after - 1);
    if (address < symbol.begin + symbol.bytes) return with_offset(symbol.name, address - symbol.begin);
  }
  return name_in_block(address);
}

const char* kept(const std::string& text) {
  static std::set<std::string> all;
  return all.insert(text).first->c_str();
}

Name name_of_object(std::uintptr_t address) {
  if (!checker::Runtime::current().replay().recording().is_on()) return {};
  // On a stack it has none: then it is shown by its kind.
  const std::string name = name_at(address);
  return name.empty() ? Name() : Name(kept(name));
}

}  // namespace vigil::unmodified
