#pragma once

#include <vigil/atomics/maybe_value.hpp>
#include <vigil/common/admission_word.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/thread_pointer.hpp>
#include <vigil/lean/batch.hpp>
#include <vigil/lean/parts.hpp>
#include <vigil/lean/threads.hpp>
#include <vigil/lean/throttle.hpp>
#include <vigil/lean/worker.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace vigil::lean {

/// How a pool is made.
struct PoolOptions {
  /// How many threads the pool may start. It starts them one by one, when there are tasks and no thread is free.
  std::uint32_t most_threads;
  /// The least size of each thread's stack, in bytes; raised to what the system allows. 0 for the system's default.
  std::size_t stack_bytes = 0;
  /// Called first by each thread, with its index, which is less than most_threads: to pin the thread, or to name it.
  void (*at_thread_start)(std::uint32_t worker) noexcept = nullptr;
};

// Threads that run tasks, which are memory of their callers. The pool allocates only its threads, starts them lazily,
// keeps working if a start fails, and can be `constinit`.
//
//   schedule   A worker puts tasks into its own ring. Other callers put them into a queue that all workers search. One
//              notify follows, however many tasks there are. It wakes at most one thread, which wakes the next if it
//              finds a task and sees more (see Throttle).
//   start      If a thread cannot be started, the threads that exist go on. If there are none, the caller runs the
//              tasks itself before schedule returns (S-41).
//   shutdown   Tasks that were scheduled before are run, and so are the tasks that running tasks schedule on their own
//              pool. What others schedule is refused (S-44, S-51). Threads leave when there is nothing left to find.
//   join       Waits for that, and joins the threads of the system, so that nothing of them is left (S-55).
//
// After fork the child has the memory of the pool and none of its threads. A pool that had started a thread refuses
// tasks there; a pool that had not is the child's own, if no other thread was scheduling meanwhile.
//
// A worker's memory is a part of the pool, so no thread ever accesses the memory of a thread that has ended. There may
// be many pools at once (S-54).
//
// Promised: each task that is accepted runs once, before join returns. Not promised: an order of tasks (S-58), or which
// thread gets a task: only one thread at a time can take from a queue (S-52).

/// Threads that run tasks, which are memory of their callers.
///
/// \tparam Parts  What the pool is made of: see PoolParts.
/// \threads   Any thread, for all members.
/// \source    "Resource efficient Thread Pools with Zig", and zap's thread pool.
///
/// \snippet lean/thread_pool.cpp example
template <class Parts>
class BasicThreadPool {
 public:
  /// What the pool runs.
  using Task = typename Parts::Task;
  /// Tasks that are scheduled in one step.
  using TaskBatch = Batch<Task>;

  /// A pool that has started no thread.
  ///
  /// \throws std::invalid_argument for no threads, or more than Parts::kMostThreads or the Throttle's word can count.
  explicit constexpr BasicThreadPool(PoolOptions options)
      : options_(options), throttle_(checked(options.most_threads)) {}
  BasicThreadPool(const BasicThreadPool&) = delete;
  BasicThreadPool& operator=(const BasicThreadPool&) = delete;
  /// As shutdown and join. If one of the pool's own threads destroys it, the program ends, with a message. But if a
  /// task calls `std::exit`, and so destroys a static pool, its threads are left to the end of the process.
  ///
  /// \pre No thread schedules, or is about to.
  ~BasicThreadPool() {
    shutdown();
    if (!threads_.are_of_parent() && !(is_inside() && threads_.are_in_exit())) join();
  }

  /// Hands the tasks of a batch, or one task, to the pool, which runs each of them once. False if the pool was shut
  /// down before, or after a fork: then it does not take them. What a running task schedules on its own pool is never
  /// refused.
  ///
  /// \progress  Lock-free, but for waking and starting threads, and for tasks that run here (S-41).
  /// \orders    What came before schedule happens before the tasks.
  /// \{
  [[nodiscard]] bool schedule(TaskBatch batch) {
    if (batch.is_empty()) return true;
    if (Worker* const worker = current(); worker != nullptr && knows(*worker)) {
      worker->push(batch);
      const Notified notified = throttle_.notify(starter());
      Layer::require(notified == Notified::done, "ThreadPool: a worker stands in for a thread");
      return true;
    }
    return schedule_from_outside(batch);
  }
  [[nodiscard]] bool schedule(Task& task) { return schedule(TaskBatch::from(task)); }
  /// \}

  /// Refuses tasks from outside from now on, and lets the threads leave as soon as nothing is left to do. Returns at
  /// once. May be called more than once, and by a task. Does nothing after a fork.
  ///
  /// \progress  Lock-free, but for waking threads.
  void shutdown() {
    if (threads_.are_of_parent()) return;
    const auto before = admission_.close();
    if (before.was_closed) return;
    if (before.was_empty) throttle_.shut_down();
  }

  /// Waits until the pool has been shut down, all tasks have been run and all threads have ended.
  ///
  /// \progress  Blocking.
  /// \orders    What the tasks did happens before the return.
  /// \throws std::logic_error if the caller is one of the pool's own threads, which would wait for itself, and after a
  ///   fork.
  void join() {
    if (threads_.are_of_parent())
      vigil::detail::fail<std::logic_error>("lean::ThreadPool::join",
                                            "a lean pool is joined in a child, which has not its threads");
    if (is_inside())
      vigil::detail::fail<std::logic_error>("lean::ThreadPool::join", "a thread of a lean pool joins its own pool");
    throttle_.join(SpinWait<Layer>(Parts::kSpinDoublings, Parts::kSpinYields));
    threads_.join();
  }

  /// The pointer by which a thread of the pool knows its worker. For Worker.
  [[nodiscard]] const ThreadPointer<typename Parts::Layer, lean::Worker<Parts>>& this_thread() const {
    return this_thread_;
  }

  /// How many threads there were at some moment, and how many of them were idle.
  ///
  /// \progress Wait-free.
  /// \{
  [[nodiscard]] std::uint32_t threads() const { return throttle_.load().spawned(); }
  [[nodiscard]] std::uint32_t idle_threads() const { return throttle_.load().idle(); }
  /// \}

 private:
  using Layer = typename Parts::Layer;
  using Worker = lean::Worker<Parts>;

  static constexpr typename Parts::Throttle::Spin kSpin{Parts::kSpinDoublings, Parts::kSpinYields};

  static constexpr std::uint32_t checked(std::uint32_t threads) {
    if (threads > Parts::kMostThreads)
      vigil::detail::fail<std::invalid_argument>("lean::ThreadPool::ThreadPool",
                                                 "ThreadPool: more threads than there is room for");
    return threads;
  }

  // The worker of this pool that the calling thread is, or of another one, or null. Only if it seems to be none of this
  // pool, the pointer of the pool's own shared object is read.
  [[nodiscard]] Worker* current() const {
    Worker* const here = Worker::current();
    if (here != nullptr && here->pool() == this) [[likely]]
      return here;
    Worker* const there = this_thread_.get();
    return there != nullptr ? there : here;
  }
  [[nodiscard]] bool is_inside() const {
    const Worker* const worker = current();
    return worker != nullptr && worker->pool() == this;
  }
  [[nodiscard]] bool knows(const Worker& worker) const {
    return worker.pool() == this || !Parts::kProtocol.distinguish_pools;
  }

  // The caller is in the admission until its tasks are in the queue and the throttle is notified, so that the threads
  // are not shut down in between. The pool may have been destroyed as soon as the caller has left.
  bool schedule_from_outside(TaskBatch batch) {
    if (threads_.are_of_parent() || !admission_.enter()) return false;
    outside_.push(batch);
    if (throttle_.notify(starter()) == Notified::stand_in) stand_in();
    if (admission_.leave()) throttle_.shut_down();
    return true;
  }
  // One at a time: see FailedStart.
  void stand_in() {
    throttle_.stand_in([this](Searcher& self) {
      Worker& worker = workers_[Worker::kStandIn];
      Worker* const before = worker.begin(*this, Worker::kStandIn);
      drain(worker, self);
      worker.end(before);
    });
  }

  // What starts a thread, for the throttle.
  auto starter() {
    return [this] { return start_thread(); };
  }
  bool start_thread() {
    return threads_.start(options_.stack_bytes, this,
                          [](void* pool, std::uint32_t index) { static_cast<BasicThreadPool*>(pool)->work(index); });
  }
  static constexpr std::uint32_t worker_of(std::uint32_t thread) { return Worker::kStandIn + 1 + thread; }

  void work(std::uint32_t index) {
    if (options_.at_thread_start != nullptr) options_.at_thread_start(index);
    make_known(worker_of(index) + 1);
    Worker& worker = workers_[worker_of(index)];
    Worker* const none = worker.begin(*this, worker_of(index));
    Searcher self;
    while (throttle_.wait(self, kSpin)) drain(worker, self);
    worker.end(none);
    throttle_.leave(self);
  }
  // Before the worker has tasks: a thread that is woken for those searches the worker.
  void make_known(std::uint32_t workers) {
    const auto grown = [workers](std::uint32_t known) -> MaybeValue<std::uint32_t> {
      if (known >= workers) return std::nullopt;
      return workers;
    };
    known_.fetch_update(grown, Parts::kOrders.grow, Parts::kOrders.known);
  }
  void drain(Worker& worker, Searcher& self) {
    const auto sees_more = [&] {
      return worker.sees_more(outside_, workers_.data(), known_.load(Parts::kOrders.known));
    };
    for (;;) {
      const auto taken = worker.find(outside_, workers_.data(), known_.load(Parts::kOrders.known));
      if (!taken.is_success()) return;
      throttle_.found(self, taken.must_notify(), sees_more, starter());
      taken.task()->run();
    }
  }

  const PoolOptions options_;
  const ThreadPointer<Layer, Worker> this_thread_;
  AdmissionWord<Layer, Parts::kOrders> admission_;
  typename Parts::Throttle throttle_;
  typename Parts::Queue outside_;
  // Workers behind these have never been started.
  typename Layer::template atomic<std::uint32_t> known_{Worker::kStandIn + 1, "known"};
  std::array<Worker, Parts::kMostThreads + 1> workers_{};
  Threads<Parts> threads_;
};

/// The lean pool, as it ships.
using ThreadPool = BasicThreadPool<DefaultParts>;

}  // namespace vigil::lean
