#pragma once

#include <comparison/report/plot.hpp>
#include <comparison/report/results.hpp>
#include <optional>
#include <string>
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
std::vector<File> primitives_page(const Results& results);

// Follows a figure of a row that was disturbed in every round.
inline constexpr const char* kMark = " †";

// The median as text, with the least and the most in brackets unless they read the same; a dash if it was not measured.
std::string text(const std::optional<Figure>& figure);
// The least.
std::string best(const std::optional<Figure>& figure);
// The brackets are the widest that those of both figures allow.
std::optional<Figure> ratio(const std::optional<Figure>& of, const std::optional<Figure>& to);

// `command` as the maker of the page, the machine, the peers, how it was measured and what was dropped.
std::string circumstances(const Results& results, const std::string& command);
// A table of the rows of which a round was dropped or failed, or nothing.
std::string dropped_rounds(const Results& results);

struct Column {
  std::string title;
  std::string counter;
  // Shows the best round, for a counter that is the best batch of a round.
  bool is_best = false;
};
using Columns = std::vector<Column>;

// A line for each number of workers and each peer.
std::string table(const Results& results, const std::string& measure, const std::string& more, const Columns& columns);

// A bar for each peer and number of workers.
std::vector<Bar> bars(const Results& results, const std::string& measure, const std::string& more,
                      const std::string& counter);

// A table of aims, and whether the medians meet them.
class Aims {
 public:
  void at_most(const std::string& what, const std::optional<Figure>& figure, double limit);
  void at_least(const std::string& what, const std::optional<Figure>& figure, double limit);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void line(const std::string& what, const std::optional<Figure>& figure, double limit, bool is_met);

  std::string text_ = "| wanted | measured | |\n|---|---|---|\n";
};

}  // namespace vigil::comparison
