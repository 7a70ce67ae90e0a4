#include "hidden_accesses.hpp"

#include "elf_file.hpp"
#include "loaded_objects.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vigil::unmodified {
namespace {

std::vector<std::string> functions() {
  std::vector<std::string> found;
  for (const LoadedObject& object : loaded_objects()) {
    if (!object.is_programs) continue;
    ElfFile file(object.path);
    for (const auto& section : file.sections()) {
      if (file.name(section) != "vigil_hidden") continue;
      // Each ends with a null character.
      const auto text = file.contents<char>(section);
      for (auto begin = text.begin(); begin != text.end();) {
        const auto end = std::find(begin, text.end(), '\0');
        found.emplace_back(begin, end);
        begin = end == text.end() ? end : end + 1;
      }
    }
  }
  return found;
}

}  // namespace

std::string hidden_accesses() {
  constexpr std::size_t kShown = 3;
  const auto all = functions();
  std::string words;
  for (std::size_t i = 0; i != std::min(kShown, all.size()); ++i)
    words += (i == 0 ? "that the accesses by assembly do not matter in " : ", ") + all[i];
  if (all.size() > kShown) words += " and " + std::to_string(all.size() - kShown) + " more";
  return words.empty() ? words : words + ": they are not seen";
}

}  // namespace vigil::unmodified
