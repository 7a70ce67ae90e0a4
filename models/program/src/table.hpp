#pragma once

#include "checks.hpp"

#include <string>
#include <vector>

namespace vigil::program {

// Verdicts for people: a row for each model, then what they cover.
class Table {
 public:
  Table(const std::vector<const models::Model*>& models, const models::Engine& engine);
  [[nodiscard]] std::string head() const;
  [[nodiscard]] std::string row(const Report& report) const;
  [[nodiscard]] std::string foot(const std::vector<Report>& reports) const;

 private:
  const models::Engine& engine_;
  std::size_t name_width_ = 0;
  std::size_t expected_width_ = 0;
};

// "holds", "fails: data-race or leak", "cannot decide: ...".
[[nodiscard]] std::string describe_expected(const models::Model& model);
// "random 20,000; context bound 2: all 16,804", "found: random, execution 1,315".
[[nodiscard]] std::string describe_searches(const models::Verdict& verdict);
// "20,000".
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace vigil::program
