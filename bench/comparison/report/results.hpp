#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vigil::comparison {

// The counters of one run of `vigil_bench --benchmark_filter=^ROOM/`; of repetitions, the median.
class Results {
 public:
  // Of the JSON that the run wrote. Throws if it is none.
  static Results read(const std::string& path, const std::string& room);

  // `row` is the benchmark's name without the room and what the library appends to it.
  [[nodiscard]] std::optional<double> find(const std::string& row, const std::string& counter) const;
  // Of row "MEASURE/PEER/workers:WORKERS" and `more`; of a peer that has no workers, "MEASURE/PEER", as if of one.
  [[nodiscard]] std::optional<double> find(const std::string& measure, const std::string& peer, int workers,
                                           const std::string& counter, const std::string& more = "") const;
  // In the order of the run, those of which there is a row "MEASURE/NAME...".
  [[nodiscard]] std::vector<std::string> peers(const std::string& measure) const;

  // Where and with what.
  [[nodiscard]] const std::string& machine() const { return machine_; }
  // Whether other programs wanted the processors: then the figures, above all those of two workers, decide nothing.
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
