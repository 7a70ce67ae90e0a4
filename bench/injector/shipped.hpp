#pragma once

#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>

#include <benchmark/benchmark.h>

// The injectors that ship, as the benchmarks call them.
namespace vigil::injector_bench {

class Treiber {
 public:
  struct Job : InjectorNode<> {};

  void push(Job& job) { injector_.push(job); }
  Job* pop() {
    const auto result = injector_.pop();
    return result.is_success() ? result.job() : nullptr;
  }
  [[nodiscard]] bool is_empty() const { return injector_.is_empty(); }

 private:
  TreiberInjector<Job> injector_;
};

class Segmented {
 public:
  struct alignas(void*) Job {};

  void push(Job& job) { injector_.leave(job); }
  Job* pop() { return injector_.poll(); }
  [[nodiscard]] bool is_empty() const { return injector_.is_empty(); }

 protected:
  SegmentedInjector<Job> injector_;
};

// The same with pushes that ask whether there was another job, and pops that say whether there was none.
class SegmentedAsked : public Segmented {
 public:
  void push(Job& job) { benchmark::DoNotOptimize(injector_.push(job)); }
  Job* pop() {
    const auto result = injector_.pop();
    return result.is_success() ? result.job() : nullptr;
  }
};

}  // namespace vigil::injector_bench
