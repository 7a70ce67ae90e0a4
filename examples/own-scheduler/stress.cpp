// The scheduler with real threads, under whichever sanitizer it is compiled with. VIGIL_STRESS_SECONDS sets how long it
// runs, VIGIL_STRESS_SEED the first seed.

#include "scheduler.hpp"

#include <vigil/latch/count_latch.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace {

using namespace vigil::testing;

void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

template <class Layer>
struct Round {
  using Scheduler = own::Scheduler<Layer>;

  // Few rounds of yielding, so that workers often go to sleep.
  explicit Round(std::uint64_t its_seed)
      : seed(its_seed),
        scheduler(
            {.workers = 1 + its_seed % 4, .rounds = {.until_sleepy = 0, .until_sleeping = 1}, .deque_capacity = 2}) {}

  // Marks [begin, end), and spawns a task for one half, again and again.
  void divide(std::size_t begin, std::size_t end) {
    while (end - begin > 1) {
      const std::size_t middle = begin + (end - begin) / 2;
      scheduler.spawn([this, middle, end] { divide(middle, end); });
      end = middle;
    }
    marks.mark(begin);
    ended.fetch_add(1, std::memory_order_release);
  }

  // Each of two submitters lets tasks spawn tasks. After each it waits for its end, or does not.
  void submit(std::size_t submitter) {
    RandomDelays delays(seed * 2 + submitter);
    const bool one_by_one = seed % 2 == 0;
    for (std::size_t i = submitter * kTasks / 2; i != (submitter + 1) * kTasks / 2; i += kLeaves) {
      vigil::CountLatch<Layer> is_over(1);
      require(scheduler.spawn([this, i, one_by_one, &is_over] {
        divide(i, i + kLeaves);
        if (one_by_one) is_over.count_down();
      }),
              "a running scheduler accepts tasks");
      if (one_by_one) is_over.wait();
      delays.perhaps();
    }
  }

  // Spawns until the scheduler refuses. Tasks that were accepted have run when it has been stopped.
  void spawn_until_refused() {
    while (scheduler.spawn([this] { late_runs.fetch_add(1, std::memory_order_relaxed); })) ++accepted;
  }

  void run() {
    const Watchdog watchdog(
        [this] { return "seed " + std::to_string(seed) + ", " + std::to_string(ended.load()) + " tasks have ended"; });
    ThreadSet submitters;
    submitters.add(2, [this](std::size_t submitter) { submit(submitter); });
    submitters.run();

    scheduler.spawn([] { throw std::out_of_range("a task failed"); });
    bool has_thrown = false;
    ThreadSet stopping;
    stopping.add([this] { spawn_until_refused(); });
    stopping.add([this, &has_thrown] {
      try {
        scheduler.stop();
      } catch (const std::out_of_range&) {
        has_thrown = true;
      }
    });
    stopping.run();
    require(has_thrown, "stop throws what a task threw");
    require(late_runs.load() == accepted, "every task that was accepted has run, and no other");
    const std::string complaint = marks.complaint();
    require(complaint.empty(), complaint);
  }

  static constexpr std::size_t kTasks = 512;
  static constexpr std::size_t kLeaves = 8;

  const std::uint64_t seed;
  Marks marks{kTasks};
  std::atomic<std::uint64_t> ended{0};
  std::atomic<std::uint64_t> late_runs{0};
  std::uint64_t accepted = 0;
  Scheduler scheduler;
};

}  // namespace

int main() {
  std::uint64_t seed = 0;
  try {
    repeat_with_seeds([&seed](std::uint64_t its_seed) {
      seed = its_seed;
      Round<Layer>(seed).run();
      Round<HesitantLayer>(seed).run();
    });
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "stress: seed %llu: %s\n", static_cast<unsigned long long>(seed), failure.what());
    return 1;
  }
  std::puts("stress: passed");
  return 0;
}
