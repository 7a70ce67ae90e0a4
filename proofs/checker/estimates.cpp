#include "estimates.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <tuple>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;

constexpr auto kRelaxed = std::memory_order_relaxed;

// Revisits by read-modify-writes, and nothing else.
struct Adders {
  static constexpr auto threads() { return std::tuple{&Adders::add, &Adders::add, &Adders::add}; }
  CheckedAtomics::atomic<int> sum{0};
  void add() {
    for (int i = 0; i != 2; ++i) sum.fetch_add(1, kRelaxed);
  }
};

// Reads of older values, and revisits of reads.
struct WritesAndReads {
  static constexpr auto threads() { return std::tuple{&WritesAndReads::first, &WritesAndReads::second}; }
  CheckedAtomics::atomic<int> x{0}, y{0};
  void first() { run(x, y); }
  void second() { run(y, x); }

 private:
  static void run(CheckedAtomics::atomic<int>& written, CheckedAtomics::atomic<int>& read) {
    for (int i = 1; i != 4; ++i) {
      written.store(i, kRelaxed);
      static_cast<void>(read.load(kRelaxed));
    }
  }
};

// Two writers of one location, whose writes may come at any place.
struct Writers {
  static constexpr auto threads() { return std::tuple{&Writers::write, &Writers::write, &Writers::read}; }
  CheckedAtomics::atomic<int> x{0};
  void write() {
    for (int i = 1; i != 3; ++i) x.store(i, kRelaxed);
  }
  void read() {
    for (int i = 0; i != 2; ++i) static_cast<void>(x.load(kRelaxed));
  }
};

template <class Model>
std::string wrong_mean(const char* name) {
  constexpr std::uint64_t kEstimates = 4'000;
  constexpr std::uint64_t kFewestRuns = 1;
  constexpr double kMostError = 0.07;
  const checker::ModelCode code = checker::code_of<Model>();
  const auto executions = static_cast<double>(checker::check(code).executions);
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= kEstimates; ++seed)
    sum += checker::estimate(code, {}, kFewestRuns, seed).executions;
  const double mean = sum / kEstimates;
  if (std::abs(mean / executions - 1) <= kMostError) return {};
  return std::string(name) + ": the mean of estimates is " + std::to_string(std::llround(mean)) + ", and there are " +
         std::to_string(std::llround(executions)) + " executions";
}

}  // namespace

std::string wrong_mean_of_estimates() {
  for (const std::string& wrong :
       {wrong_mean<Adders>("adders"), wrong_mean<WritesAndReads>("writes and reads"), wrong_mean<Writers>("writers")})
    if (!wrong.empty()) return wrong;
  return {};
}

}  // namespace vigil::conformance
