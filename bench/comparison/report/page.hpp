#pragma once

#include <comparison/report/plot.hpp>
#include <comparison/report/results.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The parts of the pages of both comparisons.
namespace vigil::comparison {

struct File {
  std::string name;
  std::string text;
};

// A page and its pictures.
std::vector<File> pool_page(const Results& results);
std::vector<File> lean_page(const Results& results);

// The number as text, or a dash if it was not measured.
std::string number(std::optional<double> value);
std::optional<double> ratio(std::optional<double> of, std::optional<double> to);

// Title and counter.
using Columns = std::vector<std::pair<std::string, std::string>>;

// A line for each peer, with the `columns` for each number of workers.
std::string table(const Results& results, const std::string& measure, const std::string& more, const Columns& columns);

// A bar for each peer and number of workers.
std::vector<Bar> bars(const Results& results, const std::string& measure, const std::string& more,
                      const std::string& counter);

// A table of aims, and whether the measurement meets them.
class Aims {
 public:
  explicit Aims(const Results& results) : results_(results) {}

  void at_most(const std::string& what, std::optional<double> value, double limit);
  void at_least(const std::string& what, std::optional<double> value, double limit);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void line(const std::string& what, std::optional<double> value, bool is_met);

  const Results& results_;
  std::string text_ = "| wanted | measured | |\n|---|---|---|\n";
};

}  // namespace vigil::comparison
