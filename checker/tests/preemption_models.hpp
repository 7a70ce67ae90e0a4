#pragma once

// Models for bounds on preemptions.

#include <vigil/checker.hpp>

#include <tuple>

namespace vigil::checker::preempted {

template <int kTimes>
struct AddersOf {
  static constexpr auto threads() { return std::tuple{&AddersOf::add, &AddersOf::add, &AddersOf::add}; }
  CheckedAtomics::atomic<int> count{0};
  void add() {
    for (int i = 0; i != kTimes; ++i) count.fetch_add(1, std::memory_order_relaxed);
  }
};
struct Adders : AddersOf<2> {};

// The first thread is preempted between its store and its load.
struct Interleaves {
  static constexpr auto threads() { return std::tuple{&Interleaves::one, &Interleaves::other}; }
  CheckedAtomics::atomic<int> x{0}, y{0};
  void one() {
    x.store(1, std::memory_order_relaxed);
    CheckedAtomics::require(y.load(std::memory_order_relaxed) == 0 || x.load(std::memory_order_relaxed) == 1,
                            "nothing came between");
  }
  void other() {
    if (x.load(std::memory_order_relaxed) != 1) return;
    x.store(2, std::memory_order_relaxed);
    y.store(1, std::memory_order_relaxed);
  }
};

// Two threads that wait for each other by loops which nothing declares: neither can go on without the other.
struct Meet {
  static constexpr auto threads() { return std::tuple{&Meet::one, &Meet::other}; }
  CheckedAtomics::atomic<int> x{0}, y{0};
  void one() { meet(x, y); }
  void other() { meet(y, x); }
  static void meet(CheckedAtomics::atomic<int>& own, CheckedAtomics::atomic<int>& others) {
    own.store(1, std::memory_order_relaxed);
    while (others.load(std::memory_order_relaxed) == 0) CheckedAtomics::relax();
  }
};

}  // namespace vigil::checker::preempted
