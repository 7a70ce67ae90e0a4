#pragma once

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
#include <stop_token>
#include <type_traits>
#include <utility>

namespace vigil {

// Tasks whose number is not known beforehand, and that may use what lives in the frame around them.
//
//   vigil::scope(worker, [&](auto& scope) {
//     for (Node& node : nodes) scope.spawn(worker, [&] { visit(node); });
//   });  // here all of them have ended
//
// One count: the body of the scope, and each task from before it can be stolen until after it is destroyed. Whoever
// takes the last one off sets the latch that the owner waits for, its last access to the scope; the owner runs tasks
// meanwhile. Tasks may spawn tasks. Any number of them; each is one allocation.
//
// Exceptions: all tasks run whatever the others throw; then that of the body is thrown, or else the first that was
// caught of a task's. Given a stop token, `std::stop_token` or another that can be asked `stop_requested()`, tasks that
// have not begun when a stop is requested are dropped: destroyed without being called.
//
// spawn is wait-free but for the allocation and the growth of the deque. Source: Rayon's scope.

template <class Parts = DefaultParts, const ScopeOrders& Orders = kScopeOrders,
          const ScopeProtocol& Protocol = kScopeProtocol, class StopToken = std::stop_token>
class Scope {
  using A = typename Parts::Layer;

 public:
  using Worker = vigil::Worker<Parts>;

  Scope(Worker& owner, StopToken stop) : owner_(owner), stop_(std::move(stop)) {}
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  // Leaves function(worker), or function(), to be called before the scope ends. The body and the tasks of the scope may
  // call this, each with the worker that it runs on. Throws std::bad_alloc; then nothing was left.
  template <class Function>
  void spawn(Worker& worker, Function&& function) {
    using Kept = Task<std::decay_t<Function>>;
    Kept* const task = Kept::make(*this, std::forward<Function>(function));
    if (Protocol.count_before_push) pending_.fetch_add(1, Orders.spawn);
    try {
      worker.push(*task);
    } catch (...) {
      Kept::destroy(task);
      pending_.fetch_sub(1, Orders.spawn);
      throw;
    }
    if (!Protocol.count_before_push) pending_.fetch_add(1, Orders.spawn);
  }

  // The same for who has no worker at hand, but is on one of the pool: looks it up.
  template <class Function>
  void spawn(Function&& function) {
    Worker* const worker = Worker::current();
    A::require(worker != nullptr && &worker->worker_set() == &owner_.worker_set(),
               "Scope: a task spawned outside of its pool");
    spawn(*worker, std::forward<Function>(function));
  }

  // Whether tasks that have not begun are dropped.
  [[nodiscard]] bool stop_requested() const { return stop_.stop_requested(); }

  // The owner is through with the body: waits for the tasks, and throws what the first of them threw.
  void finish() {
    wait();
    if (exception_.get()) std::rethrow_exception(exception_.get());
  }
  // The same without throwing.
  void wait() {
    done();
    owner_.wait_until(latch_);
  }

 private:
  template <class Function>
  class Task : public Job<Parts> {
   public:
    template <class Given>
    static Task* make(Scope& scope, Given&& function) {
      void* const memory = A::allocate(sizeof(Task), alignof(Task), "task");
      try {
        return ::new (memory) Task(scope, std::forward<Given>(function));
      } catch (...) {
        A::deallocate(memory, sizeof(Task), alignof(Task));
        throw;
      }
    }
    static void destroy(Task* task) {
      std::destroy_at(task);
      A::deallocate(task, sizeof(Task), alignof(Task));
    }

    template <class Given>
    Task(Scope& scope, Given&& function)
        : Job<Parts>(&run_it), scope_(scope), function_(std::forward<Given>(function)) {}

   private:
    static void run_it(Job<Parts>& job, Worker& worker) noexcept {
      auto* const self = static_cast<Task*>(&job);
      Scope& scope = self->scope_;
      const bool has_failed = !scope.stop_requested() && !scope.attempt([&] { call_on(worker, self->function_); });
      if (Protocol.destroy_before_done) destroy(self);
      if (!has_failed || Protocol.count_off_failed) scope.done();
      if (!Protocol.destroy_before_done) destroy(self);
    }

    Scope& scope_;
    Function function_;
  };

  // False if the call throws.
  template <class Call>
  bool attempt(Call call) noexcept {
    try {
      call();
      return true;
    } catch (...) {
      if (!has_failed_.exchange(true, Orders.failed)) exception_.set(std::current_exception());
      return false;
    }
  }

  // The scope may be gone when this returns.
  void done() {
    Worker& owner = owner_;
    if (pending_.fetch_sub(1, Orders.done) == 1) owner.set_latch(latch_);
  }

  Worker& owner_;
  const StopToken stop_;
  typename A::template atomic<std::uint64_t> pending_{std::uint64_t{1}, "pending"};
  typename A::template atomic<bool> has_failed_{false, "has_failed"};
  typename A::template var<std::exception_ptr> exception_{std::exception_ptr(), "exception"};
  typename Parts::Latch latch_;
};

// Calls body(scope), waits for all tasks that were spawned in it, and returns what the body returns. If the body
// throws, that is thrown after the tasks have ended; otherwise the first exception of a task.
template <const ScopeOrders& Orders = kScopeOrders, const ScopeProtocol& Protocol = kScopeProtocol, class Parts,
          class Body, class StopToken = std::stop_token>
auto scope(Worker<Parts>& worker, Body&& body, StopToken stop = {}) {
  using ThisScope = Scope<Parts, Orders, Protocol, StopToken>;
  ThisScope tasks(worker, std::move(stop));
  const auto make_call = [&] {
    try {
      return value_on(tasks, body);
    } catch (...) {
      if (Protocol.wait_after_exception) tasks.wait();
      throw;
    }
  };
  auto result = make_call();
  tasks.finish();
  return result;
}

// The same from any thread: the body is called on a worker of `pool`. Throws PoolStopped if the pool was stopped.
template <const ScopeOrders& Orders = kScopeOrders, const ScopeProtocol& Protocol = kScopeProtocol, class Parts,
          class Body, class StopToken = std::stop_token>
auto scope(BasicThreadPool<Parts>& pool, Body&& body, StopToken stop = {}) {
  return pool.call([&](Worker<Parts>& worker) { return scope<Orders, Protocol>(worker, body, std::move(stop)); });
}

}  // namespace vigil
