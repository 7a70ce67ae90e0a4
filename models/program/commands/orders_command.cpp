#include "commands.hpp"

#include <vigil/model/this_program.hpp>

#include "orders.hpp"
#include "orders_report.hpp"
#include "progress_line.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace vigil::program {
namespace {

void write_pages(const std::filesystem::path& directory, const std::vector<PrimitiveFinding>& findings) {
  for (const auto& finding : findings) {
    const auto page = directory / (finding.primitive + ".md");
    std::error_code refused;  // is noticed by what follows
    std::filesystem::create_directories(page.parent_path(), refused);
    checker::write_file(page.string(), orders_markdown(finding));
  }
  checker::write_file((directory / "score.md").string(), mutants_markdown(findings));
}

// The primitive of that name, or else those whose names contain it.
Primitives primitives_matching(const std::string& pattern) {
  auto found = primitives();
  const bool is_a_name = found.contains(pattern);
  std::erase_if(found, [&](const auto& primitive) {
    return is_a_name ? primitive.first != pattern : primitive.first.find(pattern) == std::string::npos;
  });
  return found;
}

int list_primitives(const std::string& pattern) {
  for (const auto& [primitive, entries] : primitives_matching(pattern)) fmt::print("{}\n", primitive);
  return kAsExpected;
}

}  // namespace

int orders(const OrdersCommand& command) {
  if (command.only_names) return list_primitives(command.pattern);
  const checker::TerminalLine line;
  const bool prints = command.json_file != kStandardOutput;
  try {
    std::vector<PrimitiveFinding> findings;
    for (const auto& [primitive, entries] : primitives_matching(command.pattern)) {
      findings.push_back(find_orders(primitive, entries,
                                     {command.jobs, std::chrono::duration<double>(command.time_limit),
                                      [&](const std::string& standing) { line.show(standing); }}));
      line.clear();
      if (prints && command.format == OrdersFormat::table) fmt::print("{}", orders_table(findings.back()));
      if (prints && command.format == OrdersFormat::markdown) fmt::print("{}", orders_markdown(findings.back()));
      std::fflush(stdout);
    }
    if (findings.empty()) return wrong_usage(fmt::format("no primitive's name contains \"{}\"", command.pattern));
    if (prints && command.format == OrdersFormat::score) fmt::print("{}", mutants_markdown(findings));
    if (!command.json_file.empty()) checker::write_file(command.json_file, orders_json(findings));
    if (!command.pages_directory.empty()) write_pages(command.pages_directory, findings);
    for (const auto& finding : findings)
      if (finding.objections() != 0) return kDiffers;
    return kAsExpected;
  } catch (const Undecided& undecided) {
    line.clear();
    fmt::print(stderr, "{}: {}\n", models::this_program().name, undecided.what());
    return kLimitReached;
  } catch (...) {
    line.clear();
    throw;
  }
}

}  // namespace vigil::program
