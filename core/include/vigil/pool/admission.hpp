#pragma once

#include <vigil/common/admission_word.hpp>
#include <vigil/pool/parts.hpp>

namespace vigil {

/// Which callers are inside a pool, and whether more may enter.
///
/// A *caller* is a thread that is not a worker of the pool. It is inside from before it leaves a job until that job has
/// ended. A *closer* is a thread that stops the pool; there may be several at once.
///
/// Stopping a pool depends on this: a caller that has entered before the pool closes is finished before the workers are
/// stopped, so workers never leave a job behind. A caller that comes later is refused. The last caller to leave a
/// closed pool sets a latch for the closers, as its last access; so a closer that has waited may free the pool.
///
/// \snippet pool/admission.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
/// \threads Any thread, for all members.
template <class Parts>
class Admission {
 public:
  /// Lets the caller in.
  ///
  /// \return false if the pool is closed. Then the caller must not leave.
  /// \progress Lock-free.
  [[nodiscard]] bool enter() { return word_.enter(); }

  /// Lets another thread in, which will leave. It succeeds also if the pool is closed.
  ///
  /// \pre The calling thread is inside, or is a worker of the pool.
  /// \progress Lock-free.
  void enter_once_more() { word_.enter_once_more(); }

  /// Lets the caller out. The pool may have been destroyed when this returns.
  ///
  /// \pre The caller is inside.
  /// \progress Lock-free, but the last caller to leave a closed pool wakes the closers.
  /// \orders What the caller did before happens before the return of close.
  void leave() {
    if (word_.leave()) empty_.set();
  }

  /// Refuses all callers from now on and waits for those inside.
  ///
  /// \progress Blocking.
  /// \orders What each caller did before it left happens before the return.
  void close() {
    if (!word_.close().was_empty && Parts::kProtocol.stop_waits_for_accepted) empty_.wait(Parts::kCallerSpin);
  }

 private:
  AdmissionWord<typename Parts::Layer, Parts::kOrders> word_;
  typename Parts::CloserLatch empty_;
};

}  // namespace vigil
