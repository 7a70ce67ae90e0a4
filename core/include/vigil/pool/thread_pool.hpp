#pragma once

#include <vigil/atomics/lock_guard.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/pool/call.hpp>
#include <vigil/pool/join.hpp>
#include <vigil/pool/placement.hpp>
#include <vigil/pool/posted_job.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
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
  /// How long a worker searches before it sleeps. A worker whose last searches ended with sleep searches less long:
  /// for as little as an eighth of `until_sleepy`.
  SleepRounds rounds{};
  /// The initial capacity of each worker's deque, in jobs: a power of two.
  std::size_t deque_capacity = 256;
  /// The least size of each thread's stack, in bytes; raised to what the system allows. 0 for the system's default.
  std::size_t stack_bytes = 0;
  /// In how many calls to other pools, on one stack, a worker runs jobs while it waits. In one more it runs only calls
  /// of other pools' workers, so that not every job that calls lies above the others. See CallQueue.
  std::size_t nested_calls = kNestedCalls;
  /// What the thread of each worker calls first, with its index: to pin the thread, or to name it. May be null.
  void (*at_thread_start)(std::size_t worker) noexcept = nullptr;
  /// Whom the workers tell when they run out of jobs, sleep, and find a job again, such as a Trace. May be null. It
  /// must outlive the pool.
  PoolObserver* observer = nullptr;
  /// On which processors the workers run. They are pinned there before they run jobs or `at_thread_start`, and steal
  /// from the nearest workers first.
  Placement placement{};
};

/// What a call to a pool throws if the pool was stopped.
class PoolStopped : public std::runtime_error {
 public:
  /// The error.
  PoolStopped() : PoolStopped("the thread pool was stopped") {}

 protected:
  /// \cond
  explicit PoolStopped(const char* what) : std::runtime_error(what) {}
  /// \endcond
};

/// What a call to a pool throws in a child of the process that made the pool.
class PoolForked : public PoolStopped {
 public:
  /// The error.
  PoolForked() : PoolStopped("the thread pool belongs to the parent of this process, and fork copies no threads") {}
};

/// Threads that run forked jobs, for any number of callers.
///
///   * **Start.** All workers exist, with their deques, before the first thread runs: no thief accesses a worker
///     that is not made yet (S-17). If a thread cannot be started, those that run are stopped and joined, and the error
///     is thrown (S-34).
///   * **Call.** A thread that is not a worker leaves its call to the workers and blocks on a latch in its own
///     frame. Any number of threads may (S-18). A worker of this pool makes the call in place: if it waited for another
///     worker, it would wait forever in a pool of one (S-19). A worker of another pool runs jobs of its own pool while
///     it waits.
///   * **Stop.** What was accepted before is run to its end, and later calls are refused. When no job is left, the
///     workers are stopped through the latch that they wait for, so none of them sleeps on (S-16).
///
/// A process may have many pools. A job of one may call another, and may make a pool of its own. A pool may be used
/// from several shared objects: see docs/linking.md.
///
/// **After fork** the child has the memory of the pool and none of its threads. There, call throws PoolForked, post
/// returns false, and stop and the destructor return at once: the memory of the pool is left as it is. A job that forks
/// must not return in the child, which executes another program, or calls `_exit`.
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
  ///   of two, or no stack can be so large; std::system_error if a thread cannot be started, or there is no memory for
  ///   its stack; std::bad_alloc. Then no thread is left.
  explicit BasicThreadPool(const PoolOptions& options = {}) : state_(std::make_unique<State>(options)) {
    WorkerSet<Parts>& worker_set = state_->worker_set;
    const detail::Tour tour(options.placement);
    for (std::size_t index = 0; index != worker_set.size(); ++index) {
      tour.go_to(index);
      worker_set.add_worker(index);
      if (!options.placement.is_none()) worker_set.worker(index).steal_from_nearest(options.placement);
    }
    state_->threads.reserve(worker_set.size());
    if (!state_->process.begin()) detail::fail<std::bad_alloc>("ThreadPool::ThreadPool");
    VIGIL_TRY {
      for (std::size_t index = 0; index != worker_set.size(); ++index) {
        tour.go_to(index);
        start(options, index);
      }
    }
    VIGIL_CATCH_ALL {
      if (Parts::kProtocol.stop_started_threads) stop_threads();
      VIGIL_RETHROW;
    }
  }

  BasicThreadPool(const BasicThreadPool&) = delete;
  BasicThreadPool& operator=(const BasicThreadPool&) = delete;
  /// As stop.
  ///
  /// A worker of the pool cannot wait for itself. If it destroys the pool, as `std::exit` does when a job calls it and
  /// the pool is static, the destructor waits for nothing. Threads and memory of the pool are left to the end of the
  /// process.
  ///
  /// \pre No call begins any more.
  ~BasicThreadPool() {
    if (state_->process.is_in_child() || is_inside())
      static_cast<void>(state_.release());
    else
      stop();
  }

  /// Calls `function(worker)`, or `function()`, on a worker. It returns what the function returns, or throws what the
  /// function throws.
  ///
  /// \threads Any thread. A worker of this pool makes a plain call.
  /// \progress Blocking. A worker of another pool runs jobs of that pool meanwhile.
  /// \orders What happens before call happens before the function, and the function happens before the return.
  /// \throws PoolStopped if the pool was stopped before; PoolForked after a fork; std::bad_alloc if the injector of
  ///   Parts allocates and cannot. Then the function was not called.
  template <class Function>
  auto call(Function&& function) {
    return call_marked(function, [](auto& /*call*/) {});
  }

  /// The same, of that priority, in a pool that has priorities: see PriorityParts.
  ///
  /// The priority counts for callers that are not workers. A call by a worker of another pool goes before the jobs of
  /// all priorities but the highest: see CallQueue.
  ///
  /// \param priority how the call ranks among the jobs that are left to the pool.
  /// \param function what is called.
  template <class Priority, class Function>
  requires requires(InjectedJob<Parts>& job, Priority priority) { job.set_priority(priority); }
  auto call(Priority priority, Function&& function) {
    return call_marked(function, [priority](auto& call) {
      if constexpr (requires { call.set_priority(priority); }) call.set_priority(priority);
    });
  }

  /// Leaves `job` to the workers and returns at once. See PostedJob::post.
  ///
  /// \return false if the pool was stopped before, or after a fork. Then the job was not left.
  /// \threads Any thread.
  /// \throws std::bad_alloc, as PostedJob::post.
  [[nodiscard]] bool post(PostedJob<Parts>& job) {
    return !state_->process.is_in_child() && job.post(state_->worker_set);
  }

  /// Refuses calls from now on, waits for those accepted, and ends the threads. A second call changes nothing, nor does
  /// a call after a fork.
  ///
  /// \threads Any thread except the pool's own workers.
  /// \progress Blocking.
  /// \orders All calls happen before the return.
  /// \throws std::logic_error if the thread is a worker of this pool: it would wait for itself.
  void stop() {
    if (state_->process.is_in_child()) return;
    if (is_inside()) detail::fail<std::logic_error>("ThreadPool::stop", "a worker stops its own pool");
    state_->worker_set.admission().close();
    const LockGuard lock(state_->stopping);
    stop_threads();
  }

  /// The number of workers. Any thread.
  [[nodiscard]] std::size_t workers() const { return state_->worker_set.size(); }

  /// The worker that the calling thread is, of this pool or another, and whether it is one of this pool. Any thread.
  /// \{
  [[nodiscard]] Worker* current() const { return state_->worker_set.current(); }
  [[nodiscard]] bool is_inside() const {
    const Worker* const worker = current();
    return worker != nullptr && is_own(*worker);
  }
  /// \}

  /// Whether this process is a child that was forked after the pool was made. Any thread.
  [[nodiscard]] bool is_in_child() const { return state_->process.is_in_child(); }

  /// What worker `index` has done so far, and what all have done. Any thread. Exact while nothing runs.
  /// \{
  [[nodiscard]] WorkerStatistics statistics(std::size_t index) const {
    return state_->worker_set.worker(index).statistics();
  }
  [[nodiscard]] WorkerStatistics statistics() const {
    WorkerStatistics sum;
    for (std::size_t index = 0; index != workers(); ++index) sum += statistics(index);
    return sum;
  }
  /// \}

 private:
  using Layer = typename Parts::Layer;

  // Apart, so that a pool that cannot stop leaves it behind. A watch in a list refers to it, so it is no leak.
  struct State {
    explicit State(const PoolOptions& options)
        : worker_set(options.workers, options.rounds, options.deque_capacity, options.nested_calls, options.observer) {}

    WorkerSet<Parts> worker_set;
    typename Layer::mutex stopping{"stopping"};
    std::vector<typename Parts::Thread> threads;
    typename Parts::Process process;
  };

  [[nodiscard]] bool is_own(const Worker& worker) const { return &worker.worker_set() == &state_->worker_set; }

  void start(const PoolOptions& options, std::size_t index) {
    WorkerSet<Parts>& worker_set = state_->worker_set;
    state_->threads.emplace_back(options.stack_bytes, [&worker_set, index, at_start = options.at_thread_start] {
      if (at_start != nullptr) at_start(index);
      worker_set.worker(index).run();
    });
  }

  void stop_threads() {
    for (std::size_t index = 0; index != state_->threads.size(); ++index) state_->worker_set.worker(index).stop();
    for (auto& thread : state_->threads) thread.join();
    state_->threads.clear();
  }

  // Lets the caller out, even by an exception, before the pool may be freed.
  class Visit {
   public:
    explicit Visit(Admission<Parts>& admission) : admission_(admission) {
      if (!admission.enter()) detail::fail<PoolStopped>("ThreadPool::call");
    }
    ~Visit() { admission_.leave(); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    Admission<Parts>& admission_;
  };

  // Calls the function. If it is left to the workers, `mark(call)` comes first.
  template <class Function, class Mark>
  auto call_marked(Function& function, Mark mark) {
    if (state_->process.is_in_child()) detail::fail<PoolForked>("ThreadPool::call");
    Worker* const current = state_->worker_set.current();
    if (current != nullptr && Parts::kProtocol.know_the_pool && !is_own(*current))
      return inject<detail::NeighboursSignal<Parts>>(function, mark, *current);
    if (current != nullptr && Parts::kProtocol.run_inside_calls) return call_on(*current, function);
    return inject<detail::OutsidersSignal<Parts>>(function, mark);
  }

  template <class Signal, class Function, class Mark, class... Who>
  auto inject(Function& function, Mark& mark, Who&... who) {
    WorkerSet<Parts>& worker_set = state_->worker_set;
    const Visit visit(worker_set.admission());
    detail::InjectedCall<Function, Signal, Parts> call(function, who...);
    mark(call);
    if constexpr (std::is_void_v<decltype(call_on(std::declval<Worker&>(), function))>)
      static_cast<void>(call.make(worker_set));
    else
      return call.make(worker_set);
  }

  std::unique_ptr<State> state_;
};

/// The thread pool.
using ThreadPool = BasicThreadPool<DefaultParts>;

}  // namespace vigil
