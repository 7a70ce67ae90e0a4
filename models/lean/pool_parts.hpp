#pragma once

// What the models of the lean pool as a whole have in common: the shipped headers, with tables that a model can change,
// rings of two tasks, and threads of the model.

#include "world.hpp"

#include <vigil/lean/thread_pool.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <vigil/model/model.hpp>

namespace vigil::models::lean {

using namespace vigil::lean;

inline lean::PoolOrders lean_orders;
inline lean::PoolProtocol lean_protocol;

// Stacks of which threads cannot be started: none, or as the search chooses.
inline constexpr std::size_t kNeverStarts = ~std::size_t{0};
inline constexpr std::size_t kMayFail = kNeverStarts - 1;

// In the place of a PosixThread.
template <ThreadedLayer Layer>
class LayerThread {
 public:
  [[nodiscard]] bool start(std::size_t stack_bytes, void (*main)(void*), void* argument) {
    is_joinable_.set(false);
    if (stack_bytes == kNeverStarts || (stack_bytes == kMayFail && Layer::choose(2) == 1)) return false;
    thread_ = typename Layer::thread([main, argument] { main(argument); });
    is_joinable_.set(true);
    return true;
  }
  void join() {
    if (is_joinable_.get()) thread_.join();
    is_joinable_.set(false);
  }

 private:
  typename Layer::thread thread_;
  typename Layer::template var<bool> is_joinable_{false, "is_joinable"};
};

// In the place of a ProcessWatch. No model forks, or exits.
struct OneProcess {
  static constexpr bool begin() { return true; }
  [[nodiscard]] static constexpr bool is_in_child() { return false; }
  [[nodiscard]] static constexpr bool is_exiting() { return false; }
};

template <ThreadedLayer PartsLayer, std::uint32_t Threads>
struct PoolParts {
  using Layer = PartsLayer;
  using Task = vigil::lean::Task<Layer>;
  using Ring = RingBuffer<Task, 2>;
  using Queue = TreiberQueue<Task>;
  using Throttle = ThrottleUnderTest<Layer>;
  using Thread = LayerThread<Layer>;
  using Process = OneProcess;
  static constexpr unsigned kSpinDoublings = 0;
  static constexpr unsigned kSpinYields = 0;
  static constexpr std::uint32_t kMostThreads = Threads;
  static constexpr const lean::PoolOrders& kOrders = lean_orders;
  static constexpr const lean::PoolProtocol& kProtocol = lean_protocol;
};

template <ThreadedLayer Layer, std::uint32_t Threads>
using Pool = lean::BasicThreadPool<PoolParts<Layer, Threads>>;

// A task that runs `code(task)` and sees what was written before it was scheduled.
template <ThreadedLayer Layer, class Model>
struct CountedTask : vigil::lean::Task<Layer> {
  using Code = void (*)(Model&);

  CountedTask() : vigil::lean::Task<Layer>(&CountedTask::run_one) {}
  void prepare(Model& owner, Code to_run) {
    model.set(&owner);
    code.set(to_run);
  }

  typename Layer::template var<Model*> model{nullptr, "model"};
  typename Layer::template var<Code> code{nullptr, "code"};
  typename Layer::template var<int> runs{0, "runs"};

 private:
  static void run_one(vigil::lean::Task<Layer>& self) noexcept {
    auto& task = static_cast<CountedTask&>(self);
    task.runs.set(task.runs.get() + 1);
    task.code.get()(*task.model.get());
  }
};

// For models of the whole: sixty operations and more, two or three threads.
template <class Draft>
[[nodiscard]] auto with_pool_tables(Draft draft) {
  return std::move(draft)
      .tables(lean_orders, lean_protocol, sync_orders, sync_protocol, throttle_protocol)
      .search(kAtRandom);
}

}  // namespace vigil::models::lean
