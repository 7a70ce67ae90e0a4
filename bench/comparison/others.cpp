#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <comparison/others.hpp>
#include <comparison/samples.hpp>
#include <fstream>
#include <string>

namespace vigil::comparison {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// Of the programs that this one has started and waited for.
double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

CountOthers::CountOthers(benchmark::State& state) : state_(state), begin_(now()) {}

CountOthers::~CountOthers() {
  const std::optional<Times> end = now();
  if (!begin_ || !end) return;
  const double wall = end->wall - begin_->wall;
  if (wall < std::chrono::duration<double>(kShortest).count()) return;
  // Some virtual machines charge a process for the time that the host took away meanwhile. That is no time of its own.
  const double others = std::max(end->busy - begin_->busy - (end->own - begin_->own), end->stolen - begin_->stolen);
  state_.counters["others"] = std::max(0.0, others / wall);
}

std::optional<CountOthers::Times> CountOthers::now() {
  std::ifstream file("/proc/stat");
  std::string cpu;
  // In clock ticks. What follows these, the time of guests, is part of the first two.
  enum { kUser, kNice, kSystem, kIdle, kIoWait, kIrq, kSoftIrq, kSteal };
  std::array<double, 8> ticks{};
  file >> cpu;
  for (double& each : ticks) file >> each;
  if (!file || cpu != "cpu") return std::nullopt;
  const auto per_second = static_cast<double>(sysconf(_SC_CLK_TCK));
  const double busy = ticks[kUser] + ticks[kNice] + ticks[kSystem] + ticks[kIrq] + ticks[kSoftIrq] + ticks[kSteal];
  return Times{.wall = wall_ns() * 1e-9,
               .own = process_cpu_ns() * 1e-9 + children_seconds(),
               .busy = busy / per_second,
               .stolen = ticks[kSteal] / per_second};
}

}  // namespace vigil::comparison
