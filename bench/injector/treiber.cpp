// What leaving a job and finding one costs. The counter `xadd` is the time of one operation in units of a `lock xadd`
// that was measured just before and just after it: the figure to quote, because it moves less between machines.

#include <vigil/injector/treiber.hpp>

#include "injector/alternatives.hpp"
#include "injector/operations.hpp"
#include "injector/shipped.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

namespace vigil::injector_bench {
namespace {

// A chain of sixteen jobs, per job.
void push_chain(benchmark::State& state) {
  using Injector = TreiberInjector<Treiber::Job>;
  constexpr std::size_t kChain = 16;
  Injector injector;
  std::vector<Treiber::Job> jobs(kBatch);
  while (state.KeepRunningBatch(kBatch)) {
    for (std::size_t first = 0; first != kBatch; first += kChain) {
      Injector::Chain chain;
      for (std::size_t i = 0; i != kChain; ++i) chain.add(jobs[first + i]);
      injector.push(chain);
    }
    state.PauseTiming();
    while (injector.pop().is_success()) {
    }
    state.ResumeTiming();
  }
}

BENCHMARK(pair<Treiber>)->Name("injector/treiber/pair");
BENCHMARK(pair_called<Treiber>)->Name("injector/treiber/pair_not_inlined");
BENCHMARK(pair_above_another<Treiber>)->Name("injector/treiber/pair_above_another");
BENCHMARK(push<Treiber>)->Name("injector/treiber/push");
BENCHMARK(pop<Treiber>)->Name("injector/treiber/pop");
BENCHMARK(empty_pop<Treiber>)->Name("injector/treiber/empty_pop");
BENCHMARK(is_empty<Treiber>)->Name("injector/treiber/is_empty");
BENCHMARK(push_chain)->Name("injector/treiber/push_chain");
BENCHMARK(producer_and_consumer<Treiber>)->Name("injector/treiber/producer_and_consumer")->UseRealTime();
BENCHMARK(two_and_two<Treiber>)->Name("injector/treiber/two_and_two")->UseRealTime();
BENCHMARK(mixed<Treiber>)->Name("injector/treiber/mixed")->Threads(2)->UseRealTime();

BENCHMARK(pair<CachedChainQueue>)->Name("injector/cached_chain/pair");
BENCHMARK(pair_called<CachedChainQueue>)->Name("injector/cached_chain/pair_not_inlined");
BENCHMARK(pair_above_another<CachedChainQueue>)->Name("injector/cached_chain/pair_above_another");
BENCHMARK(push<CachedChainQueue>)->Name("injector/cached_chain/push");
BENCHMARK(pop<CachedChainQueue>)->Name("injector/cached_chain/pop");
BENCHMARK(empty_pop<CachedChainQueue>)->Name("injector/cached_chain/empty_pop");
BENCHMARK(is_empty<CachedChainQueue>)->Name("injector/cached_chain/is_empty");
BENCHMARK(producer_and_consumer<CachedChainQueue>)->Name("injector/cached_chain/producer_and_consumer")->UseRealTime();
BENCHMARK(two_and_two<CachedChainQueue>)->Name("injector/cached_chain/two_and_two")->UseRealTime();
BENCHMARK(mixed<CachedChainQueue>)->Name("injector/cached_chain/mixed")->Threads(2)->UseRealTime();

BENCHMARK(pair<LockedDeque>)->Name("injector/mutex_deque/pair");
BENCHMARK(pair_called<LockedDeque>)->Name("injector/mutex_deque/pair_not_inlined");
BENCHMARK(pair_above_another<LockedDeque>)->Name("injector/mutex_deque/pair_above_another");
BENCHMARK(push<LockedDeque>)->Name("injector/mutex_deque/push");
BENCHMARK(pop<LockedDeque>)->Name("injector/mutex_deque/pop");
BENCHMARK(empty_pop<LockedDeque>)->Name("injector/mutex_deque/empty_pop");
BENCHMARK(is_empty<LockedDeque>)->Name("injector/mutex_deque/is_empty");
BENCHMARK(producer_and_consumer<LockedDeque>)->Name("injector/mutex_deque/producer_and_consumer")->UseRealTime();
BENCHMARK(two_and_two<LockedDeque>)->Name("injector/mutex_deque/two_and_two")->UseRealTime();
BENCHMARK(mixed<LockedDeque>)->Name("injector/mutex_deque/mixed")->Threads(2)->UseRealTime();

}  // namespace
}  // namespace vigil::injector_bench
