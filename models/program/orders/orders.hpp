#pragma once

#include "order_lattice.hpp"
#include "primitives.hpp"

#include <vigil/model/record.hpp>
#include <vigil/mutation/mutants.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace vigil::program {

// For each entry of a primitive's tables: how weak may it be, and what breaks below? And is each source mutation of its
// header killed by the model that its specification names?
//
// The judges are all models that are expected to hold, whose tables have the primitive's entries as they ship, and that
// the quick form of `vigil check` exhausts under C++20. A weaker order allows more executions and forbids none, so what
// breaks with one entry weakened breaks with more of them weakened too: only entries that may be weakened by themselves
// are tried together.

// One entry with another value.
struct Change {
  std::string label;
  std::string value;
};

// What the judges say of some changes.
struct Judgement {
  std::vector<Change> changes;
  std::size_t judges = 0;        // how many models held; all of them, unless one broke
  std::uint64_t executions = 0;  // that they have
  std::string broken;            // the first model that did not hold; empty if all did
  std::string fault;             // by which violation, or that a thread came to no end within its bound
  std::string token;             // of the violation; empty if there is none

  [[nodiscard]] bool holds() const { return broken.empty(); }
};

struct OrderFinding {
  Entry entry;
  OperationKind kind = OperationKind::unseen;
  std::vector<std::memory_order> weakest;  // with which all models hold; more than one if they are not comparable
  std::vector<Judgement> tried;            // weaker orders, the weakest first
  std::string objection;                   // if the grounds say something else than the models

  [[nodiscard]] std::memory_order shipped() const { return static_cast<std::memory_order>(entry.shipped); }
  [[nodiscard]] bool may_be_weaker() const { return weakest.size() != 1 || weakest.front() != shipped(); }
};

struct ChoiceFinding {
  Entry entry;
  Judgement flipped;
  std::string objection;
};

struct MutantFinding {
  const models::Mutant* mutant = nullptr;
  Judgement judged;
  std::string objection;
};

struct PrimitiveFinding {
  std::string primitive;
  std::size_t judges = 0;
  std::uint64_t executions = 0;
  std::vector<OrderFinding> orders;
  std::vector<ChoiceFinding> choices;
  std::vector<MutantFinding> source_mutants;
  // All entries that may be weaker at their weakest at once; and, if that does not hold, the pairs that do not.
  std::optional<Judgement> together;
  std::vector<Judgement> pairs;

  // Mutants: every weaker order of every entry, every flipped choice, and every source mutation.
  [[nodiscard]] std::size_t mutants() const;
  [[nodiscard]] std::size_t killed() const;
  [[nodiscard]] std::size_t objections() const;
};

// What cannot be said: the shipped tables do not hold, a limit was reached, or there is no model.
class Undecided : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct OrdersOptions {
  unsigned jobs = 1;
  std::chrono::duration<double> time_limit{600};               // for each mutant
  std::optional<std::chrono::steady_clock::time_point> end{};  // for all of them
  std::function<void(const std::string&)> standing;
};

// Throws Undecided, and BrokenDown.
[[nodiscard]] PrimitiveFinding find_orders(const std::string& primitive, const std::vector<Entry>& entries,
                                           const OrdersOptions& options);

}  // namespace vigil::program
