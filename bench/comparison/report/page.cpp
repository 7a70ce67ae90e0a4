#include <comparison/report/page.hpp>
#include <cstdio>

namespace vigil::comparison {

std::string number(std::optional<double> value) {
  if (!value) return "–";
  char text[32];
  std::snprintf(text, sizeof text, *value < 100 ? "%.2f" : "%.0f", *value);
  return text;
}

std::optional<double> ratio(std::optional<double> of, std::optional<double> to) {
  if (!of || !to) return std::nullopt;
  return *of / *to;
}

std::string table(const Results& results, const std::string& measure, const std::string& more, const Columns& columns) {
  std::string head = "| pool |";
  std::string rule = "|---|";
  for (const int workers : {1, 2})
    for (const auto& [title, counter] : columns) {
      head += " " + title + (workers == 1 ? ", 1 worker |" : ", 2 workers |");
      rule += "---|";
    }
  std::string text = head + "\n" + rule + "\n";
  for (const std::string& peer : results.peers(measure)) {
    text += "| " + peer + " |";
    for (const int workers : {1, 2})
      for (const auto& [title, counter] : columns)
        text += " " + number(results.find(measure, peer, workers, counter, more)) + " |";
    text += "\n";
  }
  return text + "\n";
}

std::vector<Bar> bars(const Results& results, const std::string& measure, const std::string& more,
                      const std::string& counter) {
  std::vector<Bar> all;
  for (const int workers : {1, 2})
    for (const std::string& peer : results.peers(measure)) {
      const auto value = results.find(measure, peer, workers, counter, more);
      const bool has_workers = !results.find(measure + "/" + peer, counter);
      const std::string label = has_workers ? peer + ", " + std::to_string(workers) : peer;
      if (value) all.push_back({label, *value, peer.starts_with("vigil")});
    }
  return all;
}

void Aims::at_most(const std::string& what, std::optional<double> value, double limit) {
  line(what + " ≤ " + number(limit), value, value && *value <= limit);
}

void Aims::at_least(const std::string& what, std::optional<double> value, double limit) {
  line(what + " ≥ " + number(limit), value, value && *value >= limit);
}

void Aims::line(const std::string& what, std::optional<double> value, bool is_met) {
  text_ += "| " + what + " | " + number(value) + " | " + (value ? is_met ? "met" : "missed" : "not measured") +
           (results_.is_busy() ? ", on a busy machine" : "") + " |\n";
}

}  // namespace vigil::comparison
