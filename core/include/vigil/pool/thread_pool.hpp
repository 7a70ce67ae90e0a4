#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/pool/call.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil {

/// How a pool is made.
struct PoolOptions {
  /// How many threads the pool starts: one for each processor, unless the caller says otherwise.
  std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
  /// How long a worker searches before it sleeps.
  SleepRounds rounds{};
  /// The initial capacity of each worker's deque, in jobs: a power of two.
  std::size_t deque_capacity = 256;
  /// What the thread of each worker calls first, with its index: to pin the thread, or to name it. May be null.
  void (*at_thread_start)(std::size_t worker) noexcept = nullptr;
};

/// What a call to a pool throws if the pool was stopped.
class PoolStopped : public std::runtime_error {
 public:
  /// The error.
  PoolStopped() : std::runtime_error("the thread pool was stopped") {}
};

/// Threads that run forked jobs, for any number of callers.
///
///   * **Start.** All workers exist, with their deques, before the first thread runs: no thief accesses a worker that
///   is
///     not made yet (S-17). If a thread cannot be started, those that run are stopped and joined, and the error is
///     thrown (S-34).
///   * **Call.** A thread that is not a worker leaves its call to the workers and blocks on a latch in its own frame.
///   Any
///     number of threads may (S-18). A worker of this pool makes the call in place: if it waited for another worker, it
///     would wait forever in a pool of one (S-19). A worker of another pool runs jobs of its own pool while it waits.
///   * **Stop.** What was accepted before is run to its end, and later calls are refused. When no job is left, the
///     workers are stopped through the latch that they wait for, so none of them sleeps on (S-16).
///
/// A process may have many pools. A job of one may call another, and may make a pool of its own.
///
/// \snippet pool/thread_pool.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \source Rayon's ThreadPool.
template <class Parts>
class BasicThreadPool {
 public:
  /// A worker of the pool.
  using Worker = vigil::Worker<Parts>;

  /// Starts the threads.
  ///
  /// \throws std::invalid_argument if there are no workers, or more than can be counted, or the capacity is not a power
  ///   of two; std::system_error if a thread cannot be started; std::bad_alloc. Then no thread is left.
  explicit BasicThreadPool(const PoolOptions& options = {})
      : worker_set_(options.workers, options.rounds, options.deque_capacity),
        at_thread_start_(options.at_thread_start) {
    for (std::size_t index = 0; index != worker_set_.size(); ++index) worker_set_.add_worker(index);
    threads_.reserve(worker_set_.size());
    try {
      for (std::size_t index = 0; index != worker_set_.size(); ++index) start(index);
    } catch (...) {
      if (Parts::kProtocol.stop_started_threads) stop_threads();
      throw;
    }
  }

  BasicThreadPool(const BasicThreadPool&) = delete;
  BasicThreadPool& operator=(const BasicThreadPool&) = delete;
  /// As stop.
  ///
  /// \pre No call begins any more. The thread is not one of the pool's own workers: that ends the program.
  ~BasicThreadPool() { stop(); }

  /// Calls `function(worker)`, or `function()`, on a worker. It returns what the function returns, or throws what the
  /// function throws.
  ///
  /// \threads Any thread. A worker of this pool makes a plain call.
  /// \progress Blocking. A worker of another pool runs jobs of that pool meanwhile.
  /// \orders What happens before call happens before the function, and the function happens before the return.
  /// \throws PoolStopped if the pool was stopped before. Then the function was not called.
  template <class Function>
  auto call(Function&& function) {
    Worker* const current = Worker::current();
    if (current != nullptr && Parts::kProtocol.know_the_pool && !is_own(*current))
      return inject<Function, detail::NeighboursSignal<Parts>>(function, *current);
    if (current != nullptr && Parts::kProtocol.run_inside_calls) return call_on(*current, function);
    return inject<Function, detail::OutsidersSignal<Parts>>(function);
  }

  /// Leaves `job` to the workers and returns at once. See PostedJob::post.
  ///
  /// \return false if the pool was stopped before. Then the job was not left.
  /// \threads Any thread.
  [[nodiscard]] bool post(PostedJob<Parts>& job) { return job.post(worker_set_); }

  /// Refuses calls from now on, waits for those accepted, and ends the threads. A second call changes nothing.
  ///
  /// \threads Any thread except the pool's own workers.
  /// \progress Blocking.
  /// \orders All calls happen before the return.
  /// \throws std::logic_error if the thread is a worker of this pool: it would wait for itself.
  void stop() {
    if (is_inside()) throw std::logic_error("a worker stops its own pool");
    worker_set_.admission().close();
    const LockGuard lock(stopping_);
    stop_threads();
  }

  /// The number of workers. Any thread.
  [[nodiscard]] std::size_t workers() const { return worker_set_.size(); }

  /// Whether the calling thread is a worker of this pool.
  [[nodiscard]] bool is_inside() const {
    const Worker* const current = Worker::current();
    return current != nullptr && is_own(*current);
  }

  /// What worker `index` has done so far, and what all have done. Any thread. Exact while nothing runs.
  /// \{
  [[nodiscard]] WorkerStatistics statistics(std::size_t index) const { return worker_set_.worker(index).statistics(); }
  [[nodiscard]] WorkerStatistics statistics() const {
    WorkerStatistics sum;
    for (std::size_t index = 0; index != worker_set_.size(); ++index) sum += statistics(index);
    return sum;
  }
  /// \}

 private:
  using Layer = typename Parts::Layer;

  [[nodiscard]] bool is_own(const Worker& worker) const { return &worker.worker_set() == &worker_set_; }

  void start(std::size_t index) {
    threads_.push_back(typename Layer::thread([this, index] {
      if (at_thread_start_ != nullptr) at_thread_start_(index);
      worker_set_.worker(index).run();
    }));
  }

  void stop_threads() {
    for (std::size_t index = 0; index != threads_.size(); ++index) worker_set_.worker(index).stop();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  // Lets the caller out, even by an exception, before the pool may be freed.
  class Visit {
   public:
    explicit Visit(Admission<Parts>& admission) : admission_(admission) {
      if (!admission.enter()) throw PoolStopped();
    }
    ~Visit() { admission_.leave(); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    Admission<Parts>& admission_;
  };

  template <class Function, class Signal, class... Who>
  auto inject(Function& function, Who&... who) {
    const Visit visit(worker_set_.admission());
    detail::InjectedCall<std::remove_reference_t<Function>, Signal, Parts> call(function, who...);
    worker_set_.inject(call);
    if constexpr (std::is_void_v<decltype(call_on(std::declval<Worker&>(), function))>)
      static_cast<void>(call.wait());
    else
      return call.wait();
  }

  WorkerSet<Parts> worker_set_;
  void (*const at_thread_start_)(std::size_t) noexcept;
  typename Layer::mutex stopping_{"stopping"};
  std::vector<typename Layer::thread> threads_;
};

/// The thread pool.
using ThreadPool = BasicThreadPool<DefaultParts>;

}  // namespace vigil
