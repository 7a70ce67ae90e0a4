// The command line of a program that checks its own models.

#include "annotations.hpp"
#include "answered_verdict.hpp"
#include "baseline_gate.hpp"
#include "exit_status.hpp"
#include "fix_hint.hpp"
#include "gate_options.hpp"
#include "interrupt_guard.hpp"
#include "name_pattern.hpp"
#include "output_file.hpp"
#include "problem.hpp"
#include "progress_line.hpp"
#include "sarif.hpp"
#include "search_options.hpp"
#include "source_root.hpp"
#include "streams.hpp"
#include "verdict_report.hpp"
#include "words.hpp"

#include <vigil/checker/run.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace vigil::checker {
namespace {

using Clock = std::chrono::steady_clock;

struct Arguments {
  std::string pattern, memory_model, html, svg, json, junit, sarif, replay;
  unsigned jobs = 0;
  bool count = false, list = false, estimate = false, in_libraries = false, symmetry = false;
  std::uint64_t limit = 0, arena_bytes = 0;
  double time_limit = 0;
  std::optional<unsigned> timeouts, operations, preemptions;
  Sample sample{};
  Shard shard;
  double total_time = 0;
  BaselineOptions baseline;
  std::optional<Annotations> annotations{};
  bool hint = false;
  double hint_limit = 30;

  [[nodiscard]] bool wants_hint() const { return (hint || !sarif.empty() || annotations) && hint_limit > 0; }
};

constexpr const char* kAboutModels =
    "Runs each model through every execution that the memory model allows. Each is expected to hold.";
constexpr const char* kAboutProgram =
    "Runs the program through every execution that the memory model allows. What comes after -- is for its main.";

void add_options(CLI::App& app, Arguments& arguments, bool is_hosted) {
  if (!is_hosted) {
    app.add_option("pattern", arguments.pattern, "Only models whose name contains this, or matches it (*, ?)");
    app.add_flag("--list", arguments.list, "Only name the models");
    add_shard(app, arguments.shard, "models");
    add_total_time(app, arguments.total_time);
  } else {
    app.add_flag("--in-libraries", arguments.in_libraries,
                 "Show places in the standard library's headers, in place of those that call it");
  }
  app.add_flag("--estimate", arguments.estimate, "Only say how many executions there may be");
  add_memory_model(app, arguments.memory_model);
  add_jobs(app, arguments.jobs, "Processes that share the search of a model");
  app.add_flag("--symmetry", arguments.symmetry,
               "Explore one of the executions that differ by an exchange of threads that run the same function");
  app.add_flag("--count", arguments.count, "Go on after a violation and count them all");
  add_limit(app, arguments.limit);
  add_time_limit(app, arguments.time_limit, "Seconds for each model");
  app.add_option("--arena-bytes", arguments.arena_bytes, "Memory that each thread may allocate in an execution")
      ->check(CLI::Range(std::size_t{1}, kMostArenaBytes));
  add_timeouts(app, arguments.timeouts);
  add_operations(app, arguments.operations);
  add_sample(app, arguments.sample);
  add_preemptions(app, arguments.preemptions);
  add_baseline(app, arguments.baseline);
  add_page(app, arguments.html);
  add_picture(app, arguments.svg);
  add_file(app, "--json", arguments.json, "Write the verdicts for other programs; - is the standard output");
  add_file(app, "--junit", arguments.junit, "Write the verdicts as JUnit does; - is the standard output");
  add_file(app, "--sarif", arguments.sarif, "Write the violations as SARIF 2.1.0; - is the standard output");
  add_annotations(app, arguments.annotations);
  add_hint(app, arguments.hint, arguments.hint_limit);
  app.add_option("--replay", arguments.replay, "Run one execution again: what a violation's last line says");
  app.footer(kExitStatuses);
}

using Form = std::string (*)(const Trace&, const TraceHeader&);

void write_trace(const std::string& file, Form form, const Verdict& verdict, const std::string& program) {
  if (!file.empty() && verdict.trace) write_file(file, form(*verdict.trace, header_of(verdict, program)));
}

Verdict replayed(const Subject& subject, const std::string& choices) {
  const Trace trace = linearise(replay(subject.code, subject.options, choices));
  Verdict verdict{subject, {}, {}, trace};
  if (trace.violation) verdict.result.finding = {*trace.violation, trace.what, choices};
  return verdict;
}

// Of a program that was not written to be checked the first violation is seldom one that is easy to read.
void shorten(Verdict& verdict) {
  constexpr std::uint64_t kExecutions = 5'000;
  auto& finding = verdict.result.finding;
  if (!finding) return;
  const auto& [name, code, options] = verdict.subject;
  finding = shortest(code, options, *finding, kExecutions);
  verdict.trace = linearise(replay(code, options, finding->choices));
}

Verdict searched(Subject subject, const Sample& sample) {
  const InterruptGuard guard;
  ProgressLine line;
  subject.options.on_progress = [&, name = subject.name](const SearchProgress& progress) {
    line.show("", progress.executions, running_in_words(name, progress.share_done));
    return !guard.is_interrupted();
  };
  auto verdict = run(std::move(subject), sample.count == 0 ? std::nullopt : std::optional(sample));
  if (verdict.subject.code.hosted != nullptr) shorten(verdict);
  line.clear();
  return verdict;
}

Subject as_asked(Subject subject, const Arguments& arguments, const std::optional<Clock::time_point>& end = {}) {
  auto& options = subject.options;
  if (const auto memory_model = memory_model_named(arguments.memory_model)) options.memory_model = *memory_model;
  if (arguments.jobs != 0) options.jobs = arguments.jobs;
  if (arguments.limit != 0) options.most_executions = arguments.limit;
  if (arguments.time_limit > 0)
    options.deadline = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                              std::chrono::duration<double>(arguments.time_limit));
  if (end) options.deadline = std::min(options.deadline.value_or(*end), *end);
  if (arguments.arena_bytes != 0) options.arena_bytes = arguments.arena_bytes;
  options.timeouts = arguments.timeouts.value_or(options.timeouts);
  options.most_events = arguments.operations.value_or(options.most_events);
  if (arguments.preemptions) options.most_preemptions = arguments.preemptions;
  if (arguments.symmetry) options.symmetry = true;
  if (arguments.count) options.count_violations = true;
  return subject;
}

std::array<const std::string*, 6> files_of(const Arguments& arguments) {
  return {&arguments.html,  &arguments.svg,   &arguments.json,
          &arguments.junit, &arguments.sarif, &arguments.baseline.write};
}

bool goes_to_standard_output(const Arguments& arguments) {
  return std::ranges::any_of(files_of(arguments), [](const std::string* file) { return *file == kStandardOutput; });
}

void expect_one_use_of_standard_output(const Arguments& arguments) {
  const auto files = files_of(arguments);
  const auto count = std::ranges::count_if(files, [](const auto* file) { return *file == kStandardOutput; });
  if (count > 1) throw WrongUsage("the standard output, -, has room for one report");
  if (count == 1 && arguments.annotations)
    throw WrongUsage("the standard output, -, has room for a report or for annotations");
}

// What to change, if it was asked for and there is a violation.
Hint hint_for(const Verdict& verdict, const Arguments& arguments) {
  if (!arguments.wants_hint() || !arguments.replay.empty() || !verdict.result.finding) return {};
  const auto& [name, code, asked] = verdict.subject;
  const InterruptGuard guard;
  ProgressLine line;
  auto options = asked;
  options.on_progress = [&, name = name](const SearchProgress& progress) {
    line.show("", progress.executions, running_in_words(name + ", with other orders", progress.share_done));
    return !guard.is_interrupted();
  };
  FixLimits limits;
  limits.time = std::chrono::duration<double>(arguments.hint_limit);
  const auto search = find_fix(code, options, *verdict.result.finding, limits);
  line.clear();
  return hint_of(search, asked, SourceRoot::of_working_directory());
}

// Of a verdict with a violation.
Problem problem_in(const ReportedVerdict& reported) {
  const auto& verdict = reported.verdict;
  const auto root = SourceRoot::of_working_directory();
  const auto header = header_of(verdict, reported.command);
  const auto& finding = *verdict.result.finding;
  auto problem = problem_of(*verdict.trace, verdict.subject.name, root);
  if (reported.is_known) problem.level = Problem::Level::known;
  problem.message = verdict.subject.name + ": " + std::string(name_of(finding.violation)) + ": " + finding.what;
  problem.replay = header.replay;
  problem.bounds = header.bounds;
  problem.memory_model = header.memory_model;
  problem.hint = reported.hint;
  return problem;
}

// Why there is no verdict; empty if there is one.
std::string why_undecided(const Verdict& verdict) {
  const auto& result = verdict.result;
  if (result.finding || result.ended_by_itself()) return {};
  return limit_in_words(result, verdict.subject.options.most_executions);
}

void annotate(const ReportedVerdict& reported, const Arguments& arguments) {
  if (!arguments.annotations) return;
  const auto& verdict = reported.verdict;
  const auto why = why_undecided(verdict);
  std::string text;
  if (verdict.result.finding)
    text = annotation(problem_in(reported), *arguments.annotations);
  else if (!why.empty())
    text = annotation_without_verdict(verdict.subject.name, why, *arguments.annotations);
  std::fputs(text.c_str(), streams().out);
}

void write_sarif(const Arguments& arguments, const std::vector<ReportedVerdict>& verdicts, int status,
                 const std::string& refused = {}) {
  if (arguments.sarif.empty()) return;
  SarifRun run{SourceRoot::of_working_directory().directory(), status, {}, {}};
  for (const auto& reported : verdicts) {
    const auto& verdict = reported.verdict;
    if (verdict.result.finding)
      run.results.push_back(sarif_result(problem_in(reported)));
    else if (auto why = why_undecided(verdict); !why.empty())
      run.notifications.push_back({verdict.result.stop == Stop::broken, verdict.subject.name, std::move(why)});
  }
  if (!refused.empty()) run.notifications.push_back({true, "", refused});
  write_file(arguments.sarif, sarif_log(run));
}

void write_report(const std::string& file, std::string (*form)(std::span<const ReportedVerdict>),
                  const std::vector<ReportedVerdict>& verdicts) {
  if (!file.empty()) write_file(file, form(verdicts));
}

// Prints the verdict, or of a replay the execution, unless a page or a picture goes to the standard output.
Verdict check_one(const Subject& subject, const Arguments& arguments, const std::string& command) {
  const bool is_replay = !arguments.replay.empty();
  auto verdict = is_replay ? replayed(subject, arguments.replay) : searched(subject, arguments.sample);
  if (!goes_to_standard_output(arguments))
    std::fputs((is_replay ? text(*verdict.trace, header_of(verdict, command)) : text(verdict, command)).c_str(),
               streams().out);
  write_trace(arguments.html, &html, verdict, command);
  write_trace(arguments.svg, &svg, verdict, command);
  return verdict;
}

// A search that broke down is no verdict on its model, and leaves those of other models alone.
Verdict check_or_break_down(const Subject& subject, const Arguments& arguments, const std::string& command) {
  try {
    return check_one(subject, arguments, command);
  } catch (const WrongUsage&) {
    throw;
  } catch (const NotWritten&) {
    throw;
  } catch (const std::exception& exception) {
    const auto how = how_it_broke_down(exception);
    if (how.empty()) throw;
    static_cast<void>(broken(command, subject.name + ": the search broke down: " + how));
    Verdict verdict{subject, {}, {}, {}};
    verdict.result.stop = Stop::broken;
    verdict.result.limit = how;
    return verdict;
  }
}

int print_estimate(const Subject& subject) {
  const Estimate estimated = estimate(subject.code, subject.options);
  if (estimated.executions + estimated.blocked == 0) {
    std::fprintf(streams().out, "%s: no estimate within the time limit\n", subject.name.c_str());
    return kLimitReached;
  }
  std::fprintf(streams().out, "%s: %s\n", subject.name.c_str(), estimate_in_words(estimated, subject.options).c_str());
  return kAsExpected;
}

std::vector<Subject> chosen_of(const std::vector<Subject>& subjects, const Arguments& arguments) {
  std::vector<Subject> chosen;
  for (const auto& subject : subjects)
    if (matches(subject.name, arguments.pattern)) chosen.push_back(subject);
  if (chosen.empty()) throw WrongUsage("no model matches \"" + arguments.pattern + "\"; --list shows them");
  std::vector<Piece> pieces;
  // Nobody has said what they cost.
  for (const auto& subject : chosen) pieces.push_back({subject.name, 1});
  const auto are_in_shard = chosen_by(arguments.shard, pieces);
  for (auto i = chosen.size(); i-- != 0;)
    if (!are_in_shard[i]) chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(i));
  if (!arguments.replay.empty() && chosen.size() != 1) throw WrongUsage("--replay is for one model: add its name");
  return chosen;
}

// Of a model that has not begun when the time for all of them is over.
Verdict not_run(const Subject& subject, const Arguments& arguments) {
  Verdict verdict{subject, {}, {}, {}};
  verdict.result.stop = Stop::deadline;
  verdict.result.limit = kNotRun;
  if (!goes_to_standard_output(arguments))
    std::fprintf(streams().out, "%s: not run: %s\n", subject.name.c_str(), kNotRun);
  return verdict;
}

// What comes of one of the models, unless the time for all of them is over.
ReportedVerdict reported_on(const Subject& subject, const Arguments& arguments, const std::string& command,
                            const std::optional<Clock::time_point>& end, BaselineGate& gate) {
  const auto begin = Clock::now();
  auto verdict = end && begin >= *end ? not_run(subject, arguments)
                                      : check_or_break_down(as_asked(subject, arguments, end), arguments, command);
  const std::chrono::duration<double> time = Clock::now() - begin;
  auto answered = answered_by(verdict);
  const bool is_known = answered && gate.accepts(std::move(*answered));
  if (is_known && !goes_to_standard_output(arguments))
    std::fprintf(streams().out, "%s: known, accepted by the baseline\n", subject.name.c_str());
  auto hint = is_known ? Hint{} : hint_for(verdict, arguments);
  return {std::move(verdict), time.count(), command, is_known, std::move(hint)};
}

int run_all(const std::vector<Subject>& subjects, const Arguments& arguments, const std::string& program) {
  if (arguments.in_libraries) subjects.front().code.hosted->show_places_in_libraries();
  const auto chosen = chosen_of(subjects, arguments);
  if (arguments.list) {
    for (const auto& subject : chosen) std::fprintf(streams().out, "%s\n", subject.name.c_str());
    return kAsExpected;
  }
  expect_one_use_of_standard_output(arguments);
  for (const auto* const file : {&arguments.json, &arguments.junit, &arguments.sarif})
    if (!file->empty()) expect_writable(*file);
  BaselineGate gate(arguments.baseline);
  const auto end = end_of_command(arguments.total_time);
  int status = kAsExpected;
  if (arguments.estimate) {
    for (const auto& subject : chosen) status = worse(status, print_estimate(as_asked(subject, arguments)));
    return status;
  }
  bool is_first = true;
  std::vector<ReportedVerdict> verdicts;
  for (const auto& subject : chosen) {
    if (!std::exchange(is_first, false) && !goes_to_standard_output(arguments)) std::fputc('\n', streams().out);
    // The choices of one model fit no other.
    const auto command = subjects.size() == 1 ? program : program + " '" + subject.name + "'";
    try {
      verdicts.push_back(reported_on(subject, arguments, command, end, gate));
    } catch (const std::logic_error& refusal) {
      write_sarif(arguments, verdicts, worse(status, kWrongUsage), subject.name + ": " + refusal.what());
      throw;
    }
    const auto& reported = verdicts.back();
    if (!reported.hint.text.empty() && !goes_to_standard_output(arguments))
      std::fprintf(streams().out, "hint: %s\n", reported.hint.text.c_str());
    annotate(reported, arguments);
    if (!reported.is_known) status = worse(status, reported.verdict.exit_status());
    if (reported.verdict.result.stop == Stop::interrupted) break;
  }
  gate.note_models_that_are_gone([&](const std::string& model) {
    return std::ranges::any_of(subjects, [&](const Subject& subject) { return subject.name == model; });
  });
  status = worse(status, gate.conclude(program));
  write_report(arguments.json, &json_report, verdicts);
  write_report(arguments.junit, &junit_report, verdicts);
  write_sarif(arguments, verdicts, status);
  return status;
}

}  // namespace

int run_program(const std::vector<Subject>& subjects, int argc, const char* const* argv) {
  occupy_standard_streams();
  const std::string program = argc > 0 ? argv[0] : "";
  const bool is_hosted = !subjects.empty() && subjects.front().code.hosted != nullptr;
  CLI::App app{is_hosted ? kAboutProgram : kAboutModels, program};
  Arguments arguments;
  add_options(app, arguments, is_hosted);
  return status_of_program(program, [&] {
    const auto status = parse(app, argc, argv);
    return status ? *status : run_all(subjects, arguments, program);
  });
}

}  // namespace vigil::checker
