#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::comparison {

// A round of a row is dropped if other programs used more processors than this while it ran. It is more than the count
// of CountOthers can be wrong by, and less than what changes a verdict.
inline constexpr double kMostOthers = 0.1;

// A counter over the rounds of a row that were kept.
struct Figure {
  double median = 0;
  double least = 0;
  double most = 0;
  // All rounds of the row were disturbed, so the least disturbed one was kept.
  bool is_disturbed = false;
};

// A benchmark, and how its rounds went.
struct Row {
  std::string name;
  // Of the rounds that were kept.
  std::map<std::string, std::vector<double>> counters;
  std::size_t rounds = 0;
  std::size_t failed = 0;
  std::size_t dropped = 0;
  // Kept, although the measurement does not say what others used.
  std::size_t unknown = 0;
  bool is_disturbed = false;
  // The least and the most that others used, in the rounds that say it.
  std::optional<std::pair<double, double>> others;
};

// The counters of one or several runs of `vigil_bench --benchmark_filter=^ROOM/`. Each measurement of a row, in
// whichever run, is a round of that row.
class Results {
 public:
  // Reads the JSON that the runs wrote. Throws if one is invalid, or if they are of different machines or compilers.
  static Results read(const std::vector<std::string>& paths, const std::string& room);

  // `row` is the benchmark's name without ROOM and without the library's suffix.
  [[nodiscard]] std::optional<Figure> find(const std::string& row, const std::string& counter) const;
  // From row "MEASURE/PEER/workers:WORKERS" and `more`. A peer without workers has the row "MEASURE/PEER", which counts
  // as that of one worker.
  [[nodiscard]] std::optional<Figure> find(const std::string& measure, const std::string& peer, int workers,
                                           const std::string& counter, const std::string& more = "") const;
  // The peers with a row "MEASURE/NAME...", in the order in which they are registered.
  [[nodiscard]] std::vector<std::string> peers(const std::string& measure) const;
  [[nodiscard]] const Row* row(const std::string& name) const;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

  // The machine, the compiler and the time.
  [[nodiscard]] const std::string& machine() const { return machine_; }
  // The names and versions of the peers that have a row.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& versions() const { return versions_; }
  [[nodiscard]] const std::string& missing_peers() const { return missing_peers_; }

 private:
  // In the order in which they are registered. A run measures them in another one.
  std::vector<Row> rows_;
  std::string machine_;
  std::vector<std::pair<std::string, std::string>> versions_;
  std::string missing_peers_;
};

}  // namespace vigil::comparison
