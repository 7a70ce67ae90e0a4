#include "relacy_report.hpp"

#include "describe.hpp"

#include <fmt/core.h>

#include <map>

namespace vigil::program {
namespace {

using models::Model;
using models::RelacyLimit;

// The limit that a model meets, and whether Relacy runs it all the same.
struct Met {
  RelacyLimit limit = RelacyLimit::none;
  bool is_run = true;
};

Met limit_of(const Model& model) {
  if (const auto why_not = model.why_not_by_relacy(); why_not != RelacyLimit::none) return {why_not, false};
  const auto* exemption = model.exemption_of("relacy");
  return {exemption != nullptr ? exemption->limit : RelacyLimit::none, true};
}

struct Limits {
  std::size_t decided = 0, undecided = 0, not_run = 0;
  std::map<RelacyLimit, std::size_t> limits;

  void add(const Met& met) {
    ++(!met.is_run ? not_run : met.limit != RelacyLimit::none ? undecided : decided);
    if (met.limit != RelacyLimit::none) ++limits[met.limit];
  }
  [[nodiscard]] std::string reasons() const {
    std::string text;
    for (const auto& [limit, count] : limits)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, models::text_of(limit).name);
    return text;
  }
};

std::string limits_row(const std::string& name, const Limits& line) {
  return fmt::format("| {} | {} | {} | {} | {} |\n", name, line.decided, line.undecided, line.not_run, line.reasons());
}

}  // namespace

std::string relacy_markdown(const std::vector<const Model*>& models) {
  std::map<std::string, Limits> lines;
  Limits all;
  for (const auto* model : models) {
    const auto met = limit_of(*model);
    lines[primitive_of(model->name)].add(met);
    all.add(met);
  }
  std::string text =
      "| primitive | both engines | Relacy cannot decide | Relacy does not run it | limits |\n|---|---|---|---|---|\n";
  for (const auto& [name, line] : lines) text += limits_row("`" + name + "`", line);
  text += limits_row("all", all);
  text += "\n| limit | effect | smallest model | models |\n|---|---|---|---|\n";
  for (const auto& limit : models::relacy_limits())
    text += fmt::format("| {} | {} | {} | {} |\n", limit.name, limit.text,
                        limit.shown_by.empty() ? std::string() : fmt::format("`{}`", limit.shown_by),
                        all.limits.contains(limit.limit) ? all.limits.at(limit.limit) : 0);
  return text;
}

}  // namespace vigil::program
