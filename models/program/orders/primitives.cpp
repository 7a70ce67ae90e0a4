#include "primitives.hpp"

#include <vigil/mutation/mutants.hpp>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <typeindex>

namespace vigil::program {
namespace {

std::string enumerated(const std::string_view* names, std::size_t count, std::string_view open,
                       std::string_view close) {
  std::string text;
  for (std::size_t i = 0; i != count; ++i) {
    if (i != 0) text += i + 1 == count ? " and " : ", ";
    text.append(open).append(names[i]).append(close);
  }
  return text;
}

// A reason follows a colon, so it begins with a small letter, unless its first word is a name.
std::string after_colon(std::string_view reason) {
  std::string text(reason);
  const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
  if (is_word || text.starts_with("A ")) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace

Primitives primitives() {
  Primitives all;
  std::set<std::type_index> seen;
  for (const auto& model : models::Registry::instance().models())
    for (const auto& table : model.tables) {
      if (table.primitive().empty() || !seen.insert(table.type()).second) continue;
      auto& entries = all[std::string(table.primitive())];
      for (std::size_t i = 0; i != table.entries().size(); ++i)
        entries.push_back({table.entries()[i], table.has_orders(), table.shipped(i)});
    }
  for (const auto& mutant : models::Mutants::instance().all()) all[std::string(mutant.primitive())];
  for (auto& [name, entries] : all)
    std::stable_partition(entries.begin(), entries.end(), [](const Entry& entry) { return entry.is_order; });
  return all;
}

std::string text_of(const Grounds& grounds) {
  std::string text;
  const auto add = [&text](std::string_view mark, std::string_view reason) {
    if (reason.empty()) return;
    if (!text.empty()) text += ' ';
    text += mark.empty() ? std::string(reason) : std::string(mark) + ": " + after_colon(reason);
  };
  if (grounds.defect_count != 0) text = enumerated(grounds.defects, grounds.defect_count, "", "") + ":";
  if (grounds.partner_count != 0)
    add("pairs with " + enumerated(grounds.partners, grounds.partner_count, "[", "]"), grounds.reason);
  else
    add("", grounds.reason);
  add("performance only", grounds.performance_only);
  add("uniformity", grounds.uniformity);
  add("beyond the models", grounds.beyond_the_models);
  add("equivalent", grounds.equivalent);
  return text;
}

}  // namespace vigil::program
