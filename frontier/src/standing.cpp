#include <vigil/frontier/store.hpp>

#include <algorithm>

namespace vigil::frontier {

double Standing::share_done() const {
  if (has_ended()) return 1;
  constexpr double kMost = 0.99;  // as long as it goes on
  if (expected_runs <= 0) return 0;
  return std::min(kMost, static_cast<double>(runs()) / expected_runs);
}

double Standing::rate() const {
  constexpr std::chrono::minutes kRecently{1};
  double sum = 0;
  for (const WorkerStanding& worker : workers)
    if (worker.busy_seconds > 0 && worker.seen > std::chrono::system_clock::now() - kRecently)
      sum += static_cast<double>(worker.runs) / worker.busy_seconds;
  return sum;
}

}  // namespace vigil::frontier
