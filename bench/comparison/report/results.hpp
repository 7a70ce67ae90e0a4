#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vigil::comparison {

// The counters of one run of `vigil_bench --benchmark_filter=^ROOM/`. If there are repetitions, their medians.
class Results {
 public:
  // Reads the JSON that the run wrote. Throws if it is invalid.
  static Results read(const std::string& path, const std::string& room);

  // `row` is the benchmark's name without ROOM and without the library's suffix.
  [[nodiscard]] std::optional<double> find(const std::string& row, const std::string& counter) const;
  // From row "MEASURE/PEER/workers:WORKERS" and `more`. A peer without workers has the row "MEASURE/PEER", which counts
  // as that of one worker.
  [[nodiscard]] std::optional<double> find(const std::string& measure, const std::string& peer, int workers,
                                           const std::string& counter, const std::string& more = "") const;
  // The peers with a row "MEASURE/NAME...", in the order of the run.
  [[nodiscard]] std::vector<std::string> peers(const std::string& measure) const;

  // The machine and the compiler.
  [[nodiscard]] const std::string& machine() const { return machine_; }
  // Whether other programs used the processors. Then the figures are unreliable, especially those of two workers.
  [[nodiscard]] bool is_busy() const { return is_busy_; }
  [[nodiscard]] const std::string& missing_peers() const { return missing_peers_; }

 private:
  std::map<std::string, std::map<std::string, double>> rows_;
  std::vector<std::string> order_;
  std::string machine_;
  bool is_busy_ = false;
  std::string missing_peers_;
};

}  // namespace vigil::comparison
