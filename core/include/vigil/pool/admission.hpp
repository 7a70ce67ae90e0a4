#pragma once

#include <vigil/common/admission_word.hpp>
#include <vigil/pool/parts.hpp>

namespace vigil {

// Who is in a pool that is not one of its workers, and whether anybody may still come in.
//
// Shutdown rests on it: whatever has come in before the pool closes is done before its workers are stopped, so workers
// never leave a job behind; whatever comes later is refused. The last one to leave a closed pool tells the closer
// through a latch, whose setting is its last access; so whoever closes may free the pool.
//
// enter and leave are lock-free; close blocks until everybody has left.
template <class Parts>
class Admission {
 public:
  // False if the pool is closed. Any thread.
  [[nodiscard]] bool enter() { return word_.enter(); }

  // On behalf of another thread, which will leave; for who is inside, so also when the pool has closed.
  void enter_once_more() { word_.enter_once_more(); }

  // The pool may be gone when this returns.
  void leave() {
    if (word_.leave()) empty_.set();
  }

  // Refuses everybody from now on and waits for those inside.
  void close() {
    if (!word_.close().was_empty && Parts::kProtocol.stop_waits_for_accepted) empty_.wait();
  }

 private:
  AdmissionWord<typename Parts::Layer, Parts::kOrders> word_;
  typename Parts::CallerLatch empty_;
};

}  // namespace vigil
