#pragma once

#include "checks.hpp"

#include <vigil/model/exhibit.hpp>

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <vector>

namespace vigil::program {

// The memory models under which an exhibit is shown, the strongest first.
[[nodiscard]] const std::vector<const models::Engine*>& gallery_engines();

// An exhibit and the verdicts on its models: for each pair and memory model, of the published form and of the fixed.
struct Showing {
  struct Forms {
    const Report* published = nullptr;
    const Report* fixed = nullptr;
  };
  const models::Exhibit* exhibit = nullptr;
  std::vector<std::vector<Forms>> pairs;  // by pair, then by memory model
};

// Matches exhibits with reports on their models.
[[nodiscard]] std::vector<Showing> showings_of(const std::vector<const models::Exhibit*>& exhibits,
                                               std::span<const Report> reports);

// For a terminal; for the page of one exhibit; for the page that leads to them; for programs.
[[nodiscard]] std::string gallery_table(const std::vector<Showing>& showings);
[[nodiscard]] std::string gallery_markdown(const std::vector<Showing>& showings);
[[nodiscard]] std::string gallery_index(const std::vector<Showing>& showings);
[[nodiscard]] std::string gallery_json(const std::vector<Showing>& showings);
// A test for each model of an exhibit under each memory model.
[[nodiscard]] std::string gallery_junit(const std::vector<Showing>& showings);

}  // namespace vigil::program
