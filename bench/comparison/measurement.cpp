#include <comparison/measurement.hpp>
#include <comparison/others.hpp>
#include <exception>

namespace vigil::comparison {

void add_measurement(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [run](benchmark::State& state) {
                                 const CountOthers others(state);
                                 for (auto _ : state) {
                                   try {
                                     run(state);
                                   } catch (const std::exception& error) {
                                     state.SkipWithError(error.what());
                                     return;
                                   }
                                 }
                               })
      ->Iterations(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace vigil::comparison
