#include <vigil/model/known_counts.hpp>

#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace vigil::models {
namespace {

using Counts = std::map<std::string, std::uint64_t, std::less<>>;

std::vector<const std::string_view*>& declared() {
  static std::vector<const std::string_view*> texts;
  return texts;
}

Counts counts_of(const std::vector<const std::string_view*>& texts) {
  Counts counts;
  for (const auto* const text : texts) {
    std::istringstream lines{std::string(*text)};
    std::string name;
    for (std::uint64_t executions = 0, in_all = 0, blocked = 0; lines >> name >> executions >> in_all >> blocked;)
      counts[name] = executions + blocked;
  }
  return counts;
}

}  // namespace

KnownCounts::KnownCounts(const std::string_view& lines) { declared().push_back(&lines); }

std::optional<std::uint64_t> KnownCounts::of(std::string_view model) {
  static const Counts counts = counts_of(declared());
  const auto found = counts.find(model.substr(0, model.find('~')));
  if (found == counts.end()) return std::nullopt;
  return found->second;
}

}  // namespace vigil::models
