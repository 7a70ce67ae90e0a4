// The choices of an execution, as in `--replay CHOICES` and in tokens: the first byte chooses the memory model, and how
// loops that wait are explored.

#include "input.hpp"

#include <vigil/checker.hpp>

#include <array>
#include <exception>
#include <string>
#include <tuple>

namespace {

using vigil::checker::MemoryModel;
using Layer = vigil::checker::CheckedAtomics;

// Has a bit of each: orders, a read-modify-write, a compare-exchange that may fail spuriously, locks and wakes, plain
// data, memory that is freed, and loops that wait.
struct Everything {
  static constexpr auto threads() { return std::tuple{&Everything::first, &Everything::second, &Everything::third}; }

  Layer::atomic<int> a{0, "a"};
  Layer::atomic<int> b{0, "b"};
  Layer::mutex mutex{"mutex"};
  Layer::condition_variable condition{"condition"};
  Layer::var<bool> is_ready{false, "is_ready"};

  void first() {
    a.store(1, std::memory_order_release);
    Layer::fence(std::memory_order_seq_cst);
    (void)b.fetch_add(1, std::memory_order_acq_rel);
    mutex.lock();
    is_ready.set(true);
    mutex.unlock();
    condition.notify_one();
    a.notify_one();
  }
  void second() {
    int expected = 1;
    (void)a.compare_exchange_weak(expected, 2, std::memory_order_seq_cst, std::memory_order_relaxed);
    mutex.lock();
    while (!is_ready.get()) condition.wait(mutex);
    mutex.unlock();
    void* const block = Layer::allocate(8, 8, "block");
    Layer::deallocate(block, 8, 8);
  }
  void third() {
    a.wait(0, std::memory_order_acquire);
    while (b.load(std::memory_order_acquire) == 0) Layer::relax();
    Layer::require(a.load(std::memory_order_relaxed) != 0, "a was written before b");
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil;
  constexpr std::array kModels{MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso, MemoryModel::sequential};
  if (size == 0) return 0;
  checker::Options options;
  // To see that a loop waits, the checker compares the static memory of the process at each step. libFuzzer's counters
  // are a megabyte of it.
  const bool recurs = (data[0] & 4U) != 0;
  options.spins = recurs ? checker::Spins::recurring : checker::Spins::unrolled;
  options.most_events = recurs ? 20 : 100;
  options.memory_model = kModels[data[0] % kModels.size()];
  try {
    const auto trace = linearise(replay(checker::code_of<Everything>(), options, fuzz::text_of(data + 1, size - 1)));
    (void)checker::text(trace, {});
    (void)checker::html(trace, {});
    (void)checker::svg(trace, {});
  } catch (const std::exception&) {
  }
  return 0;
}
