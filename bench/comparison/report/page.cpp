#include <algorithm>
#include <comparison/report/page.hpp>
#include <cstdio>

namespace vigil::comparison {
namespace {

std::string number(double value, int decimals = 2) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", value < 100 ? decimals : 0, value);
  return text;
}

std::string mark(const Figure& figure) { return figure.is_disturbed ? kMark : ""; }

// "1 measurement", "2 measurements".
std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

struct Total {
  std::size_t rounds = 0;
  std::size_t measurements = 0;
  std::size_t failed = 0;
  std::size_t dropped = 0;
  std::size_t unknown = 0;
  std::size_t disturbed_rows = 0;
};

Total total_of(const Results& results) {
  Total total;
  for (const Row& row : results.rows()) {
    total.rounds = std::max(total.rounds, row.rounds);
    total.measurements += row.rounds;
    total.failed += row.failed;
    total.dropped += row.dropped;
    total.unknown += row.unknown;
    total.disturbed_rows += row.is_disturbed ? 1 : 0;
  }
  return total;
}

std::string what_was_dropped(const Total& total) {
  std::string text = "Other programs disturbed a measurement if they used more than " + number(kMostOthers) +
                     " of a processor while it ran. Of " + counted(total.measurements, "measurement") + ", " +
                     std::to_string(total.dropped) + (total.dropped == 1 ? " was" : " were") + " dropped for it.";
  if (total.disturbed_rows != 0)
    text += " " + counted(total.disturbed_rows, "row") + (total.disturbed_rows == 1 ? " was" : " were") +
            " disturbed in every round. There the least disturbed round is shown, marked †: the true figure may be "
            "better.";
  if (total.failed != 0) text += " " + counted(total.failed, "measurement") + " failed.";
  if (total.dropped + total.disturbed_rows + total.failed != 0) text += " [The rows](#rounds-that-were-left-out).";
  if (total.unknown != 0)
    text += " For " + counted(total.unknown, "measurement") +
            ", what others used is unknown: the system does not tell it, or the measurement was too short. They were "
            "kept.";
  return text;
}

// The lines of a table for one number of workers.
std::string lines(const Results& results, const std::string& measure, const std::string& more, const Columns& columns,
                  int workers) {
  std::string all;
  for (const std::string& peer : results.peers(measure)) {
    std::string line;
    bool is_measured = false;
    for (const auto& [title, counter, is_best] : columns) {
      const auto figure = results.find(measure, peer, workers, counter, more);
      is_measured |= figure.has_value();
      line += " " + (is_best ? best(figure) : text(figure)) + " |";
    }
    if (!is_measured) continue;
    const bool has_workers = results.row(measure + "/" + peer) == nullptr;
    all += "| " + peer + " | " + (has_workers ? std::to_string(workers) : "–") + " |" + line + "\n";
  }
  return all;
}

std::string text_with(int decimals, const std::optional<Figure>& figure) {
  if (!figure) return "–";
  const std::string least = number(figure->least, decimals);
  const std::string most = number(figure->most, decimals);
  const std::string spread = least == most ? "" : " (" + least + "–" + most + ")";
  return number(figure->median, decimals) + spread + mark(*figure);
}

}  // namespace

std::string text(const std::optional<Figure>& figure) { return text_with(2, figure); }

std::string best(const std::optional<Figure>& figure) { return figure ? number(figure->least) + mark(*figure) : "–"; }

std::optional<Figure> ratio(const std::optional<Figure>& of, const std::optional<Figure>& to) {
  if (!of || !to) return std::nullopt;
  return Figure{of->median / to->median, of->least / to->most, of->most / to->least,
                of->is_disturbed || to->is_disturbed};
}

std::string circumstances(const Results& results, const std::string& command) {
  const Total total = total_of(results);
  std::string versions;
  for (const auto& [peer, version] : results.versions()) versions += peer + " " + version + "; ";
  return "`" + command + "` wrote this page from " + counted(total.rounds, "round") +
         ". Each round is a process that runs all benchmarks in a random order. The machine: " + results.machine() +
         ".\n\nPeers: " + versions + "not found there: " + results.missing_peers() +
         ".\n\nA figure is the median of the rounds, with the least and the most of them in brackets. " +
         what_was_dropped(total) +
         "\n\nWhat others used is known in ticks of the system, of 10 ms as a rule. So a disturbance that is shorter "
         "is not seen. Nor is what a neighbour on the same host takes of caches and memory.\n\n";
}

std::string dropped_rounds(const Results& results) {
  std::string lines;
  for (const Row& row : results.rows()) {
    if (row.dropped + row.failed == 0 && !row.is_disturbed) continue;
    lines += "| " + row.name + (row.is_disturbed ? kMark : "") + " | " + std::to_string(row.rounds) + " | " +
             std::to_string(row.dropped) + " | " + std::to_string(row.failed) + " | " +
             (row.others ? number(row.others->first) + "–" + number(row.others->second) : "–") + " |\n";
  }
  if (lines.empty()) return "";
  return "## Rounds that were left out\n\nThe last column is how many processors other programs used: in the least and "
         "in the most disturbed round.\n\n| row | rounds | dropped | failed | others |\n|---|---|---|---|---|\n" +
         lines + "\n";
}

std::string table(const Results& results, const std::string& measure, const std::string& more, const Columns& columns) {
  std::string head = "| pool | workers |";
  std::string rule = "|---|---|";
  for (const Column& column : columns) {
    head += " " + column.title + " |";
    rule += "---|";
  }
  return head + "\n" + rule + "\n" + lines(results, measure, more, columns, 1) +
         lines(results, measure, more, columns, 2) + "\n";
}

std::vector<Bar> bars(const Results& results, const std::string& measure, const std::string& more,
                      const std::string& counter) {
  std::vector<Bar> all;
  for (const int workers : {1, 2})
    for (const std::string& peer : results.peers(measure)) {
      const auto figure = results.find(measure, peer, workers, counter, more);
      if (!figure) continue;
      const bool has_workers = results.row(measure + "/" + peer) == nullptr;
      const std::string label = has_workers ? peer + ", " + std::to_string(workers) : peer;
      all.push_back({label + mark(*figure), figure->median, peer.starts_with("vigil")});
    }
  return all;
}

void Aims::at_most(const std::string& what, const std::optional<Figure>& figure, double limit) {
  line(what + " ≤ ", figure, limit, figure && figure->median <= limit);
}

void Aims::at_least(const std::string& what, const std::optional<Figure>& figure, double limit) {
  line(what + " ≥ ", figure, limit, figure && figure->median >= limit);
}

void Aims::line(const std::string& what, const std::optional<Figure>& figure, double limit, bool is_met) {
  const bool reads_as_met = figure && !is_met && number(figure->median) == number(limit);
  text_ += "| " + what + number(limit) + " | " + text_with(reads_as_met ? 3 : 2, figure) + " | " +
           (figure ? is_met ? "met" : "missed" : "not measured") +
           (figure && figure->is_disturbed ? ", on a busy machine" : "") + " |\n";
}

}  // namespace vigil::comparison
