#pragma once

#include <vigil/model/record.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::models {

// One execution, in a form from which its engine can run it again.
struct Execution {
  Search search;
  std::uint64_t number = 0;  // the how-manieth of its search
  std::string choices;       // the engine's own text; letters, digits, nothing that a shell minds
};

struct Finding {
  Violation violation = Violation::requirement;
  std::string what;
  Execution execution;
};

// What came of one search.
struct SearchResult {
  Search search;
  std::uint64_t executions = 0;
  bool finished = false;  // went through all it was asked to
  std::optional<Finding> finding;
};

// One line of a history.
struct Step {
  static constexpr int kSetup = -1;  // while the model is constructed
  static constexpr int kEnd = -2;    // after all threads have ended
  int thread = kSetup;
  std::string file;
  unsigned line = 0;
  std::string function;
  std::string label;
  std::string text;
  bool stale = false;      // read a value that was already overwritten
  bool violation = false;  // the step that ends the execution
};

struct History {
  std::vector<Step> steps;
  Outcome outcome;
  std::string what;
};

// Shared with the process that shows progress.
struct Progress {
  static constexpr std::size_t kMostSearches = 16;
  std::atomic<std::uint32_t> search{0};
  std::array<std::atomic<std::uint64_t>, kMostSearches> executions{};  // of each search

  void begin(std::size_t number) { search.store(static_cast<std::uint32_t>(number), std::memory_order_relaxed); }
  void show(std::uint64_t count) {
    executions[search.load(std::memory_order_relaxed) % kMostSearches].store(count, std::memory_order_relaxed);
  }
};

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// Something that can go through the executions of a model. Tables must be installed.
class Engine {
 public:
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  // For the scope that every report states.
  [[nodiscard]] virtual std::string_view memory_model() const = 0;
  [[nodiscard]] virtual SearchResult run(const Model& model, const Search& search, const Deadline& deadline,
                                         Progress& progress) const = 0;
  // The same execution again, with its history.
  [[nodiscard]] virtual History replay(const Model& model, const Execution& execution) const = 0;
};

// Null if there is none of that name.
[[nodiscard]] const Engine* engine_named(std::string_view name);

// What came of all searches of a model.
struct Verdict {
  std::vector<SearchResult> searches;
  double seconds = 0;

  [[nodiscard]] const Finding* finding() const;
  [[nodiscard]] Outcome outcome() const;
  // Every planned search ended by itself, or a violation was found.
  [[nodiscard]] bool complete() const;
};

// Runs the searches one after the other until one finds a violation or is stopped by its limit or the deadline.
[[nodiscard]] Verdict check(const Engine& engine, const Model& model, const std::vector<Search>& searches,
                            const Deadline& deadline, Progress& progress);

}  // namespace vigil::models
