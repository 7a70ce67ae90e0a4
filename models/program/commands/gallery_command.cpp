#include "commands.hpp"

#include "costs.hpp"
#include "gallery_report.hpp"

#include <vigil/model/exhibit.hpp>
#include <vigil/model/this_program.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <set>

namespace vigil::program {
namespace {

// Every model of the exhibits once, under each memory model.
std::vector<Task> tasks_of(const std::vector<const models::Exhibit*>& exhibits) {
  std::set<std::string> names;
  for (const auto* exhibit : exhibits)
    for (const auto& [published, fixed] : exhibit->pairs) names.insert({published, fixed});
  std::vector<Task> tasks;
  for (const auto& name : names)
    for (const auto* engine : gallery_engines()) tasks.push_back({models::Registry::instance().find(name), engine});
  return tasks;
}

// The exhibits of the shard. A model that several exhibits show may be in several shards.
std::vector<const models::Exhibit*> exhibits_in(const checker::Shard& shard,
                                                const std::vector<const models::Exhibit*>& exhibits,
                                                CheckOptions options) {
  options.engines = gallery_engines();
  std::vector<checker::Piece> pieces;
  for (const auto* exhibit : exhibits) {
    std::uint64_t cost = 0;
    for (const auto& [published, fixed] : exhibit->pairs)
      for (const auto& name : {published, fixed})
        cost += expected_cost(*models::Registry::instance().find(name), options);
    pieces.push_back({exhibit->number, cost});
  }
  const auto are_chosen = checker::chosen_by(shard, pieces);
  std::vector<const models::Exhibit*> chosen;
  for (std::size_t i = 0; i != exhibits.size(); ++i)
    if (are_chosen[i]) chosen.push_back(exhibits[i]);
  return chosen;
}

std::string printed(const std::vector<Showing>& showings, GalleryFormat format) {
  switch (format) {
    case GalleryFormat::markdown:
      return gallery_markdown(showings);
    case GalleryFormat::index:
      return gallery_index(showings);
    case GalleryFormat::table:
      break;
  }
  return gallery_table(showings);
}

}  // namespace

int gallery(const GalleryCommand& command) {
  const auto matching = models::exhibits_matching(command.pattern);
  if (matching.empty()) return wrong_usage(fmt::format("no exhibit's number contains \"{}\"", command.pattern));
  for (const auto& file : {command.junit_file, command.json_file})
    if (!file.empty()) checker::expect_writable(file);
  const auto exhibits = exhibits_in(command.shard, matching, command.options);
  checker::ProgressLine progress;
  const auto reports = run_checks(tasks_of(exhibits), command.options,
                                  {[](const Report&) {}, [&](const Standing& now) { show(progress, now); }});
  progress.clear();
  const auto showings = showings_of(exhibits, reports);
  if (command.json_file != kStandardOutput && command.junit_file != kStandardOutput)
    fmt::print("{}", printed(showings, command.format));
  if (!command.json_file.empty()) checker::write_file(command.json_file, gallery_json(showings));
  if (!command.junit_file.empty()) checker::write_file(command.junit_file, gallery_junit(showings));
  int status = kAsExpected;
  for (const auto& report : reports) {
    const int its_own = exit_status(report.status);
    if (its_own == kAsExpected) continue;
    fmt::print(stderr, "{}: {} under {}: {}{}\n", models::this_program().name, report.model().name,
               report.engine().memory_model_in_words(), name_of(report.status),
               report.problem.empty() ? "" : ": " + report.problem);
    status = checker::worse(status, its_own);
  }
  return status;
}

}  // namespace vigil::program
