#pragma once

#include "commands.hpp"
#include "search_options.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace vigil::program {

// What the command line gives, for all commands.
struct Arguments {
  CheckCommand check;
  ExplainCommand explain;
  OrdersCommand orders;
  GalleryCommand gallery;
  LitmusCommand litmus;
  ListCommand list;
  bool list_mutants = false;
  bool list_relacy = false;
  std::string token;
  std::string attempt;
  unsigned lesson = 0;
  std::string check_engine = "checker", explain_engine = "checker";
  std::string memory_model = "cpp20", explain_memory_model = "cpp20", litmus_memory_model = "all";
  bool quick = false, replay_brief = false;
  unsigned bound = 0;
  std::uint64_t limit = 0;
  bool no_symmetry = false;
  std::optional<unsigned> preemptions{};
  checker::Sample sample{};
  double time_limit = 600;
  double total_time = 0;
  FrontierCommand frontier;
  double frontier_time_limit = 0;
};

// Each adds a command, and says where its options go.
[[nodiscard]] CLI::App* add_list(CLI::App& app, Arguments& arguments);
// A search can be kept in a file if the program has stores.
[[nodiscard]] CLI::App* add_check(CLI::App& app, Arguments& arguments, bool keeps_searches);
[[nodiscard]] CLI::App* add_work(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_frontier(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_explain(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_orders(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_gallery(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_litmus(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_course(CLI::App& app, Arguments& arguments);
[[nodiscard]] CLI::App* add_replay(CLI::App& app, Arguments& arguments);

}  // namespace vigil::program
