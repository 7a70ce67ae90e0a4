// Executables and shared libraries, whose symbols and sections the runtime of unmodified programs reads.

#include "elf_file.hpp"
#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  const fuzz::File input(fuzz::text_of(data, size));
  unmodified::ElfFile file(input.path());
  fuzz::require(file.sections().size() * sizeof(unmodified::ElfFile::Section) <= size, "sections stand in the file");
  for (const auto& section : file.sections()) {
    fuzz::require(file.name(section).size() <= size, "a name stands in the file");
    fuzz::require(file.contents<char>(section).size() <= size, "a section is no longer than the file");
    fuzz::require(file.contents<ElfW(Sym)>(section).size() * sizeof(ElfW(Sym)) <= size, "symbols stand in the file");
  }
  return 0;
}
