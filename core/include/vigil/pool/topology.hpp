#pragma once

#include <vigil/common/affinity.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/processor_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vigil {

/// A processor, and what it has in common with others. Two of them share a core, a cache or a package if their numbers
/// for it are equal. That number is the lowest one of the processors that share it.
struct Processor {
  unsigned number = 0;   ///< The system's number of the processor.
  unsigned core = 0;     ///< Its core, which it shares with its hyperthreads.
  unsigned cache = 0;    ///< Its cache of the last level.
  unsigned package = 0;  ///< Its package: the chip in a socket.
  unsigned node = 0;     ///< The system's number of its NUMA node, whose memory is the nearest.

  /// Whether all numbers are equal.
  friend bool operator==(const Processor&, const Processor&) = default;
};

/// How far data has to travel from one processor to another. 0: they share a cache of the last level. 1: a node and a
/// package. 2: only one of the two. 3: neither.
[[nodiscard]] constexpr unsigned distance(const Processor& one, const Processor& other) {
  const bool same_node = one.node == other.node;
  const bool same_package = one.package == other.package;
  if (same_node && same_package) return one.cache == other.cache ? 0 : 1;
  return same_node || same_package ? 2 : 3;
}

namespace detail {

// The files below a directory such as /sys/devices/system. What cannot be read, or makes no sense, is missing.
class SystemFiles {
 public:
  explicit SystemFiles(std::string root) : root_(std::move(root)) {}

  [[nodiscard]] std::optional<std::string> text(const std::string& path) const {
    struct Close {
      void operator()(std::FILE* file) const { (void)std::fclose(file); }
    };
    const std::unique_ptr<std::FILE, Close> file(std::fopen((root_ + "/" + path).c_str(), "r"));
    if (file == nullptr) return std::nullopt;
    // The longest list has fewer characters: 65,536 numbers of five digits, each with a comma.
    constexpr std::size_t kMost = std::size_t{1} << 19;
    constexpr std::size_t kAtOnce = BUFSIZ;
    std::string text;
    for (std::size_t got = kAtOnce; got == kAtOnce && text.size() <= kMost;) {
      const std::size_t before = text.size();
      text.resize(before + kAtOnce);
      got = std::fread(text.data() + before, 1, kAtOnce, file.get());
      text.resize(before + got);
    }
    if (text.size() > kMost) return std::nullopt;
    return text;
  }

  [[nodiscard]] std::optional<Processors> list(const std::string& path) const {
    const auto content = text(path);
    return content.has_value() ? parse_processor_list(*content) : std::nullopt;
  }

  // The lowest processor of a list in which `number` is.
  [[nodiscard]] std::optional<unsigned> lowest_beside(unsigned number, const std::string& path) const {
    const auto all = list(path);
    if (!all.has_value() || !std::binary_search(all->begin(), all->end(), number)) return std::nullopt;
    return all->front();
  }

 private:
  std::string root_;
};

}  // namespace detail

/// The processors on which a thread may run, with their cores, caches, packages and NUMA nodes.
///
/// Which processors there are is what the system allows to the calling thread: the affinity that it has, and that its
/// control group permits. How they are arranged is read from files, which are those of Linux in `/sys/devices/system`.
/// They may be missing, as in some containers, or make no sense, as in some virtual machines. Then each processor is a
/// core of its own, and all share a cache, a package and node 0, so far as the other files do not say more. The limit
/// of a control group on processor time (`cpu.max`) has no part in this.
///
/// \snippet pool/topology.cpp example
/// \threads One thread at a time, and any number for const members.
class Topology {
 public:
  /// What the calling thread may use of this machine. On a system that does not say what it may use, the processors are
  /// numbered up to `std::thread::hardware_concurrency()`.
  ///
  /// \progress Reads about fifteen small files for each processor.
  /// \throws std::bad_alloc
  Topology() : Topology("/sys/devices/system", allowed_here()) {}

  /// As the files say that lie below `root`. For tests, and for what a container has elsewhere.
  ///
  /// \param root a directory with the folders `cpu` and `node`.
  /// \param allowed the processors that may be used.
  /// \throws std::invalid_argument if there are none, or one is named twice; std::bad_alloc.
  Topology(const std::string& root, const Processors& allowed) {
    const detail::SystemFiles files(root);
    for (const unsigned number : allowed) processors_.push_back(read(files, number));
    put_in_order();
    read_nodes(files);
  }

  /// Of these processors, as the caller knows them.
  ///
  /// \throws std::invalid_argument if there are none, or one is named twice; std::bad_alloc.
  explicit Topology(std::vector<Processor> processors) : processors_(std::move(processors)) { put_in_order(); }

  /// The processors, by ascending numbers. There is at least one.
  [[nodiscard]] const std::vector<Processor>& processors() const { return processors_; }
  /// The processor of that number; null if there is none.
  [[nodiscard]] const Processor* find(unsigned number) const {
    const auto found = std::find_if(processors_.begin(), processors_.end(),
                                    [number](const Processor& each) { return each.number == number; });
    return found == processors_.end() ? nullptr : &*found;
  }

  /// How many there are of each.
  /// \{
  [[nodiscard]] std::size_t cores() const { return numbers(&Processor::core).size(); }
  [[nodiscard]] std::size_t caches() const { return numbers(&Processor::cache).size(); }
  [[nodiscard]] std::size_t packages() const { return numbers(&Processor::package).size(); }
  /// \}
  /// The numbers of the NUMA nodes that have a processor here, ascending.
  [[nodiscard]] std::vector<unsigned> nodes() const { return numbers(&Processor::node); }
  /// The processors of one node, as for a pool of that node.
  ///
  /// \throws std::invalid_argument if no processor is in that node; std::bad_alloc.
  [[nodiscard]] Topology on_node(unsigned node) const {
    std::vector<Processor> there;
    for (const Processor& each : processors_)
      if (each.node == node) there.push_back(each);
    return Topology(std::move(there));
  }

 private:
  static Processors allowed_here() {
    if (auto allowed = thread_processors()) return *std::move(allowed);
    Processors all(std::max(1U, std::thread::hardware_concurrency()));
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }

  // Newer kernels have the first name of each pair, older ones the second.
  static Processor read(const detail::SystemFiles& files, unsigned number) {
    const std::string own = "cpu/cpu" + std::to_string(number);
    const auto lowest = [&](const char* name, const char* older_name) {
      const auto found = files.lowest_beside(number, own + "/topology/" + name);
      return found.has_value() ? found : files.lowest_beside(number, own + "/topology/" + older_name);
    };
    Processor processor;
    processor.number = number;
    processor.core = lowest("core_cpus_list", "thread_siblings_list").value_or(number);
    processor.package = lowest("package_cpus_list", "core_siblings_list").value_or(0);
    processor.cache = last_level_cache(files, number, own + "/cache/index").value_or(processor.package);
    return processor;
  }

  static std::optional<unsigned> last_level_cache(const detail::SystemFiles& files, unsigned number,
                                                  const std::string& caches) {
    constexpr unsigned kMost = 16;
    std::optional<unsigned> last;
    unsigned last_level = 0;
    for (unsigned index = 0; index != kMost; ++index) {
      const std::string cache = caches + std::to_string(index);
      const auto level = files.list(cache + "/level").value_or(Processors());
      if (level.size() != 1) break;
      const auto lowest = files.lowest_beside(number, cache + "/shared_cpu_list");
      if (!lowest.has_value() || level.front() <= last_level) continue;
      last = lowest;
      last_level = level.front();
    }
    return last;
  }

  void read_nodes(const detail::SystemFiles& files) {
    constexpr unsigned kMost = 1024;
    const auto nodes = files.list("node/online");
    if (!nodes.has_value()) return;
    for (const unsigned node : *nodes) {
      if (node >= kMost) return;
      const auto there = files.list("node/node" + std::to_string(node) + "/cpulist");
      if (!there.has_value()) continue;
      for (Processor& each : processors_)
        if (std::binary_search(there->begin(), there->end(), each.number)) each.node = node;
    }
  }

  void put_in_order() {
    if (processors_.empty())
      detail::fail<std::invalid_argument>("Topology::Topology", "Topology: there is no processor");
    const auto by_number = [](const Processor& a, const Processor& b) { return a.number < b.number; };
    std::sort(processors_.begin(), processors_.end(), by_number);
    const auto same = [](const Processor& a, const Processor& b) { return a.number == b.number; };
    if (std::adjacent_find(processors_.begin(), processors_.end(), same) != processors_.end())
      detail::fail<std::invalid_argument>("Topology::Topology", "Topology: a processor is named twice");
  }

  // Each of the numbers that the processors have there, once.
  [[nodiscard]] std::vector<unsigned> numbers(unsigned Processor::*what) const {
    std::vector<unsigned> all;
    for (const Processor& each : processors_) all.push_back(each.*what);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  std::vector<Processor> processors_;
};

}  // namespace vigil
