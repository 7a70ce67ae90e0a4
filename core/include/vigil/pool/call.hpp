#pragma once

#include <vigil/pool/outcome.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <utility>

namespace vigil::detail {

// How a thread that is not a worker learns that its call has ended.
template <class Parts>
class OutsidersSignal {
 public:
  // How the call is left to the pool.
  using Left = InjectedJob<Parts>;

  [[nodiscard]] static constexpr bool is_isolated() { return false; }
  void wait(bool for_a_sleeper = false) { latch_.wait(for_a_sleeper ? Parts::kSleeperSpin : Parts::kCallerSpin); }
  // The frame may have been destroyed when this returns.
  void set() { latch_.set(); }

 private:
  typename Parts::CallerLatch latch_;
};

// How a worker of another pool learns that its call has ended. It runs jobs of its own pool meanwhile (S-19), if it is
// not at its limit.
//
// The thread that sets the signal is not a worker of that pool. The pool could be stopped and freed as soon as the
// latch is set, so the thread is *inside* the pool until it has woken the worker (S-54).
template <class Parts>
class NeighboursSignal {
 public:
  using Left = CallJob<Parts>;

  explicit NeighboursSignal(Worker<Parts>& worker)
      : worker_(worker), at_limit_(worker.is_at_limit()), is_isolated_(worker.is_isolated()) {
    worker.worker_set().admission().enter_once_more();
  }
  // Whether the call is made inside an isolation, and so is isolated too.
  [[nodiscard]] bool is_isolated() const { return is_isolated_; }
  void wait(bool /*for_a_sleeper*/) { worker_.wait_for_call(latch_, at_limit_); }
  // The frame may have been destroyed as soon as the latch is set.
  void set() {
    Worker<Parts>& worker = worker_;
    WorkerSet<Parts>& worker_set = worker.worker_set();
    worker.set_latch_of_call(latch_, at_limit_);
    worker_set.admission().leave();
  }

 private:
  Worker<Parts>& worker_;
  const bool at_limit_;
  const bool is_isolated_;
  typename Parts::Latch latch_;
};

// A call of `Function` by a worker of another pool than the caller's, in the caller's frame.
template <class Function, class Signal, class Parts>
class InjectedCall : public Signal::Left {
 public:
  using Value = ValueOn<Worker<Parts>, Function&>;

  template <class... Who>
  explicit InjectedCall(Function& function, Who&... who)
      : Signal::Left(&run_here), function_(function), signal_(who...) {}

  // Leaves the call to the workers of the set. Returns what the function returns, or throws.
  Value make(WorkerSet<Parts>& where) {
    signal_.wait(where.inject(*this).all_sleep);
    if (!this->ended_with_a_value()) std::rethrow_exception(room_.take_exception());
    return room_.take_value();
  }

 private:
  static void run_here(Job<Parts>& job, Worker<Parts>& worker) noexcept {
    auto& self = static_cast<InjectedCall&>(job);
    if (!self.signal_.is_isolated()) return self.run_on(worker);
    worker.run_isolated([&] { self.run_on(worker); });
  }
  void run_on(Worker<Parts>& worker) noexcept {
    this->set_ended(room_.fill([&] { return value_on(worker, function_); }));
    signal_.set();
  }

  Function& function_;
  OutcomeRoom<Value> room_;
  Signal signal_;
};

}  // namespace vigil::detail
