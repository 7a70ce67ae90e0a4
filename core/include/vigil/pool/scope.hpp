#pragma once

#include <vigil/atomics/cache_line.hpp>
#include <vigil/common/exceptions.hpp>
#include <vigil/common/stop_token.hpp>
#include <vigil/pool/job.hpp>
#include <vigil/pool/outcome.hpp>
#include <vigil/pool/scope_tables.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace vigil {

/// Tasks whose number is not known beforehand, and that may use what lives in the frame around them.
///
/// \code
///   vigil::scope(worker, [&](auto& scope) {
///     for (Node& node : nodes) scope.spawn(worker, [&] { visit(node); });
///   });  // here all of them have ended
/// \endcode
///
/// The *owner* is the worker that calls the body. One count is kept: the share of the body, and one for each task from
/// before it can be stolen until after it is destroyed. The thread that takes the last one off sets the latch for which
/// the owner waits; that is its last access to the scope. The owner runs jobs meanwhile. Tasks may spawn tasks. Any
/// number of tasks is possible. Their memory is that of the worker that spawns them: see TaskMemory.
///
/// The share of the body is larger than any number of tasks. So the owner counts the tasks that the body spawns without
/// an atomic operation: it takes off its share, less that number, when the body has ended.
///
/// All tasks run, even if others throw. Then the exception of the body is thrown, or else the first one that was caught
/// from a task. A scope may have a stop token: `std::stop_token`, or any type with `stop_requested()`. Tasks that have
/// not begun when a stop is requested are dropped: they are destroyed without being called.
///
/// Make a scope by the function vigil::scope.
///
/// \snippet pool/scope.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \tparam Orders, Protocol the tables; models pass their own.
/// \tparam StopToken a stop token.
/// \source Rayon's scope.
template <class Parts = DefaultParts, const ScopeOrders& Orders = kScopeOrders,
          const ScopeProtocol& Protocol = kScopeProtocol, class StopToken = DefaultStopToken>
class Scope {
  using Layer = typename Parts::Layer;

 public:
  /// A worker of the pool.
  using Worker = vigil::Worker<Parts>;

  /// A scope without tasks, whose body runs.
  Scope(Worker& owner, StopToken stop) : owner_(owner), stop_(std::move(stop)), is_isolated_(owner.is_isolated()) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  /// Leaves `function(worker)`, or `function()`, to be called before the scope ends.
  ///
  /// \threads The body and the tasks of the scope, each with the worker that it runs on.
  /// \progress Wait-free, except for the allocation, the growth of the deque and the waking of a worker that sleeps.
  /// \orders What happens before spawn happens before the call, and the call happens before the end of the scope.
  /// \throws std::bad_alloc. Then nothing was left.
  template <class Function>
  void spawn(Worker& worker, Function&& function) {
    using Kept = Task<std::decay_t<Function>>;
    Kept* const task = Kept::make(worker, *this, std::forward<Function>(function));
    const bool in_body = &worker == &owner_ && body_runs_.get();
    if (in_body)
      spawned_.set(spawned_.get() + 1);
    else
      pending_.fetch_add(1, Orders.spawn);
    VIGIL_TRY { worker.push(*task); }
    VIGIL_CATCH_ALL {
      Kept::destroy(task);
      if (in_body)
        spawned_.set(spawned_.get() - 1);
      else
        pending_.fetch_sub(1, Orders.spawn);
      VIGIL_RETHROW;
    }
  }

  /// The same for a caller that does not know its worker.
  ///
  /// \pre The thread is a worker of the scope's pool.
  template <class Function>
  void spawn(Function&& function) {
    Worker* const worker = owner_.worker_set().current();
    Layer::require(worker != nullptr && &worker->worker_set() == &owner_.worker_set(),
                   "Scope: a task spawned outside of its pool");
    spawn(*worker, std::forward<Function>(function));
  }

  /// Whether tasks that have not begun are dropped.
  ///
  /// \threads The body and the tasks of the scope.
  [[nodiscard]] bool stop_requested() const { return stop_.stop_requested(); }

  /// Ends the body: waits for the tasks, and throws the first exception that was caught from one.
  ///
  /// \threads The owner, once; or else wait.
  void finish() {
    wait();
    if (exception_.get()) std::rethrow_exception(exception_.get());
  }
  /// The same without throwing.
  void wait() {
    body_runs_.set(false);
    take_off(kBody - spawned_.get());
    owner_.wait_until(latch_);
  }

 private:
  using Memory = typename Parts::TaskMemory;
  // The share of the body.
  static constexpr std::uint64_t kBody = std::uint64_t{1} << 63;

  template <class Function>
  class Task : public Job<Parts> {
   public:
    template <class Given>
    static Task* make(Worker& worker, Scope& scope, Given&& function) {
      const auto piece = worker.task_memory().take(sizeof(Task), alignof(Task));
      VIGIL_TRY { return ::new (piece.memory) Task(scope, *piece.slab, std::forward<Given>(function)); }
      VIGIL_CATCH_ALL {
        Memory::give_back(*piece.slab);
        VIGIL_RETHROW;
      }
    }
    static void destroy(Task* task) {
      typename Memory::Slab& slab = task->slab_;
      std::destroy_at(task);
      Memory::give_back(slab);
    }

    template <class Given>
    Task(Scope& scope, typename Memory::Slab& slab, Given&& function)
        : Job<Parts>(scope.is_isolated_ ? &run_isolated : &run_it),
          scope_(scope),
          slab_(slab),
          function_(std::forward<Given>(function)) {}

   private:
    static void run_it(Job<Parts>& job, Worker& worker) noexcept {
      auto* const self = static_cast<Task*>(&job);
      Scope& scope = self->scope_;
      if (!scope.stop_requested()) scope.attempt([&] { call_on(worker, self->function_); });
      // Before it is taken off the count: the task may hold a part of the frame, which ends with the scope (S-24).
      destroy(self);
      scope.take_off(1);
    }
    static void run_isolated(Job<Parts>& job, Worker& worker) noexcept {
      worker.run_isolated([&] { run_it(job, worker); });
    }

    Scope& scope_;
    typename Memory::Slab& slab_;
    Function function_;
  };

  // Keeps the first exception.
  template <class Call>
  void attempt(Call call) noexcept {
    VIGIL_TRY { call(); }
    VIGIL_CATCH_ALL {
      if (!has_failed_.exchange(true, Orders.failed)) exception_.set(std::current_exception());
    }
  }

  // The scope may have been destroyed when this returns.
  void take_off(std::uint64_t number) {
    Worker& owner = owner_;
    if (pending_.fetch_sub(number, Orders.done) == number) owner.set_latch(latch_);
  }

  Worker& owner_;
  const StopToken stop_;
  // Whether the scope was opened inside an isolation. Its tasks are isolated then, wherever they run.
  const bool is_isolated_;
  typename Layer::template atomic<bool> has_failed_{false, "has_failed"};
  typename Layer::template var<std::exception_ptr> exception_{std::exception_ptr(), "exception"};
  // Threads that end tasks write the first line. The owner writes the second one while its body spawns.
  alignas(kCacheLine) typename Layer::template atomic<std::uint64_t> pending_{kBody, "pending"};
  alignas(kCacheLine) typename Layer::template var<std::uint64_t> spawned_{std::uint64_t{0}, "spawned"};
  typename Layer::template var<bool> body_runs_{true, "body_runs"};
  typename Parts::Latch latch_;
};

/// Calls `body(scope)`, waits for all tasks that were spawned in it, and returns what the body returns. See Scope.
///
/// \param worker the worker that the caller runs on.
/// \param body what to call.
/// \param stop a stop token; without one, no task is dropped.
/// \threads The worker.
/// \progress Blocking: the worker runs other jobs while it waits, or sleeps.
/// \orders The tasks happen before the return.
/// \throws anything that the body throws, after the tasks have ended; otherwise the first exception of a task.
template <const ScopeOrders& Orders = kScopeOrders, const ScopeProtocol& Protocol = kScopeProtocol, class Parts,
          class Body, class StopToken = DefaultStopToken>
auto scope(Worker<Parts>& worker, Body&& body, StopToken stop = {}) {
  using ThisScope = Scope<Parts, Orders, Protocol, StopToken>;
  ThisScope tasks(worker, std::move(stop));
  const auto make_call = [&] {
    VIGIL_TRY { return value_on(tasks, body); }
    VIGIL_CATCH_ALL {
      if (Protocol.wait_after_exception) tasks.wait();
      VIGIL_RETHROW;
    }
  };
  auto result = make_call();
  tasks.finish();
  return result;
}

/// The same from any thread: a worker of `pool` calls the body.
///
/// \throws PoolStopped if the pool was stopped before; otherwise as above.
template <const ScopeOrders& Orders = kScopeOrders, const ScopeProtocol& Protocol = kScopeProtocol, class Parts,
          class Body, class StopToken = DefaultStopToken>
auto scope(BasicThreadPool<Parts>& pool, Body&& body, StopToken stop = {}) {
  return pool.call([&](Worker<Parts>& worker) { return scope<Orders, Protocol>(worker, body, std::move(stop)); });
}

}  // namespace vigil
