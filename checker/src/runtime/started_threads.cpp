#include "started_threads.hpp"

#include <cstddef>

namespace vigil::checker {
namespace {

unsigned starter(std::uint32_t known) { return (known >> 16U) & 0x7fffU; }

}  // namespace

unsigned StartedThreads::number(unsigned starter, unsigned nth) {
  const std::uint32_t mine = (1U << 31U) | (starter << 16U) | nth;
  for (unsigned number = 0; number != kMostThreads; ++number) {
    std::uint32_t found = (*known_)[number].load(std::memory_order_relaxed);
    if (found == 0 && (*known_)[number].compare_exchange_strong(found, mine, std::memory_order_relaxed)) return number;
    if (found == mine) return number;
  }
  return kNone;
}

bool StartedThreads::goes_first(unsigned one, unsigned other, unsigned own_threads) const {
  if (one < own_threads || other < own_threads) return one < other;
  const std::uint32_t of_one = (*known_)[one - own_threads].load(std::memory_order_relaxed);
  const std::uint32_t of_other = (*known_)[other - own_threads].load(std::memory_order_relaxed);
  const unsigned starter_of_one = starter(of_one), starter_of_other = starter(of_other);
  if (starter_of_one != starter_of_other) return goes_first(starter_of_one, starter_of_other, own_threads);
  return of_one < of_other;
}

void StartedThreads::clear() {
  for (auto& known : *known_) known.store(0, std::memory_order_relaxed);
}

std::vector<std::uint32_t> StartedThreads::known() const {
  std::vector<std::uint32_t> all;
  for (const auto& each : *known_) {
    const std::uint32_t known = each.load(std::memory_order_relaxed);
    if (known == 0) break;
    all.push_back(known);
  }
  return all;
}

void StartedThreads::set_known(const std::vector<std::uint32_t>& all) {
  clear();
  for (std::size_t i = 0; i != all.size(); ++i) (*known_)[i].store(all[i], std::memory_order_relaxed);
}

bool StartedThreads::is_possible(std::uint32_t known, unsigned nth, unsigned own_threads) {
  return known >> 31U != 0 && starter(known) < own_threads + nth && own_threads + nth < kMostThreads;
}

}  // namespace vigil::checker
