#pragma once

#include "checks.hpp"

#include <string>

namespace vigil::program {

// Exit statuses of the program.
inline constexpr int kAsExpected = 0;
inline constexpr int kDiffers = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kLimitReached = 3;

// Each command returns the exit status. Wrong usage has been said in one line on stderr by then.
[[nodiscard]] int list(const std::string& pattern);

// What check prints: rows as they come, or Markdown for pages at the end.
enum class CheckFormat { table, models, primitives };

struct CheckCommand {
  std::string pattern;
  std::string engine;
  CheckFormat format = CheckFormat::table;
  CheckOptions options;
  std::string junit_file;
  std::string json_file;
};
[[nodiscard]] int check(CheckCommand command);

struct ExplainCommand {
  std::string model;
  std::string engine;
  bool json = false;
  // The steps alone, for pages.
  bool brief = false;
};
[[nodiscard]] int explain(const ExplainCommand& command);

[[nodiscard]] int replay(const std::string& token);

// Says what is wrong, in one line.
[[nodiscard]] int wrong_usage(const std::string& what);

// The program with the models that are linked into it.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace vigil::program
