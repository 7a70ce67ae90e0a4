#pragma once

#include <cstddef>
#include <cstdint>

namespace vigil {

/// What a worker of a pool does.
enum class Activity : std::uint8_t {
  running,    ///< It runs jobs.
  searching,  ///< It has no job that it may run, and looks for one, or waits for another worker.
  sleeping,   ///< It blocks until a thread wakes it. If something has happened meanwhile, it does not.
  ended,      ///< Its thread ends.
};

/// An object that each worker of a pool tells what it does: the base of Trace, and of counters, hooks and probes of
/// your own.
///
/// A pool without an observer pays nothing while it has jobs: only a worker that has found none asks for it.
///
/// \snippet pool/observer.cpp example
class PoolObserver {
 public:
  PoolObserver() = default;
  PoolObserver(const PoolObserver&) = delete;
  PoolObserver& operator=(const PoolObserver&) = delete;
  /// \pre The pools that it observes have been destroyed.
  virtual ~PoolObserver() = default;

  /// Worker `worker` does something else from now on. It begins with a search, and ends at once if the pool is stopped
  /// before that.
  ///
  /// Called on the worker's thread, while posters may count on this worker to take a job. So it must return soon, and
  /// must not wait for jobs.
  ///
  /// \threads Any worker of the pool, several at the same time.
  virtual void becomes(std::size_t worker, Activity activity) noexcept = 0;
};

}  // namespace vigil
