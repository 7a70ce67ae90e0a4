// The cost of loops that wait or retry, as plain loops and declared, compared with GenMC's counts.

#include "checker/waiting.hpp"
#include "checker/retrying.hpp"

#include <benchmark/benchmark.h>
#include <vigil/checker.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace {

using namespace vigil::bench;
using Layer = vigil::checker::CheckedAtomics;
using benchmark::Counter;

struct Counts {
  std::uint64_t executions;
  std::uint64_t blocked;
};

// GenMC's counts, where they are known.
using GenMc = std::optional<Counts>;

void search(benchmark::State& state, const vigil::checker::ModelCode& code, bool symmetry, GenMc genmc) {
  vigil::checker::Options options;
  options.symmetry = symmetry;
  vigil::checker::Result result;
  for (auto _ : state) result = vigil::checker::check(code, options);
  if (!result.holds()) state.SkipWithError("a violation, or a limit");
  const auto executions = static_cast<double>(result.executions);
  state.counters["executions"] = executions;
  state.counters["blocked"] = static_cast<double>(result.blocked);
  if (symmetry) state.counters["executions_in_all"] = static_cast<double>(result.executions_in_all);
  state.counters["seconds"] = Counter(1, Counter::kIsIterationInvariantRate | Counter::kInvert);
  state.counters["executions_per_second"] = Counter(executions, Counter::kIsIterationInvariantRate);
  if (genmc) {
    state.counters["genmc_executions"] = static_cast<double>(genmc->executions);
    state.counters["genmc_blocked"] = static_cast<double>(genmc->blocked);
  }
}

// `genmc`: without symmetry reduction.
template <class M>
void add_program(const std::string& name, GenMc genmc) {
  const auto code = vigil::checker::code_of<M>();
  benchmark::RegisterBenchmark(("checker/waiting/" + name).c_str(), &search, code, false, genmc)
      ->Unit(benchmark::kMillisecond);
}
// Up to symmetry, as GenMC's counts.
template <class M>
void add_symmetric(const std::string& name, GenMc genmc = {}) {
  const auto code = vigil::checker::code_of<M>();
  benchmark::RegisterBenchmark(("checker/waiting/" + name + "/symmetric").c_str(), &search, code, true, genmc)
      ->Unit(benchmark::kMillisecond);
}
template <template <class, Loops, std::size_t...> class Program, std::size_t... Sizes>
void add_declared(const std::string& name, GenMc genmc = {}) {
  add_program<Program<Layer, Loops::declared, Sizes...>>(name + "/declared", genmc);
}
template <template <class, Loops, std::size_t...> class Program, std::size_t... Sizes>
void add(const std::string& name, GenMc genmc = {}) {
  add_program<Program<Layer, Loops::plain, Sizes...>>(name + "/plain", genmc);
  add_declared<Program, Sizes...>(name, genmc);
}

// Each takes less than 10 seconds.
const bool kAdded = [] {
  add<TicketLock, 3>("ticket_lock/3", Counts{6, 0});
  add<TicketLock, 4>("ticket_lock/4", Counts{24, 0});
  add<TicketLock, 5>("ticket_lock/5", Counts{120, 0});
  add<TicketLock, 6>("ticket_lock/6");
  add<TtasLock, 3>("ttas_lock/3", Counts{36, 0});
  add<TtasLock, 4>("ttas_lock/4", Counts{576, 0});
  add<TtasLock, 5>("ttas_lock/5");
  add_declared<TtasLock, 6>("ttas_lock/6");
  add<Barrier, 3>("barrier/3");
  add<Barrier, 4>("barrier/4", Counts{24, 0});
  add<Barrier, 5>("barrier/5", Counts{120, 0});
  add<Barrier, 6>("barrier/6");
  add_program<Mutex<Layer, 3, 2>>("mutex/3x2", {});
  add_program<Mutex<Layer, 4, 2>>("mutex/4x2", Counts{2'520, 0});
  add_program<Mutex<Layer, 5, 2>>("mutex/5x2", {});
  add_program<Mutex<Layer, 6, 1>>("mutex/6x1", {});
  add_symmetric<TicketLock<Layer, Loops::declared, 3>>("ticket_lock/3", Counts{1, 0});
  add_symmetric<TicketLock<Layer, Loops::declared, 4>>("ticket_lock/4", Counts{1, 0});
  add_symmetric<TicketLock<Layer, Loops::declared, 5>>("ticket_lock/5", Counts{1, 0});
  add_symmetric<TicketLock<Layer, Loops::declared, 8>>("ticket_lock/8");
  add_symmetric<TtasLock<Layer, Loops::declared, 3>>("ttas_lock/3", Counts{6, 0});
  add_symmetric<TtasLock<Layer, Loops::declared, 4>>("ttas_lock/4", Counts{24, 0});
  add_symmetric<TtasLock<Layer, Loops::declared, 6>>("ttas_lock/6");
  add_symmetric<Barrier<Layer, Loops::declared, 4>>("barrier/4", Counts{24, 0});
  add_symmetric<Barrier<Layer, Loops::declared, 5>>("barrier/5", Counts{120, 0});
  add_symmetric<Barrier<Layer, Loops::declared, 8>>("barrier/8");
  add_symmetric<Mutex<Layer, 4, 2>>("mutex/4x2", Counts{105, 0});
  add_symmetric<Mutex<Layer, 6, 2>>("mutex/6x2");
  add_symmetric<ReaderWriterLock<Layer, Loops::declared, 3, 3>>("reader_writer_lock/3+3");
  add_symmetric<AtomicWait<Layer, 4>>("atomic_wait/4");
  add_symmetric<TreiberStack<Layer, Loops::declared, 3, 2>>("treiber_stack/3+2", Counts{144, 342});
  add_symmetric<TreiberStack<Layer, Loops::declared, 3, 3>>("treiber_stack/3+3");
  add_symmetric<MichaelScottQueue<Layer, Loops::declared, 2, 2>>("michael_scott_queue/2+2");
  add_symmetric<MichaelScottQueue<Layer, Loops::declared, 3, 3>>("michael_scott_queue/3+3");
  add<TreiberStack, 2, 1>("treiber_stack/2+1");
  add<TreiberStack, 2, 2>("treiber_stack/2+2");
  add<TreiberStack, 3, 2>("treiber_stack/3+2", Counts{282, 645});
  add<TreiberStack, 3, 3>("treiber_stack/3+3");
  add<MichaelScottQueue, 2, 1>("michael_scott_queue/2+1");
  add<MichaelScottQueue, 2, 2>("michael_scott_queue/2+2", Counts{158, 694});
  add<MichaelScottQueue, 3, 2>("michael_scott_queue/3+2");
  add_declared<MichaelScottQueue, 3, 3>("michael_scott_queue/3+3");
  add<ReaderWriterLock, 2, 1>("reader_writer_lock/2+1");
  add<ReaderWriterLock, 2, 2>("reader_writer_lock/2+2");
  add<ReaderWriterLock, 3, 2>("reader_writer_lock/3+2");
  add<ReaderWriterLock, 3, 3>("reader_writer_lock/3+3");
  add_program<AtomicWait<Layer, 2>>("atomic_wait/2", {});
  add_program<AtomicWait<Layer, 3>>("atomic_wait/3", {});
  add_program<AtomicWait<Layer, 4>>("atomic_wait/4", {});
  return true;
}();

}  // namespace
