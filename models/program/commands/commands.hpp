#pragma once

#include "checks.hpp"
#include "exit_status.hpp"
#include "gate_options.hpp"
#include "output_file.hpp"
#include "problems.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vigil::program {

using checker::kAsExpected;
using checker::kBroken;
using checker::kDiffers;
using checker::kLimitReached;
using checker::kStandardOutput;
using checker::kWrongUsage;

// Each command returns the exit status. Wrong usage has been said in one line on stderr by then. One that cannot write
// a file throws NotWritten.
struct ListCommand {
  std::string pattern;
  checker::Shard shard;
  bool thorough = false;  // shards are balanced for `check --full`
  std::string json_file;
};
[[nodiscard]] int list(const ListCommand& command);
// How many of the models Relacy decides, and which limits the others meet.
[[nodiscard]] int list_relacy(const std::string& pattern);
// The source mutations of core, by name or header.
[[nodiscard]] int list_mutants(const std::string& pattern);

// What check prints: rows as they come, or Markdown for pages at the end.
enum class CheckFormat { table, models, primitives };

struct CheckCommand {
  std::string pattern;
  CheckFormat format = CheckFormat::table;
  // Only says how large each search is.
  bool only_estimates = false;
  CheckOptions options;
  std::string junit_file;
  std::string json_file;
  checker::Shard shard;
  checker::BaselineOptions baseline;
  std::string sarif_file;
  ProblemOptions problems;
  // Where the search of the one model is kept; empty: nowhere.
  std::string frontier_file;
  double slice = 5;
  std::optional<double> frontier_time_limit;
  char* const* argv = nullptr;  // of the program, which may have to begin again
};
[[nodiscard]] int check(const CheckCommand& command);
// Where the search is kept in a file.
[[nodiscard]] int check_in_frontier(const CheckCommand& command);

struct FrontierCommand {
  std::string file;
  unsigned jobs = 1;
  double slice = 5;
  std::optional<double> time_limit;
  std::string json_file, junit_file;
  char* const* argv = nullptr;
};
// Takes part in the search that a file keeps, until it ends.
[[nodiscard]] int work(const FrontierCommand& command);
// The same, and prints the verdict.
[[nodiscard]] int resume_frontier(const FrontierCommand& command);
[[nodiscard]] int show_frontier(const std::string& file);
// As JSON.
[[nodiscard]] int export_frontier(const std::string& file);

struct ExplainCommand {
  std::string model;
  const models::Engine* engine = nullptr;
  bool text = false;
  // The steps alone, for pages.
  bool brief = false;
  // Empty: not wanted. What is printed is the text unless one of them is wanted.
  std::string json_file, dot_file, html_file, svg_file, litmus_file;
};
[[nodiscard]] int explain(const ExplainCommand& command);

// What orders prints: rows for a terminal, a page of Markdown for each primitive, or how many mutants were killed.
enum class OrdersFormat { table, markdown, score };

struct OrdersCommand {
  std::string pattern;
  bool only_names = false;
  OrdersFormat format = OrdersFormat::table;
  unsigned jobs = 1;
  double time_limit = 600;
  double total_time = 0;
  checker::Shard shard;
  std::string json_file, junit_file;
  std::string pages_directory;
};
[[nodiscard]] int orders(const OrdersCommand& command);

// What gallery prints: rows for a terminal, the tables of an exhibit's page, or the page that leads to them.
enum class GalleryFormat { table, markdown, index };

struct GalleryCommand {
  std::string pattern;
  GalleryFormat format = GalleryFormat::table;
  CheckOptions options;
  checker::Shard shard;
  std::string json_file, junit_file;
};
[[nodiscard]] int gallery(const GalleryCommand& command);

struct LitmusCommand {
  std::vector<std::string> files;  // and directories; - is the standard input
  std::vector<checker::MemoryModel> models;
  bool states = false;   // prints the final values
  bool explain = false;  // prints an execution
  bool changes = false;  // prints which single changes give another verdict
  // Of one test under one memory model: a picture of the execution, and a page to step through.
  std::string svg_file, html_file;
  std::optional<unsigned> operations;
  double time_limit = 60;
  std::string json_file;
  std::string junit_file;
};
[[nodiscard]] int litmus_tests(const LitmusCommand& command);

// The exercises of docs/course: all, one, its answer, and what becomes of an attempt at it.
[[nodiscard]] int list_lessons();
[[nodiscard]] int show_exercise(unsigned lesson);
[[nodiscard]] int show_answer(unsigned lesson);
[[nodiscard]] int check_attempt(unsigned lesson, const std::string& file);

// In this process, so that a debugger sees it.
[[nodiscard]] int replay(const std::string& token, bool brief);

// Of a pattern that no model matches, or a name that no model has.
[[nodiscard]] int no_such_model(const std::string& pattern);
// What a model is, as `list`, `explain` and `replay` begin with it.
void print_model(const models::Model& model);
// What is wrong where the engine is asked for and the program was built without it.
inline constexpr auto* kNoRelacy =
    "this program was built without Relacy: run it by the launcher ./vigil, or configure with -DVIGIL_RELACY=ON";
// The worst of what the reports and the disagreements between them mean.
[[nodiscard]] int status_of(const std::vector<Report>& reports);
// Says what is wrong, in one line.
[[nodiscard]] int wrong_usage(const std::string& what);
[[nodiscard]] int exit_status(Report::Status status);

// What `vigil` has beyond the programs of other projects: searches that are kept in a database, litmus tests, and the
// course. The first are called through this table, so that only a program that has them needs the database.
struct VigilCommands {
  int (*check_in_frontier)(const CheckCommand&);
  int (*work)(const FrontierCommand&);
  int (*resume_frontier)(const FrontierCommand&);
  int (*show_frontier)(const std::string&);
  int (*export_frontier)(const std::string&);
};

// The program with the models that are linked into it.
[[nodiscard]] int run(int argc, char** argv, const VigilCommands* vigil = nullptr);

}  // namespace vigil::program
