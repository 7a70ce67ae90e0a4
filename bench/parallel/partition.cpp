// Which of the two partitions of a quicksort is faster, for elements of some sizes: random numbers, which half of the
// questions send to each side. The two take turns, so that what else runs on the machine disturbs both alike.

#include <benchmark/benchmark.h>
#include <vigil/parallel/quick_sort.hpp>

#include <algorithm>
#include <array>
#include <comparison/others.hpp>
#include <comparison/samples.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using vigil::comparison::CountOthers;
using vigil::comparison::Enough;
using vigil::comparison::Samples;
using vigil::comparison::wall_ns;

// About as many as lie in a cache of the second level.
constexpr std::size_t kBytes = std::size_t{1} << 18;

template <std::size_t kWords>
using Element = std::array<std::uint32_t, kWords>;

template <std::size_t kWords>
std::vector<Element<kWords>> random_elements() {
  std::vector<Element<kWords>> elements(kBytes / sizeof(Element<kWords>));
  std::uint64_t state = 1;
  for (auto& element : elements) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    element.front() = static_cast<std::uint32_t>(state >> 32);
  }
  return elements;
}

// ns for each element by either partition, and how many times as long the one takes as the other.
template <std::size_t kWords>
void both(benchmark::State& state) {
  const CountOthers others(state);
  const auto elements = random_elements<kWords>();
  const auto belongs_left = [](const Element<kWords>& element) { return element.front() < 0x8000'0000; };
  const auto time = [&](const auto& divide) {
    auto divided = elements;
    const double begin = wall_ns();
    const auto middle = divide(divided);
    const double ns = (wall_ns() - begin) / static_cast<double>(divided.size());
    if (middle != std::ranges::partition_point(divided, belongs_left)) state.SkipWithError("not divided");
    return ns;
  };
  for (auto _ : state) {
    Samples lomuto;
    Samples blocks;
    Samples ratio;
    for (Enough enough(500); enough.wants_another();) {
      const double by_lomuto = time(
          [&](auto& divided) { return vigil::detail::lomuto_partition(divided.begin(), divided.end(), belongs_left); });
      const double by_blocks = time([&](auto& divided) {
        return vigil::detail::BlockPartition(divided.begin(), divided.end(), belongs_left).run();
      });
      lomuto.add(by_lomuto);
      blocks.add(by_blocks);
      ratio.add(by_lomuto / by_blocks);
    }
    state.counters["lomuto_ns"] = lomuto.median();
    state.counters["blocks_ns"] = blocks.median();
    state.counters["lomuto_to_blocks"] = ratio.median();
  }
}

BENCHMARK(both<1>)->Name("parallel/partition/bytes:4")->Iterations(1)->UseRealTime();
BENCHMARK(both<2>)->Name("parallel/partition/bytes:8")->Iterations(1)->UseRealTime();
BENCHMARK(both<4>)->Name("parallel/partition/bytes:16")->Iterations(1)->UseRealTime();
BENCHMARK(both<6>)->Name("parallel/partition/bytes:24")->Iterations(1)->UseRealTime();
BENCHMARK(both<8>)->Name("parallel/partition/bytes:32")->Iterations(1)->UseRealTime();

}  // namespace
