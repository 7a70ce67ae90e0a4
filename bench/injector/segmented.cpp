// What the segmented injector costs where the Treiber injector is measured (treiber.cpp).

#include <vigil/injector/segmented.hpp>

#include "injector/operations.hpp"
#include "injector/shipped.hpp"

#include <benchmark/benchmark.h>

namespace vigil::injector_bench {
namespace {

BENCHMARK(pair<Segmented>)->Name("injector/segmented/pair");
BENCHMARK(pair_called<Segmented>)->Name("injector/segmented/pair_not_inlined");
BENCHMARK(pair_above_another<Segmented>)->Name("injector/segmented/pair_behind_another");
BENCHMARK(pair<SegmentedAsked>)->Name("injector/segmented/pair_asked");
BENCHMARK(push<Segmented>)->Name("injector/segmented/push");
BENCHMARK(pop<Segmented>)->Name("injector/segmented/pop");
BENCHMARK(empty_pop<Segmented>)->Name("injector/segmented/empty_pop");
BENCHMARK(is_empty<Segmented>)->Name("injector/segmented/is_empty");
BENCHMARK(producer_and_consumer<Segmented>)->Name("injector/segmented/producer_and_consumer")->UseRealTime();
BENCHMARK(producer_and_consumer<SegmentedAsked>)->Name("injector/segmented/producer_and_consumer_asked")->UseRealTime();
BENCHMARK(two_and_two<Segmented>)->Name("injector/segmented/two_and_two")->UseRealTime();
BENCHMARK(mixed<Segmented>)->Name("injector/segmented/mixed")->Threads(2)->UseRealTime();

}  // namespace
}  // namespace vigil::injector_bench
