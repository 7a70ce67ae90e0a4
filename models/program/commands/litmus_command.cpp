#include "commands.hpp"

#include "expectation.hpp"
#include "herd_reader.hpp"
#include "input_text.hpp"
#include "litmus_report.hpp"
#include "text_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace vigil::program {
namespace {

namespace fs = std::filesystem;

// Every test of a directory; what is named is read whatever its name is.
std::vector<std::string> files_of(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    if (!fs::is_directory(name)) {
      files.push_back(name);
      continue;
    }
    std::vector<std::string> inside;
    for (const auto& entry : fs::recursive_directory_iterator(name))
      if (entry.is_regular_file() && entry.path().extension() == ".litmus") inside.push_back(entry.path().string());
    if (inside.empty()) throw checker::WrongUsage(fmt::format("{} has no file that ends with .litmus", name));
    std::ranges::sort(inside);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

LitmusVerdict judge(const litmus::Test& test, checker::MemoryModel model, const LitmusCommand& command) {
  LitmusVerdict verdict;
  verdict.memory_model = model;
  verdict.expected = litmus::expected_verdict(test, model);
  checker::Options options;
  options.memory_model = model;
  if (command.operations) options.most_events = *command.operations;
  const auto begin = std::chrono::steady_clock::now();
  if (command.time_limit != 0)
    options.deadline = begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                   std::chrono::duration<double>(command.time_limit));
  verdict.answer = litmus::explore(test, options);
  if (const auto now = verdict.answer.verdict(); command.changes && now != litmus::Verdict::unknown)
    verdict.effects = litmus::effects_of_changes(test, now, options);
  if (const auto now = verdict.answer.verdict();
      command.explain && (now == litmus::Verdict::forbidden || now == litmus::Verdict::not_explored))
    verdict.why_not = litmus::why_not(test, options);
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return verdict;
}

int status_of(const LitmusReport& report) {
  int status = kAsExpected;
  for (const LitmusVerdict& verdict : report.verdicts) {
    const auto& search = verdict.answer.search;
    if (verdict.is_as_expected(report.test.quantifier) == false) status = checker::worse(status, kDiffers);
    const bool has_unknown_changes = verdict.effects && verdict.effects->unknown != 0;
    if (!search.complete() || search.bounded != 0 || has_unknown_changes)
      status = checker::worse(status, kLimitReached);
  }
  return status;
}

// Reads all tests before it runs any. What is wrong with one is said, and does not keep the others.
std::vector<LitmusReport> read_all(const LitmusCommand& command, int& status) {
  std::vector<LitmusReport> reports;
  for (const std::string& file : files_of(command.files)) {
    try {
      LitmusReport report{file, litmus::read_herd(input_text(file)), {}};
      for (const auto model : command.models) (void)litmus::expected_verdict(report.test, model);
      reports.push_back(std::move(report));
    } catch (const litmus::TextError& error) {
      status = wrong_usage(fmt::format("{}:{}", file, error.what()));
    } catch (const std::invalid_argument& error) {
      status = wrong_usage(fmt::format("{}: {}", file, error.what()));
    }
  }
  return reports;
}

bool draws(const LitmusCommand& command) { return !(command.svg_file.empty() && command.html_file.empty()); }

// The example of the only verdict.
int draw(const LitmusCommand& command, const LitmusReport& report) {
  const LitmusVerdict& verdict = report.verdicts.front();
  if (!verdict.answer.example)
    return wrong_usage(fmt::format("there is nothing to draw: {} is {} under {}", report.test.program.name,
                                   litmus::name_of(verdict.answer.verdict()), checker::name_of(verdict.memory_model)));
  if (!command.svg_file.empty()) checker::write_file(command.svg_file, litmus_svg(report, verdict));
  if (!command.html_file.empty()) checker::write_file(command.html_file, litmus_html(report, verdict));
  return kAsExpected;
}

}  // namespace

int litmus_tests(const LitmusCommand& command) {
  int status = kAsExpected;
  auto reports = read_all(command, status);
  if (!command.junit_file.empty()) checker::expect_writable(command.junit_file);
  if (!command.json_file.empty()) checker::expect_writable(command.json_file);
  if (!command.svg_file.empty()) checker::expect_writable(command.svg_file);
  if (!command.html_file.empty()) checker::expect_writable(command.html_file);
  if (draws(command) && status == kAsExpected && (reports.size() != 1 || command.models.size() != 1))
    return wrong_usage("--svg and --html want one test and one --memory-model");
  const bool prints = command.json_file != kStandardOutput && command.junit_file != kStandardOutput &&
                      command.svg_file != kStandardOutput && command.html_file != kStandardOutput;
  std::size_t width = 4;
  for (const LitmusReport& report : reports) width = std::max(width, report.test.program.name.size());
  if (prints && !reports.empty()) fmt::print("{}", litmus_head(command.models, width));
  for (LitmusReport& report : reports) {
    for (const auto model : command.models) report.verdicts.push_back(judge(report.test, model, command));
    status = checker::worse(status, status_of(report));
    if (!prints) continue;
    fmt::print("{}", litmus_row(report, width));
    if (command.states) fmt::print("{}", litmus_states(report));
    for (const LitmusVerdict& verdict : report.verdicts)
      if (verdict.effects) fmt::print("{}", litmus_changes(report, verdict));
    if (command.explain)
      for (const LitmusVerdict& verdict : report.verdicts) fmt::print("{}", litmus_example(report, verdict));
  }
  if (prints && !reports.empty()) fmt::print("{}", litmus_summary(reports));
  if (draws(command) && reports.size() == 1) status = checker::worse(status, draw(command, reports.front()));
  if (!command.json_file.empty()) checker::write_file(command.json_file, litmus_json(reports));
  if (!command.junit_file.empty()) checker::write_file(command.junit_file, litmus_junit(reports));
  return status;
}

}  // namespace vigil::program
