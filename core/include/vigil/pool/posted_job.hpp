#pragma once

#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

namespace vigil {

// A job for whose end nobody blocks: it is left to a pool by `post`, and what follows is its own affair.
//
// It is *in* the pool from before it is left until after it has run, so a pool that stops runs it first (S-16). It
// belongs to whoever posts it, and may be freed by its own code: the pool's last access to it is the call of that code.
// Nothing is allocated.
template <class Parts>
class PostedJob : public InjectedJob<Parts> {
 public:
  // Must not throw: nobody is there to catch it.
  using Code = void (*)(PostedJob&, Worker<Parts>&) noexcept;

  explicit PostedJob(Code code) : InjectedJob<Parts>(&run_here), code_(code) {}

  // Leaves the job to the workers of the set. False, and nothing is left, if its pool is closed; a worker of the
  // pool is in it, so it is never refused. Any thread that knows the pool to be alive. Lock-free if nobody sleeps.
  // Everything before happens before the code.
  [[nodiscard]] bool post(WorkerSet<Parts>& worker_set) {
    Worker<Parts>* const current = Worker<Parts>::current();
    if (current != nullptr && &current->worker_set() == &worker_set)
      worker_set.admission().enter_once_more();
    else if (!worker_set.admission().enter())
      return false;
    worker_set.inject(*this);
    return true;
  }

 protected:
  ~PostedJob() = default;

 private:
  static void run_here(Job<Parts>& job, Worker<Parts>& worker) noexcept {
    auto& self = static_cast<PostedJob&>(job);
    self.code_(self, worker);
    // The pool stays until its workers have ended, of which this thread is one.
    worker.worker_set().admission().leave();
  }

  const Code code_;
};

}  // namespace vigil
