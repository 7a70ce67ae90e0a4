#pragma once

#include <vigil/atomics/maybe_value.hpp>
#include <vigil/common/admission_word.hpp>
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

struct PoolOptions {
  // How many threads the pool may start; it starts them one by one, when there are tasks and nobody is free.
  std::uint32_t most_threads;
  // The least size of each thread's stack; raised to what the system allows. 0 for what it chooses.
  std::size_t stack_bytes = 0;
  // Called first by each thread, with its index, which is less than most_threads: to pin the thread, or to name it.
  void (*at_thread_start)(std::uint32_t worker) noexcept = nullptr;
};

// Threads that run tasks, which are memory of their callers: the pool allocates nothing but the threads, and can be a
// constant-initialised static.
//
//   schedule   A worker leaves tasks in its own ring, anybody else in a queue that all workers look at. One notify
//              follows, whatever their number: it wakes at most one thread, which wakes the next if it finds a task
//              and sees more (see Throttle).
//   start      Threads are started on demand. If one cannot be, those that are there go on; if there are none, whoever
//              has scheduled runs the tasks itself before schedule returns (S-41).
//   shutdown   What was scheduled before is run, and so is what running tasks schedule on their own pool; what others
//              schedule is refused (S-44, S-51). Threads leave when nothing is left to find.
//   join       Waits for that, and joins the threads of the system, so that nothing of them is left (S-55).
//
// A worker's memory is a part of the pool, so nobody ever looks into a thread that has ended; and there may be many
// pools at once (S-54). No order of tasks is promised (S-58).
//
// Progress: schedule is lock-free, apart from waking and starting threads. Which thread gets a task depends on a queue
// that only one of them can take from at a time (S-52).
template <class Parts>
class BasicThreadPool {
 public:
  using Task = typename Parts::Task;
  using TaskBatch = Batch<Task>;

  // Throws std::invalid_argument for no threads, or for more than there is room for (Parts::kMostThreads), or than the
  // word of the Throttle counts. Starts nothing.
  explicit constexpr BasicThreadPool(PoolOptions options)
      : options_(options), throttle_(checked(options.most_threads)) {}
  BasicThreadPool(const BasicThreadPool&) = delete;
  BasicThreadPool& operator=(const BasicThreadPool&) = delete;
  // As shutdown and join. Nobody may be about to schedule. One of the pool's own threads must not destroy it: that ends
  // the program.
  ~BasicThreadPool() {
    shutdown();
    join();
  }

  // Hands the tasks to the pool, each to be run once. False if the pool was shut down before: then they were not taken.
  // What a running task schedules on its own pool is never refused. Any thread. Everything before happens before the
  // tasks.
  [[nodiscard]] bool schedule(TaskBatch batch) {
    if (batch.is_empty()) return true;
    if (Worker* const worker = Worker::current(); worker != nullptr && knows(*worker)) {
      worker->push(batch);
      const Notified notified = throttle_.notify(starter());
      A::require(notified == Notified::done, "ThreadPool: a worker stands in for a thread");
      return true;
    }
    return schedule_from_outside(batch);
  }
  [[nodiscard]] bool schedule(Task& task) { return schedule(TaskBatch::from(task)); }

  // Refuses tasks from outside from now on, and sends the threads home as soon as nothing is left to do. Any thread,
  // any number of times, from a task too. Returns at once.
  void shutdown() {
    const auto before = admission_.close();
    if (before.was_closed) return;
    if (before.was_empty || !Parts::kProtocol.shut_down_when_empty) throttle_.shut_down();
  }

  // Waits until the pool has been shut down, all tasks have been run and all threads have ended. Any number of threads;
  // for one of the pool's own throws std::logic_error, as it would wait for itself. What the tasks did happens before.
  void join() {
    if (const Worker* const worker = Worker::current(); worker != nullptr && worker->pool() == this)
      throw std::logic_error("a thread of a lean pool joins its own pool");
    throttle_.join(SpinWait<A>(Parts::kSpinDoublings));
    threads_.join();
  }

  // How many threads there are, and how many of them are idle. From one moment, and out of date at the next.
  [[nodiscard]] std::uint32_t threads() const { return throttle_.load().spawned(); }
  [[nodiscard]] std::uint32_t idle_threads() const { return throttle_.load().idle(); }

 private:
  using A = typename Parts::Layer;
  static constexpr typename Parts::Throttle::Spin kSpin{Parts::kSpinDoublings};
  using Worker = lean::Worker<Parts>;

  static constexpr std::uint32_t checked(std::uint32_t threads) {
    if (threads > Parts::kMostThreads) throw std::invalid_argument("ThreadPool: more threads than there is room for");
    return threads;
  }

  [[nodiscard]] bool knows(const Worker& worker) const {
    return worker.pool() == this || !Parts::kProtocol.know_the_pool;
  }

  // The caller is in the admission until its tasks are in the queue and somebody was told, so that the threads are not
  // shut down in between. The pool may be gone as soon as it has left.
  bool schedule_from_outside(TaskBatch batch) {
    if (!admission_.enter()) return false;
    outside_.push(batch);
    if (throttle_.notify(starter()) == Notified::stand_in) stand_in();
    if (admission_.leave() && Parts::kProtocol.shut_down_when_empty) throttle_.shut_down();
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
  // Before the worker has tasks: whoever is told of those looks at it.
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
  AdmissionWord<A, Parts::kOrders, Parts::kProtocol> admission_;
  typename Parts::Throttle throttle_;
  typename Parts::Queue outside_;
  // Workers behind these have never been started.
  typename A::template atomic<std::uint32_t> known_{Worker::kStandIn + 1, "known"};
  std::array<Worker, Parts::kMostThreads + 1> workers_{};
  Threads<Parts> threads_;
};

using ThreadPool = BasicThreadPool<DefaultParts>;

}  // namespace vigil::lean
