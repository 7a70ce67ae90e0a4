#pragma once

#include "checks.hpp"

#include <vigil/frontier/store.hpp>

#include <functional>
#include <optional>
#include <string>

namespace vigil::program {

// The search of one model that a file keeps.
struct FrontierSearch {
  Task task;
  models::Search search;
  std::string file;
};

// The full search of the model, as check would make it, but without a limit.
[[nodiscard]] models::Search full_search(const Task& task, const models::Wanted& wanted);

// The one that the file has. Throws FrontierError if there is none, or if this program does not have its model.
[[nodiscard]] FrontierSearch search_in(const std::string& file);

// Makes the file, or finds out whether it is of this search, in a process of its own. Throws FrontierError if it is of
// another one, or cannot be used, or if the user interrupts; std::logic_error if the model cannot be checked; else
// std::runtime_error. `time_limit`: for the first execution, in seconds.
void prepare(const FrontierSearch& search, std::optional<double> time_limit);

// How a program takes part.
struct Participation {
  unsigned processes = 1;
  double slice = 5;                  // in seconds
  std::optional<double> time_limit;  // likewise
  // Called some times a second.
  std::function<void(const frontier::Standing&)> on_progress;
};

// Takes part, in processes of its own, until the search ends, the time is over or the user interrupts. What came of the
// search: its verdict if it has ended, and otherwise how far it is and how to go on. Throws FrontierError if the store
// cannot be used and the search is not at its end.
[[nodiscard]] Report take_part(const FrontierSearch& search, const Participation& how);

}  // namespace vigil::program
