// What three levels cost beside one: a pop asks the levels above that of its job, and a check asks all.

#include "injector/operations.hpp"
#include "injector/shipped.hpp"

#include <vigil/injector/priority.hpp>
#include <vigil/injector/treiber.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>

namespace vigil::injector_bench {
namespace {

constexpr std::size_t kLevels = 3;

// All jobs of one level.
template <std::size_t kLevel>
class Levels {
 public:
  struct Job : InjectorNode<> {
    static constexpr std::size_t level() { return kLevel; }
  };

  void push(Job& job) { benchmark::DoNotOptimize(injector_.push(job)); }
  Job* pop() {
    const auto result = injector_.pop();
    return result.is_success() ? result.job() : nullptr;
  }
  [[nodiscard]] bool is_empty() const { return injector_.is_empty(); }

 private:
  PriorityInjector<Job, TreiberInjector<Job>, kLevels> injector_;
};
using Highest = Levels<0>;
using Lowest = Levels<kLevels - 1>;

BENCHMARK(pair<Treiber>)->Name("injector/priority/one_level/pair");
BENCHMARK(pair<Highest>)->Name("injector/priority/highest/pair");
BENCHMARK(pair<Lowest>)->Name("injector/priority/lowest/pair");
BENCHMARK(empty_pop<Treiber>)->Name("injector/priority/one_level/empty_pop");
BENCHMARK(empty_pop<Highest>)->Name("injector/priority/three_levels/empty_pop");
BENCHMARK(is_empty<Treiber>)->Name("injector/priority/one_level/is_empty");
BENCHMARK(is_empty<Highest>)->Name("injector/priority/three_levels/is_empty");
BENCHMARK(producer_and_consumer<Treiber>)->Name("injector/priority/one_level/producer_and_consumer")->UseRealTime();
BENCHMARK(producer_and_consumer<Highest>)->Name("injector/priority/highest/producer_and_consumer")->UseRealTime();
BENCHMARK(producer_and_consumer<Lowest>)->Name("injector/priority/lowest/producer_and_consumer")->UseRealTime();

}  // namespace
}  // namespace vigil::injector_bench
