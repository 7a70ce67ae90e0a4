#pragma once

#include "checks.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// Verdicts for people: a row for each task, then what they cover.
class Table {
 public:
  explicit Table(const std::vector<Task>& tasks);
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string row(const Report& report) const;
  [[nodiscard]] std::string foot(const std::vector<Report>& reports) const;

 private:
  std::size_t name_width_ = 0;
  std::size_t engine_width_ = 0;
  std::size_t expected_width_ = 0;
};

}  // namespace vigil::program
