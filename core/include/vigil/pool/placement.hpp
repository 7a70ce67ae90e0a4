#pragma once

#include <vigil/common/affinity.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/processor_list.hpp>
#include <vigil/pool/topology.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil {

/// On which processors the workers of a pool run: a list of processors, or none at all.
///
/// Worker number `i` is pinned to the processor at position `i` of the list, for its whole life. If there are more
/// workers than processors, the list begins again: worker `i` is at position `i` modulo the length.
///
/// Without a placement, the system moves the workers as it likes, and nothing is paid for placements.
///
/// A processor is chosen from a Topology: by default from what the calling thread may use, at the time of the call. A
/// thread begins with the processors of the thread that starts it. So a pool, or a child process, that a job of a
/// placed pool makes is confined to the processor of its worker: see docs/pool.md.
///
/// \snippet pool/placement.cpp example
/// \threads One thread at a time, and any number for const members.
class Placement {
 public:
  /// No placement.
  /// \{
  Placement() = default;
  [[nodiscard]] static Placement none() { return {}; }
  /// \}

  /// Workers far from each other: one for each NUMA node, then for each further cache, then for each further core. The
  /// hyperthreads of cores that have a worker come last. For jobs that use much memory, or few of the processors.
  ///
  /// \throws std::bad_alloc
  [[nodiscard]] static Placement spread(const Topology& topology = Topology()) {
    const auto all = by_nearness(topology);
    // How many of its core, of the cores of its cache, and of the caches of its node come before each of them.
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> ranks;
    const Processor* before = nullptr;
    for (const Processor& each : all) {
      if (before == nullptr || !in_node(*before, each)) {
        ranks.emplace_back(0, 0, 0);
      } else {
        const auto [thread, core, cache] = ranks.back();
        if (before->cache != each.cache)
          ranks.emplace_back(0, 0, cache + 1);
        else if (before->core != each.core)
          ranks.emplace_back(0, core + 1, cache);
        else
          ranks.emplace_back(thread + 1, core, cache);
      }
      before = &each;
    }
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    Placement placement;
    for (const std::size_t i : order) placement.processors_.push_back(all[i]);
    return placement;
  }

  /// Workers near each other: the hyperthreads of a core, then the other cores of its cache, then the other caches of
  /// its NUMA node. For jobs that share data, or to leave the rest of the machine to others.
  ///
  /// \throws std::bad_alloc
  [[nodiscard]] static Placement compact(const Topology& topology = Topology()) {
    Placement placement;
    placement.processors_ = by_nearness(topology);
    return placement;
  }

  /// Workers on these processors, in this order. A processor may be named more than once.
  ///
  /// \throws std::invalid_argument if the list is empty, or one of the processors is not in the topology: it does not
  ///   exist, or the calling thread may not use it; std::bad_alloc.
  [[nodiscard]] static Placement on(const Processors& processors, const Topology& topology = Topology()) {
    if (processors.empty()) detail::fail<std::invalid_argument>("Placement::on", "Placement: no processor is named");
    Placement placement;
    for (const unsigned number : processors) {
      const Processor* const found = topology.find(number);
      if (found == nullptr)
        detail::fail<std::invalid_argument>(
            "Placement::on", "Placement: processor " + std::to_string(number) + " does not exist, or may not be used");
      placement.processors_.push_back(*found);
    }
    return placement;
  }

  /// Whether there is no placement.
  [[nodiscard]] bool is_none() const { return processors_.empty(); }
  /// The processors, in the order in which workers get them. Empty for none.
  [[nodiscard]] const std::vector<Processor>& processors() const { return processors_; }
  /// The processor of a worker.
  ///
  /// \pre There is a placement.
  [[nodiscard]] const Processor& of(std::size_t worker) const {
    assert(!is_none());
    return processors_[worker % processors_.size()];
  }

 private:
  static bool in_node(const Processor& a, const Processor& b) { return a.node == b.node && a.package == b.package; }

  static std::vector<Processor> by_nearness(const Topology& topology) {
    std::vector<Processor> all = topology.processors();
    const auto key = [](const Processor& each) {
      return std::tuple(each.package, each.node, each.cache, each.core, each.number);
    };
    std::sort(all.begin(), all.end(), [&](const Processor& a, const Processor& b) { return key(a) < key(b); });
    return all;
  }

  std::vector<Processor> processors_;
};

namespace detail {

// Takes the thread that makes a pool to the processor of each worker, and back at the end. What it writes there first
// is in the memory of that processor's node, and a thread that it starts there stays there. Does nothing without a
// placement.
class Tour {
 public:
  explicit Tour(const Placement& placement)
      : placement_(placement), home_(placement.is_none() ? std::nullopt : thread_processors()) {
    if (!placement.is_none() && !home_.has_value())
      refuse(std::make_error_code(std::errc::function_not_supported), "a placement");
  }
  ~Tour() {
    // It fails only if the process may not use these processors any more.
    if (home_.has_value()) (void)set_thread_processors(*home_);
  }
  Tour(const Tour&) = delete;
  Tour& operator=(const Tour&) = delete;

  // Throws std::system_error if the worker's processor cannot be used.
  void go_to(std::size_t worker) const {
    if (placement_.is_none()) return;
    const unsigned number = placement_.of(worker).number;
    if (const auto error = set_thread_processors({number})) refuse(error, "processor " + std::to_string(number));
  }

 private:
  [[noreturn]] static void refuse(std::error_code error, const std::string& what) {
    detail::fail<std::system_error>("ThreadPool::ThreadPool", error, "ThreadPool: " + what);
  }

  const Placement& placement_;
  const std::optional<Processors> home_;
};

}  // namespace detail
}  // namespace vigil
