// What leaving a task in the queue and taking one costs.

#include <vigil/lean/treiber_queue.hpp>

#include "lean/queues.hpp"

#include <benchmark/benchmark.h>

namespace vigil::lean_bench {
namespace {

using namespace lean;

using Measured = QueueOperations<TreiberQueue<>>;
BENCHMARK(Measured::pair)->Name("lean/treiber_queue/pair")->UseManualTime();
BENCHMARK(Measured::pair_of_one_consumer)->Name("lean/treiber_queue/pair_of_one_consumer")->UseManualTime();
BENCHMARK(Measured::empty_consume)->Name("lean/treiber_queue/empty_consume")->UseManualTime();
BENCHMARK(Measured::sixteen_by_a_ring)->Name("lean/treiber_queue/sixteen_by_a_ring")->UseManualTime();

}  // namespace
}  // namespace vigil::lean_bench
