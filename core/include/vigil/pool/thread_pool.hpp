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

struct PoolOptions {
  // How many threads the pool starts; one for each processor if nothing else is said.
  std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
  SleepRounds rounds{};
  // Of each worker's deque, to begin with: a power of two.
  std::size_t deque_capacity = 256;
  // Called first by the thread of each worker, with its index: to pin the thread, or to name it.
  void (*at_thread_start)(std::size_t worker) noexcept = nullptr;
};

// What a call gets from a pool that was stopped.
class PoolStopped : public std::runtime_error {
 public:
  PoolStopped() : std::runtime_error("the thread pool was stopped") {}
};

// Threads that run forked jobs, for any number of callers.
//
//   start   All workers exist, with their deques, before the first thread runs: a thief finds nothing half made (S-17).
//           If a thread cannot be started, those that run are stopped and joined, and the error is thrown (S-34).
//   call    A thread from outside leaves its call to the workers and blocks on a latch in its own frame; any number of
//           them may (S-18). A worker of this pool makes the call in place: waiting for another worker would tie it up,
//           for ever if there is only one (S-19). A worker of another pool goes on working there while it waits.
//   stop    What was accepted before is run to its end; what comes later is refused. Only when nothing is left are the
//           workers stopped, through the latch that they wait for, so that none sleeps through it (S-16).
//
// A process may have many pools; a job of one may call another, and may make one of its own.
template <class Parts>
class BasicThreadPool {
 public:
  using Worker = vigil::Worker<Parts>;

  // Throws std::invalid_argument for no workers, or more than can be counted, or a capacity that is no power of two;
  // std::system_error if a thread cannot be started; std::bad_alloc.
  explicit BasicThreadPool(const PoolOptions& options = {})
      : worker_set_(options.workers, options.rounds, options.deque_capacity),
        at_thread_start_(options.at_thread_start) {
    if (Parts::kProtocol.deques_before_threads)
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
  // As stop. No call may begin any more; those that were accepted are finished. One of the pool's own workers must not
  // destroy it: that ends the program.
  ~BasicThreadPool() { stop(); }

  // Calls `function(worker)`, or `function()`, on a worker and returns what it returns, or throws what it throws. Any
  // thread. Blocks; on a worker of this pool it is a plain call. Throws PoolStopped if the pool was stopped before.
  // Everything before happens before the call, and everything in the call before the return.
  template <class Function>
  auto call(Function&& function) {
    if (Worker* const current = Worker::current()) {
      if (&current->worker_set() == &worker_set_ || !Parts::kProtocol.know_the_pool) {
        if (Parts::kProtocol.run_inside_calls) return call_on(*current, function);
      } else {
        return inject<Function, detail::NeighboursSignal<Parts>>(function, *current);
      }
    }
    return inject<Function, detail::OutsidersSignal<Parts>>(function);
  }

  // Leaves `job` to the workers and returns at once. False if the pool was stopped before; see PostedJob::post.
  [[nodiscard]] bool post(PostedJob<Parts>& job) { return job.post(worker_set_); }

  // Refuses calls from now on, waits for those accepted, and ends the threads. Again without effect. Any thread but the
  // pool's own workers: for these it throws std::logic_error, as they would wait for themselves.
  void stop() {
    if (Worker* const current = Worker::current(); current != nullptr && &current->worker_set() == &worker_set_)
      throw std::logic_error("a worker stops its own pool");
    worker_set_.admission().close();
    const LockGuard lock(stopping_);
    stop_threads();
  }

  [[nodiscard]] std::size_t workers() const { return worker_set_.size(); }

  // Whether the calling thread is a worker of this pool.
  [[nodiscard]] bool is_inside() const {
    const Worker* const current = Worker::current();
    return current != nullptr && &current->worker_set() == &worker_set_;
  }

  // Of worker `index`, and of all together. Any thread. Exact while nothing runs.
  [[nodiscard]] WorkerStatistics statistics(std::size_t index) const { return worker_set_.worker(index).statistics(); }
  [[nodiscard]] WorkerStatistics statistics() const {
    WorkerStatistics sum;
    for (std::size_t index = 0; index != worker_set_.size(); ++index) sum += statistics(index);
    return sum;
  }

 private:
  using A = typename Parts::Layer;

  void start(std::size_t index) {
    threads_.push_back(typename A::thread([this, index] {
      if (at_thread_start_ != nullptr) at_thread_start_(index);
      if (!Parts::kProtocol.deques_before_threads) worker_set_.add_worker(index);
      worker_set_.worker(index).run();
    }));
  }

  void stop_threads() {
    for (std::size_t index = 0; index != threads_.size(); ++index) worker_set_.worker(index).stop();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
  }

  // Leaves the caller, even by an exception, before the pool may be freed.
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
  typename A::mutex stopping_{"stopping"};
  std::vector<typename A::thread> threads_;
};

using ThreadPool = BasicThreadPool<DefaultParts>;

}  // namespace vigil
