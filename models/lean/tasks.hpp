#pragma once

#include <vigil/lean/ring_buffer.hpp>
#include <vigil/model/recorder.hpp>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include <vigil/model/model.hpp>

namespace vigil::models::lean {

using namespace vigil::lean;

inline TaskOrders links;

template <AtomicsLayer Layer>
using LinkedTask = Task<Layer, links>;

// A task that carries data, and the number of its push.
template <AtomicsLayer Layer>
struct WatchedTask : LinkedTask<Layer> {
  static constexpr int kWritten = 7;

  typename Layer::template var<int> payload{0, "payload"};
  // The model's own note, which orders nothing.
  int number = 0;
};

// For scenarios in which tasks are taken by halves, or with other answers than those of a queue.
inline constexpr JobJudge kByAccount{.asks_for_order = false};

// The tasks of a scenario, and the history of the calls by which they went in and came out.
template <AtomicsLayer Layer, std::size_t Tasks, const JobJudge& Judge = kByAccount,
          class Spec = linearizability::QueueSpec>
class WatchedTasks {
 public:
  using Watched = WatchedTask<Layer>;

  // The next task, with its data: for one thread, or with a number of its own for each.
  LinkedTask<Layer>& write(int number) {
    Watched& task = tasks_[static_cast<std::size_t>(number)];
    task.number = number;
    task.payload.set(Watched::kWritten);
    return task;
  }

  void begins() { recorder_.begins(); }
  void pushed(int number, int tasks = 1) { recorder_.pushed(number, tasks); }
  // One attempt ended: with this task, or with none and this answer.
  void took(LinkedTask<Layer>* task, StealStatus otherwise = StealStatus::empty) {
    recorder_.popped(task != nullptr ? StealStatus::success : otherwise, task != nullptr ? read(*task) : 0);
  }
  void took(const Taken<LinkedTask<Layer>>& taken) {
    if (taken.is_success()) Layer::require(taken.task() != nullptr, "a task that is taken was pushed");
    took(taken.is_success() ? taken.task() : nullptr, taken.status());
  }

  void check() { recorder_.check(); }

 private:
  int read(LinkedTask<Layer>& task) {
    auto& watched = static_cast<Watched&>(task);
    Layer::require(watched.payload.get() == Watched::kWritten, "a task comes with what was written before its push");
    return watched.number;
  }

  std::array<Watched, Tasks> tasks_;
  JobRecorder<Layer, Spec, Judge> recorder_;
};

// A layer in which pointers to objects are plain data. It shows which of them are atomic only because another thread
// might read them.
template <AtomicsLayer Layer>
struct PlainPointers : Layer {
  template <class T>
  class plain {
   public:
    plain() : plain(T{}) {}
    explicit plain(T value, Name name = {}) : value_(value, name) {}
    [[nodiscard]] T load(LabelledOrder, Location location = Location::current()) const { return value_.get(location); }
    void store(T value, LabelledOrder, Location location = Location::current()) { value_.set(value, location); }
    T exchange(T value, LabelledOrder order) {
      const T before = load(order);
      store(value, order);
      return before;
    }
    bool compare_exchange_strong(T& expected, T desired, LabelledOrder order, LabelledOrder) {
      const T before = load(order);
      const bool is_equal = before == expected;
      if (is_equal) store(desired, order);
      expected = before;
      return is_equal;
    }
    bool compare_exchange_weak(T& expected, T desired, LabelledOrder order, LabelledOrder failure) {
      return compare_exchange_strong(expected, desired, order, failure);
    }

   private:
    typename Layer::template var<T> value_;
  };

  template <class T>
  using atomic = std::conditional_t<std::is_pointer_v<T> && !std::is_same_v<T, void*>, plain<T>,
                                    typename Layer::template atomic<T>>;
};

}  // namespace vigil::models::lean
