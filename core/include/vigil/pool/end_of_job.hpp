#pragma once

#include <vigil/pool/call.hpp>
#include <vigil/pool/end_of_job_tables.hpp>
#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

#include <cstdint>

namespace vigil {

// A call knows from the beginning who waits for its end. A job that is posted does not: perhaps a worker will wait,
// which has to run other jobs meanwhile, perhaps another thread, which blocks, and perhaps it has ended before.
//
// One word says which: nobody waits yet, a thread has registered, or the job has ended. The thread that waits has the
// latch in its own frame and registers by a compare-exchange; the job ends by an exchange. One of the two comes first:
//
//   * The thread has registered. The exchange returns its frame, and the job sets the latch that is there. The frame
//     stays until the latch is set.
//   * The job has ended. The compare-exchange fails, and the thread goes on.
//
// In both cases the exchange is the job's last access to the word, so the thread that waited may free it.

namespace detail {

// What a thread that waits for a job leaves in its frame, for the job to wake it.
class Waiter {
 public:
  // The frame may have been left when this returns.
  void wake() { wake_(*this); }

 protected:
  explicit Waiter(void (*code)(Waiter&)) : wake_(code) {}
  ~Waiter() = default;

 private:
  void (*const wake_)(Waiter&);
};

// A thread that is no worker blocks.
template <class Parts>
class WaitingOutsider : public Waiter {
 public:
  WaitingOutsider() : Waiter([](Waiter& self) { static_cast<WaitingOutsider&>(self).end_.set(); }) {}
  void wait() { end_.wait(); }
  void never_registered() {}

 private:
  OutsidersSignal<Parts> end_;
};

// A worker runs other jobs, or sleeps. The job may run in another pool. The worker's own pool could be stopped and
// freed as soon as the latch is set, so the thread that sets it is *inside* that pool until it has woken the worker
// (S-54). It is no NeighboursSignal: that counts a call, and in too many calls a worker runs no other jobs, of which
// the job that is waited for may be one.
template <class Parts>
class WaitingWorker : public Waiter {
 public:
  explicit WaitingWorker(Worker<Parts>& worker)
      : Waiter([](Waiter& self) { static_cast<WaitingWorker&>(self).set(); }), worker_(worker) {
    worker.worker_set().admission().enter_once_more();
  }
  void wait() { worker_.wait_until(latch_); }
  void never_registered() { worker_.worker_set().admission().leave(); }

 private:
  void set() {
    WorkerSet<Parts>& worker_set = worker_.worker_set();
    worker_.set_latch(latch_);
    worker_set.admission().leave();
  }

  Worker<Parts>& worker_;
  typename Parts::Latch latch_;
};

}  // namespace detail

/// The end of a job that was posted, for one thread to wait for. Any thread may be the one, whether it is a worker or
/// not, and it need not be known beforehand.
///
/// The thread that has waited may free the object at once.
///
/// \snippet pool/end_of_job.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \tparam Orders the table; models pass their own.
template <class Parts, const EndOfJobOrders& Orders = kEndOfJobOrders>
class EndOfJob {
 public:
  /// Of a job that has not ended.
  EndOfJob() = default;
  EndOfJob(const EndOfJob&) = delete;
  EndOfJob& operator=(const EndOfJob&) = delete;

  /// Ends the job. The object may have been destroyed when this returns.
  ///
  /// \threads One thread, once.
  /// \progress Wait-free, but waking a thread that sleeps takes its mutex.
  /// \orders What the caller did before happens before the return of wait, and of each probe that returns true.
  void set() {
    detail::Waiter* const waiter = waiter_.exchange(ended(), Orders.set);
    if (waiter != nullptr) waiter->wake();
  }

  /// Whether the job has ended.
  ///
  /// \threads Any thread that knows that the object has not been destroyed.
  /// \progress Wait-free.
  [[nodiscard]] bool probe() const { return waiter_.load(Orders.probe) == ended(); }

  /// Waits until the job has ended.
  ///
  /// \param worker the worker that the calling thread is, of any pool; null if it is none.
  /// \threads One thread, once.
  /// \progress Blocking. A worker runs jobs of its own pool meanwhile, on the same stack, or sleeps.
  /// \orders What the setter did before happens before the return.
  void wait(Worker<Parts>* worker) {
    if (probe()) return;
    if (worker != nullptr) {
      detail::WaitingWorker<Parts> waiter(*worker);
      wait_as(waiter);
    } else {
      detail::WaitingOutsider<Parts> waiter;
      wait_as(waiter);
    }
  }

 private:
  // No waiter has this address. A variable would have another one in each shared object.
  static detail::Waiter* ended() { return reinterpret_cast<detail::Waiter*>(std::uintptr_t{1}); }

  template <class WaiterKind>
  void wait_as(WaiterKind& waiter) {
    detail::Waiter* nobody = nullptr;
    if (waiter_.compare_exchange_strong(nobody, &waiter, Orders.enter, Orders.missed))
      waiter.wait();
    else
      waiter.never_registered();
  }

  typename Parts::Layer::template atomic<detail::Waiter*> waiter_{nullptr, "waiter"};
};

}  // namespace vigil
