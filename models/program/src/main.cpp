#include <vigil/model/engine.hpp>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <string>

namespace vigil::models {
namespace {

int check_all(const std::string& pattern) {
  int status = 0;
  Progress progress;
  const auto* engine = engine_named("relacy");
  for (const auto* model : Registry::instance().matching(pattern)) {
    const auto searches = searches_of(model->plan.quick, !model->must_hold());
    const auto verdict = check(*engine, *model, searches, std::nullopt, progress);
    const bool passed = model->as_expected(verdict.outcome());
    if (!passed) status = 1;
    fmt::print("{} {}: {}", passed ? "ok  " : "FAIL", model->name, name_of(verdict.outcome()));
    if (verdict.finding() != nullptr) fmt::print(" ({})", verdict.finding()->what);
    for (const auto& result : verdict.searches)
      fmt::print("; {}: {}{}", describe(result.search), result.executions,
                 result.finished || result.finding ? "" : " LIMIT");
    fmt::print(", {:.2f} s\n", verdict.seconds);
  }
  return status;
}

}  // namespace
}  // namespace vigil::models

int main(int argc, char** argv) {
  CLI::App app{"vigil"};
  std::string pattern;
  auto* check = app.add_subcommand("check", "Check models");
  check->add_option("pattern", pattern);
  auto* list = app.add_subcommand("list", "List models");
  list->add_option("pattern", pattern);
  app.require_subcommand(1);
  CLI11_PARSE(app, argc, argv);
  for (const auto& mistake : vigil::models::Registry::instance().mistakes()) fmt::print(stderr, "{}\n", mistake);
  if (check->parsed()) return vigil::models::check_all(pattern);
  for (const auto* model : vigil::models::Registry::instance().matching(pattern)) fmt::print("{}\n", model->name);
  return 0;
}
