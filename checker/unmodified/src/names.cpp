#include "names.hpp"

#include "elf_file.hpp"
#include "loaded_objects.hpp"
#include "program.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
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

// The variables of an ELF file, from its symbol table.
void add_symbols(const LoadedObject& object, std::vector<Symbol>& symbols) {
  ElfFile file(object.path);
  const auto& sections = file.sections();
  for (const auto& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    auto names = file.contents<char>(sections[section.sh_link]);
    names.push_back('\0');
    for (const auto& symbol : file.contents<ElfW(Sym)>(section)) {
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
      // Also at its beginning: the block itself has the name without an offset.
      return "block" + std::to_string(i + 1) + "+" + std::to_string(address - begin);
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
