#pragma once

#include <vigil/common/processor_list.hpp>

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace vigil::proofs {

// A made-up machine: files as in /sys/devices/system, in a directory that goes with the object.
class Machine {
 public:
  Machine() : root_((std::filesystem::temp_directory_path() / "vigil-machine-XXXXXX").string()) {
    if (mkdtemp(root_.data()) == nullptr) throw std::runtime_error("no temporary directory");
  }
  ~Machine() { std::filesystem::remove_all(root_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  [[nodiscard]] const std::string& root() const { return root_; }

  Machine& file(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = std::filesystem::path(root_) / path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
    return *this;
  }
  Machine& directory(const std::string& path) {
    std::filesystem::create_directories(std::filesystem::path(root_) / path);
    return *this;
  }

  // A processor that shares its core, its cache of the third level, and its package with these.
  Machine& processor(unsigned number, const std::string& core, const std::string& cache, const std::string& package) {
    const std::string own = "cpu/cpu" + std::to_string(number);
    file(own + "/topology/core_cpus_list", core + "\n");
    file(own + "/topology/package_cpus_list", package + "\n");
    level(number, 0, "1\n", core);
    level(number, 1, "1\n", core);
    level(number, 2, "2\n", core);
    return level(number, 3, "3\n", cache);
  }
  Machine& level(unsigned number, unsigned index, const std::string& level, const std::string& shared) {
    const std::string own = "cpu/cpu" + std::to_string(number) + "/cache/index" + std::to_string(index);
    return file(own + "/level", level).file(own + "/shared_cpu_list", shared + "\n");
  }
  Machine& node(unsigned number, const std::string& processors) {
    return file("node/node" + std::to_string(number) + "/cpulist", processors + "\n");
  }

 private:
  std::string root_;
};

// Two packages, each a node of two caches; under each cache two cores of two hyperthreads. As the kernel numbers them,
// first a hyperthread of each core.
inline Machine& make_two_sockets(Machine& machine) {
  for (unsigned core = 0; core != 8; ++core) {
    const auto list = [&](unsigned cores) {
      const unsigned first = core / cores * cores;
      const auto range = [&](unsigned from) {
        return cores == 1 ? std::to_string(from) : std::to_string(from) + "-" + std::to_string(from + cores - 1);
      };
      return range(first) + "," + range(first + 8);
    };
    for (const unsigned number : {core, core + 8}) machine.processor(number, list(1), list(2), list(4));
  }
  return machine.node(0, "0-3,8-11").node(1, "4-7,12-15").file("node/online", "0-1\n");
}
inline const Processors kSixteen{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

}  // namespace vigil::proofs
