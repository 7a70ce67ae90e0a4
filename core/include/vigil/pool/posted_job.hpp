#pragma once

#include <vigil/pool/worker.hpp>
#include <vigil/pool/worker_set.hpp>

namespace vigil {

/// A job for whose end no thread blocks: post leaves it to a pool and returns.
///
/// The job is *inside* the pool from before it is left until after it has run. So a pool that stops runs it first
/// (S-16). A thread that is not a worker is inside too until post returns: the job may then be over, and the pool about
/// to be freed. The job belongs to the caller, and its own code may free it: calling that code is the pool's last
/// access to the job. Nothing is allocated.
///
/// \snippet pool/posted_job.cpp example
/// \tparam Parts what the pool is made of; see PoolParts.
template <class Parts>
class PostedJob : public InjectedJob<Parts> {
 public:
  /// The code of a job. It must not throw: no thread could catch the exception.
  using Code = void (*)(PostedJob&, Worker<Parts>&) noexcept;

  /// A job with that code.
  explicit PostedJob(Code code) : InjectedJob<Parts>(&run_here), code_(code) {}

  /// Leaves the job to the workers of the set.
  ///
  /// \return false if the pool is closed. Then the job was not left. A worker of the pool is never refused.
  /// \threads Any thread that knows that the pool has not been destroyed.
  /// \progress Lock-free, but waking a worker that sleeps takes its mutex.
  /// \orders What the caller did before happens before the code.
  /// \throws std::bad_alloc if the injector of Parts allocates and cannot. Then the job was not left.
  [[nodiscard]] bool post(WorkerSet<Parts>& worker_set) {
    Worker<Parts>* const current = worker_set.current();
    const bool is_worker = current != nullptr && &current->worker_set() == &worker_set;
    // A thread that is not a worker is inside until it has woken one. The job may end before, and the pool with it.
    if (!is_worker && !worker_set.admission().enter()) return false;
    worker_set.admission().enter_once_more();
    worker_set.inject(*this, [&worker_set, is_worker] {
      worker_set.admission().leave();
      if (!is_worker) worker_set.admission().leave();
    });
    if (!is_worker) worker_set.admission().leave();
    return true;
  }

 protected:
  ~PostedJob() = default;

 private:
  static void run_here(Job<Parts>& job, Worker<Parts>& worker) noexcept {
    auto& self = static_cast<PostedJob&>(job);
    self.code_(self, worker);
    // The pool stays until its workers have ended, and this thread is one of them.
    worker.worker_set().admission().leave();
  }

  const Code code_;
};

}  // namespace vigil
