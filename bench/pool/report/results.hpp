#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vigil::pool_report {

// The counters of one run of `vigil_bench --benchmark_filter=^pool/`; of repetitions, the median.
class Results {
 public:
  // Of the JSON that the run wrote. Throws if it is none.
  static Results read(const std::string& path);

  // `row` is the benchmark's name without "pool/" and what the library appends to it.
  [[nodiscard]] std::optional<double> find(const std::string& row, const std::string& counter) const;
  // In the order of the run, those of which there is a row "MEASURE/NAME...".
  [[nodiscard]] std::vector<std::string> pools(const std::string& measure) const;

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

}  // namespace vigil::pool_report
