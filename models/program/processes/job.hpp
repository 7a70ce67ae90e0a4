#pragma once

#include "checks.hpp"
#include "child.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace vigil::program {

// A task under way, in a process of its own.
class Job {
 public:
  using Clock = std::chrono::steady_clock;

  Job(const Task& task, std::size_t place, const CheckOptions& options, unsigned processes);

  [[nodiscard]] std::size_t place() const { return place_; }
  [[nodiscard]] Child& child() { return child_; }
  [[nodiscard]] std::uint64_t executions() const;
  // "sleep/sleep/stop", with the share that is done where that is known.
  [[nodiscard]] std::string standing() const;

  // Asks the search to end with what it has covered. One that does not is not waited for.
  void interrupt();
  // A search looks at the clock between two executions; one that does not end is not waited for much longer.
  void kill_if_overdue();

  [[nodiscard]] Report report() const;

 private:
  // A page that the child writes and the program reads.
  struct Unmap {
    void operator()(models::Progress* progress) const;
  };
  using SharedProgress = std::unique_ptr<models::Progress, Unmap>;
  static SharedProgress share_progress();

  [[nodiscard]] models::Answer covered_so_far() const;
  [[nodiscard]] static Clock::time_point end_of(const CheckOptions& options);
  // What the child does.
  [[nodiscard]] nlohmann::json searched(bool with_place, unsigned processes) const;

  Task task_;
  std::size_t place_;
  std::vector<models::Search> searches_;
  Clock::time_point deadline_;
  std::optional<Clock::time_point> interrupted_;
  bool overdue_ = false;
  SharedProgress progress_;
  Child child_;
};

}  // namespace vigil::program
