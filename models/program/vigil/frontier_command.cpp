#include "commands.hpp"

#include "frontier_search.hpp"
#include "json.hpp"
#include "machine_report.hpp"
#include "table.hpp"
#include "token.hpp"
#include "words.hpp"

#include <vigil/checker/frontier.hpp>
#include <vigil/frontier/store.hpp>
#include <vigil/model/checker_engine.hpp>
#include <vigil/model/exhibit.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace vigil::program {
namespace {

using checker::counted;
using checker::grouped;
using nlohmann::json;

void show(checker::ProgressLine& line, const std::string& model, const frontier::Standing& standing) {
  line.show({}, standing.runs(), checker::running_in_words(model, standing.share_done()));
}

// The model, and nothing that goes with it.
const models::Model* only_model(const std::string& pattern, std::string& problem) {
  if (const auto* exact = models::Registry::instance().find(pattern)) return exact;
  const auto found = models::models_matching(pattern);
  if (found.size() == 1) return found.front();
  problem = fmt::format("--frontier keeps the search of one model, and \"{}\" matches {}", pattern, found.size());
  return nullptr;
}

int search_and_print(const FrontierSearch& search, Participation how, const std::string& json_file,
                     const std::string& junit_file, const models::Wanted& wanted) {
  for (const auto& file : {junit_file, json_file})
    if (!file.empty()) checker::expect_writable(file);
  const bool prints = json_file != kStandardOutput && junit_file != kStandardOutput;
  const Table table({search.task});
  if (prints) fmt::print("{}", table.head());
  std::fflush(stdout);
  checker::ProgressLine progress;
  how.on_progress = [&](const frontier::Standing& standing) { show(progress, search.task.model->name, standing); };
  const std::vector<Report> reports{take_part(search, how)};
  progress.clear();
  if (prints) fmt::print("{}{}", table.row(reports.front()), table.foot(reports));
  if (!junit_file.empty()) checker::write_file(junit_file, junit_report(reports));
  if (!json_file.empty()) {
    CheckOptions options;
    options.engines = {search.task.engine};
    options.wanted = wanted;
    options.jobs = how.processes;
    options.time_limit = std::chrono::duration<double>(how.time_limit.value_or(0));
    checker::write_file(json_file, json_report(reports, options));
  }
  return status_of(reports);
}

// What the store knows of a search, in both forms that it is shown in.
struct Known {
  checker::SearchIdentity identity;
  frontier::Standing standing;
  std::string token;
};

Known known_of(const std::string& file) {
  const auto store = frontier::open(file);
  Known known{store->identity(), store->standing(), {}};
  const auto memory_model = checker::memory_model_named(known.identity.memory_model);
  if (const auto& finding = known.standing.result.finding; finding && memory_model) {
    const auto& result = known.standing.result;
    const models::SearchResult found{{.kind = models::Search::Kind::full}, result};
    known.token =
        Token{known.identity.model, models::checker_engine(*memory_model).id(), finding->violation, found.execution()}
            .text();
  }
  return known;
}

std::string in_words(const frontier::Standing& standing) {
  const auto& result = standing.result;
  if (result.stop == checker::Stop::violation) return "ended: a violation was found";
  if (result.stop != checker::Stop::none) return "ended: " + result.limit;
  if (standing.has_ended()) return result.finding ? "ended: violations were found" : "ended: all executions explored";
  return standing.lent != 0 ? "under way, or interrupted" : "interrupted";
}

bool is_recent(const frontier::WorkerStanding& worker) {
  return worker.seen > std::chrono::system_clock::now() - std::chrono::minutes(1);
}

std::string iso_time(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

json json_of(const frontier::Standing& standing) {
  json workers = json::array();
  for (const auto& worker : standing.workers)
    workers.push_back({{"host", worker.host},
                       {"process", worker.process},
                       {"joined", iso_time(worker.joined)},
                       {"seen", iso_time(worker.seen)},
                       {"slices", worker.slices},
                       {"executions", worker.runs},
                       {"busy_seconds", worker.busy_seconds},
                       {"waits", worker.waits}});
  return workers;
}

}  // namespace

int check_in_frontier(const CheckCommand& command) {
  std::string problem;
  const auto* const model = only_model(command.pattern, problem);
  if (model == nullptr) return wrong_usage(problem);
  checker::fix_addresses(command.argv);
  const Task task{model, command.options.engines.front()};
  const FrontierSearch search{task, full_search(task, command.options.wanted), command.frontier_file};
  prepare(search, command.frontier_time_limit);
  return search_and_print(search, {command.options.jobs, command.slice, command.frontier_time_limit, nullptr},
                          command.json_file, command.junit_file, command.options.wanted);
}

int resume_frontier(const FrontierCommand& command) {
  checker::fix_addresses(command.argv);
  const auto search = search_in(command.file);
  prepare(search, command.time_limit);
  models::Wanted wanted;
  wanted.symmetry = search.search.up_to_symmetry;
  return search_and_print(search, {command.jobs, command.slice, command.time_limit, nullptr}, command.json_file,
                          command.junit_file, wanted);
}

int work(const FrontierCommand& command) {
  checker::fix_addresses(command.argv);
  const auto search = search_in(command.file);
  prepare(search, command.time_limit);
  checker::ProgressLine progress;
  const auto report = take_part(search, {command.jobs, command.slice, command.time_limit, [&](const auto& standing) {
                                           show(progress, search.task.model->name, standing);
                                         }});
  progress.clear();
  const bool has_ended = frontier::open(command.file)->standing().has_ended();
  fmt::print("{}: {}\n", search.task.model->name, has_ended ? "the search has ended" : report.problem);
  if (has_ended) return kAsExpected;
  return report.status == Report::Status::limit ? kLimitReached : exit_status(report.status);
}

int show_frontier(const std::string& file) {
  const auto [identity, standing, token] = known_of(file);
  const auto& result = standing.result;
  const auto recent = static_cast<std::uint64_t>(std::ranges::count_if(standing.workers, is_recent));
  fmt::print("{} under {}: {}\n", identity.model, identity.memory_model, in_words(standing));
  fmt::print(
      "  {}, {} blocked{}\n", checker::executions_in_words(result.executions, result.executions_in_all),
      grouped(result.blocked),
      result.bounded != 0 ? fmt::format(", {} stopped at the bound on operations", grouped(result.bounded)) : "");
  if (const double share = standing.share_done(); share > 0 && !standing.has_ended())
    fmt::print("  about {:.1f} % done, as estimated when it began\n", 100 * share);
  fmt::print("  {} left, {} of them lent to workers\n", counted(standing.items, "part"), grouped(standing.lent));
  fmt::print("  {} seen, {} of them within a minute: {} executions a second\n",
             counted(standing.workers.size(), "worker"), recent, grouped(static_cast<std::uint64_t>(standing.rate())));
  if (standing.begun_again != 0)
    fmt::print("  begun again {}, because a loop was taken for a wait that was none\n",
               counted(standing.begun_again, "time"));
  if (result.finding)
    fmt::print("  {}, the first of {}: {}\n  {}\n", models::name_of(result.finding->violation),
               counted(result.violating, "violation"), result.finding->what, replay_command(token));
  fmt::print("  build {}, options {}\n", identity.build, identity.options);
  return kAsExpected;
}

int export_frontier(const std::string& file) {
  const auto [identity, standing, token] = known_of(file);
  const auto& result = standing.result;
  json out = {{"model", identity.model},
              {"memory_model", identity.memory_model},
              {"options", identity.options},
              {"build", identity.build},
              {"ended", standing.has_ended()},
              {"stop", checker::name_of(result.stop)},
              {"executions", result.executions},
              {"executions_in_all", result.executions_in_all},
              {"blocked", result.blocked},
              {"bounded", result.bounded},
              {"violating", result.violating},
              {"cut_short", result.cut_short},
              {"most_operations", result.most_events},
              {"undeclared_waits", result.undeclared_waits},
              {"parts_left", standing.items},
              {"parts_lent", standing.lent},
              {"begun_again", standing.begun_again},
              {"estimated_executions", standing.expected_runs},
              {"share_done", standing.share_done()},
              {"executions_a_second", standing.rate()},
              {"workers", json_of(standing)}};
  if (!result.limit.empty()) out["limit_reached"] = result.limit;
  if (result.finding)
    out["found"] = {
        {"violation", models::name_of(result.finding->violation)}, {"what", result.finding->what}, {"token", token}};
  fmt::print("{}\n", out.dump(2, ' ', false, json::error_handler_t::replace));
  return kAsExpected;
}

}  // namespace vigil::program
