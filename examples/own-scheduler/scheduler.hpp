#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/atomics/std_atomics.hpp>
#include <vigil/common/admission_word.hpp>
#include <vigil/common/steal_result.hpp>
#include <vigil/deque/chase_lev.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/latch/once_latch.hpp>
#include <vigil/sleep/sleep.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace own {

struct SchedulerOptions {
  std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
  vigil::SleepRounds rounds{};
  std::size_t deque_capacity = 256;  // of each worker, before it grows; a power of two
};

// The orders of the count of unfinished tasks and calls. Workers are joined. A call of spawn() from outside is not:
// what it did must happen before the scheduler is destroyed. `leave` also acquires, to pass on what earlier ones did.
struct UnfinishedOrders {
  std::memory_order enter = std::memory_order_relaxed;
  std::memory_order refused = std::memory_order_relaxed;
  std::memory_order leave = std::memory_order_acq_rel;
  std::memory_order close = std::memory_order_acquire;
};
inline constexpr UnfinishedOrders kUnfinishedOrders{};

// A work-stealing scheduler. Any thread may call the members, except where they say otherwise.
template <vigil::ThreadedLayer Layer = vigil::StdAtomics>
class Scheduler {
 public:
  // Throws std::system_error if a thread cannot be started; then none is left. Throws std::invalid_argument if the
  // options are wrong, and std::bad_alloc.
  explicit Scheduler(const SchedulerOptions& options = {}) : sleep_(options.workers, options.rounds) {
    for (std::size_t index = 0; index != options.workers; ++index)
      workers_.push_back(std::make_unique<Worker>(*this, index, options.deque_capacity));
    threads_.reserve(options.workers);
    try {
      for (const auto& worker : workers_) threads_.emplace_back([this, &self = *worker] { work(self); });
    } catch (...) {
      end_threads();
      throw;
    }
  }
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  // Runs the tasks that are left, and drops what they throw: call stop() to see it. No other call may begin. Not for
  // the scheduler's own tasks, which would wait for themselves.
  ~Scheduler() { drain(); }

  // Runs `function()` on a worker, once. Returns false if the scheduler was stopped: then the function is destroyed and
  // not called. A task of this scheduler is never refused. Throws std::bad_alloc; then there is no task.
  template <class Function>
  bool spawn(Function function) {
    Worker* const self = current();
    if (self == nullptr) return post(std::move(function));
    push(*self, make_task(std::move(function)));
    return true;
  }

  // The same, as if the caller were no task: no sleeper misses this one, whether the caller is awake or not. A stopped
  // scheduler refuses it.
  template <class Function>
  bool post(Function function) {
    std::unique_ptr<Task> task = make_task(std::move(function));
    if (!unfinished_.enter()) return false;  // this call
    unfinished_.enter_once_more();           // the task
    const bool was_empty = injector_.push(*task.release());
    sleep_.new_injected_jobs(1, was_empty);
    leave();
    return true;
  }

  // Refuses tasks from outside from now on, waits for all that were accepted and all that these spawn, and ends the
  // threads. Throws the first exception that a task threw. Not for the scheduler's own tasks.
  void stop() {
    if (current() != nullptr) throw std::logic_error("a task stops its own scheduler");
    drain();
    if (error_.get() != nullptr) std::rethrow_exception(error_.get());
  }

 private:
  // Its memory is the layer's, so a model sees who uses a task after it was freed.
  struct Task : vigil::InjectorNode<Layer> {
    virtual ~Task() = default;
    virtual void run() = 0;
    static void* operator new(std::size_t bytes) { return Layer::allocate(bytes, alignof(std::max_align_t), "task"); }
    static void operator delete(void* memory, std::size_t bytes) {
      Layer::deallocate(memory, bytes, alignof(std::max_align_t));
    }
  };
  template <class Function>
  struct TaskOf final : Task {
    static_assert(alignof(Function) <= alignof(std::max_align_t));
    explicit TaskOf(Function&& its_function) : function(std::move(its_function)) {}
    void run() override { function(); }
    Function function;
  };

  // What belongs to one worker.
  struct Worker {
    Worker(Scheduler& its_owner, std::size_t its_index, std::size_t capacity)
        : owner(its_owner), index(its_index), deque(capacity) {}
    Scheduler& owner;
    const std::size_t index;
    vigil::ChaseLevDeque<Task*, Layer> deque;
    vigil::CoreLatch<Layer> stop;
  };
  using CurrentWorker = typename Layer::template thread_specific<Worker>;

  // The worker of this scheduler that the calling thread is. Null: the call comes from outside.
  [[nodiscard]] Worker* current() const {
    Worker* const worker = CurrentWorker::get();
    return worker != nullptr && &worker->owner == this ? worker : nullptr;
  }

  template <class Function>
  static std::unique_ptr<Task> make_task(Function&& function) {
    return std::unique_ptr<Task>(new TaskOf<Function>(std::move(function)));
  }

  // Leaves the task on the own deque. Its owner runs it if no thief does.
  void push(Worker& self, std::unique_ptr<Task> task) {
    unfinished_.enter_once_more();
    try {
      self.deque.push(task.get());
    } catch (...) {
      leave();
      throw;
    }
    static_cast<void>(task.release());
    sleep_.new_internal_jobs(1, [&self] { return self.deque.size() <= 1; });
  }

  // The last access of the call or the task that leaves: the scheduler may have been destroyed when this returns.
  void leave() {
    if (unfinished_.leave()) drained_.set();
  }

  // What each thread does.
  void work(Worker& self) {
    CurrentWorker::set(&self);
    while (Task* const task = next(self)) run(std::unique_ptr<Task>(task));
  }

  // The next task; sleeps until there is one. Null: the worker was stopped.
  Task* next(Worker& self) {
    if (const auto own = self.deque.pop(); own.has_value()) return *own;
    vigil::IdleState idle = sleep_.start_looking(self.index);
    Task* found = nullptr;
    Layer::retry([&] {
      if (self.stop.probe()) return true;
      found = find(self);
      if (found != nullptr) return true;
      sleep_.no_work_found(idle, self.stop, [this] { return injector_.has_jobs(); });
      return false;
    });
    sleep_.work_found([this] { return has_work(); });
    return found;
  }

  // A task of another worker, or from outside. Null: there is none.
  Task* find(Worker& self) {
    for (std::size_t i = 1; i != workers_.size(); ++i) {
      auto& victim = workers_[(self.index + i) % workers_.size()]->deque;
      if (Task* const stolen = taken([&victim] { return victim.steal(); })) return stolen;
    }
    return taken([this] { return injector_.pop(); });
  }

  // Tries until there is a task or none: a worker must not go to sleep because another one interfered.
  template <class Take>
  static Task* taken(Take take) {
    Task* task = nullptr;
    Layer::retry([&] {
      const vigil::StealResult<Task*> result = take();
      if (result.is_success()) task = result.job();
      if (result.is_retry()) Layer::yield();
      return !result.is_retry();
    });
    return task;
  }

  [[nodiscard]] bool has_work() const {
    return injector_.has_jobs() ||
           std::ranges::any_of(workers_, [](const auto& worker) { return !worker->deque.is_empty(); });
  }

  // Runs the task, and takes it off the count.
  void run(std::unique_ptr<Task> task) {
    try {
      task->run();
    } catch (...) {
      if (!has_error_.exchange(true, std::memory_order_relaxed)) error_.set(std::current_exception());
    }
    task.reset();
    leave();
  }

  // Runs what was accepted, refuses the rest, and ends the threads. A second call finds nothing to do.
  void drain() {
    if (!unfinished_.close().was_empty) drained_.wait(vigil::SpinWait<Layer>(0));
    const vigil::LockGuard lock(stopping_);
    end_threads();
  }

  void end_threads() {
    for (const auto& worker : workers_) sleep_.set_latch(worker->stop, worker->index);
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  vigil::Sleep<Layer> sleep_;
  vigil::TreiberInjector<Task, Layer> injector_;
  std::vector<std::unique_ptr<Worker>> workers_;
  vigil::AdmissionWord<Layer, kUnfinishedOrders> unfinished_;
  vigil::OnceLatch<Layer, vigil::Waiters::many> drained_;
  typename Layer::template atomic<bool> has_error_{false, "has_error"};
  typename Layer::template var<std::exception_ptr> error_{nullptr, "error"};
  typename Layer::mutex stopping_{"stopping"};
  std::vector<typename Layer::thread> threads_;
};

}  // namespace own
