#include "faults.hpp"

#include <vigil/testing/random_delays.hpp>

#include <algorithm>
#include <atomic>

namespace vigil::soak {
namespace {

std::array<std::atomic<std::uint64_t>, kFaults> counts{};

// Written while only the main thread runs.
Injection current;
std::atomic<std::uint64_t> starts{0};
std::atomic<std::uint64_t> allocations{0};

bool is_next(std::atomic<std::uint64_t>& calls, std::uint64_t one_in) {
  const std::uint64_t number = calls.fetch_add(1, std::memory_order_relaxed);
  return testing::Random(current.seed * 0x9e3779b97f4a7c15U + number).one_in(one_in);
}

}  // namespace

std::optional<Fault> fault_of(std::string_view name) {
  const auto* const found = std::find(kFaultNames.begin(), kFaultNames.end(), name);
  if (found == kFaultNames.end()) return std::nullopt;
  return static_cast<Fault>(found - kFaultNames.begin());
}

void count(Fault fault) { counts[index_of(fault)].fetch_add(1, std::memory_order_relaxed); }

FaultCounts take_counts() {
  FaultCounts taken{};
  for (std::size_t fault = 0; fault != kFaults; ++fault) taken[fault] = counts[fault].exchange(0);
  return taken;
}

void inject(const Injection& injection) {
  current = injection;
  starts = 0;
  allocations = 0;
}
const Injection& injection() { return current; }

bool start_fails() {
  if (!Exposed::here || current.thread_start == 0 || !is_next(starts, current.thread_start)) return false;
  count(Fault::thread_start);
  return true;
}

bool allocation_fails() {
  if (!Exposed::here || current.allocation == 0 || !is_next(allocations, current.allocation)) return false;
  count(Fault::allocation);
  return true;
}

}  // namespace vigil::soak
