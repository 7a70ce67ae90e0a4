// The memory of a search, in a process that does nothing else: prints the executions and the peak of resident memory in
// kB. With an argument, the search ends after that many executions.

#include "checker/jobs.hpp"

#include <vigil/checker.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace {

using Model = vigil::bench::Jobs<vigil::checker::CheckedAtomics, 3, 2>;

long most_resident_kb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  return -1;
}

}  // namespace

int main(int argc, char** argv) {
  vigil::checker::Options options;
  options.spins = vigil::checker::Spins::unrolled;
  if (argc > 1) options.most_executions = std::strtoull(argv[1], nullptr, 10);
  const auto verdict = vigil::checker::run<Model>(options);
  std::printf("%llu %ld\n", static_cast<unsigned long long>(verdict.result.executions), most_resident_kb());
  return verdict.result.finding ? 1 : 0;
}
