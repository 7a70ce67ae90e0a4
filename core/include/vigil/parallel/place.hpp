#pragma once

#include <vigil/pool/outcome.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/worker.hpp>

namespace vigil {

namespace detail {

template <class Place>
struct PartsOf {};
template <class Parts>
struct PartsOf<BasicThreadPool<Parts>> {
  using type = Parts;
};
template <class Parts>
struct PartsOf<Worker<Parts>> {
  using type = Parts;
};

}  // namespace detail

/// Where parallel work is done: the first argument of the algorithms of this folder. A BasicThreadPool or a Worker.
///
/// - A pool: any thread may make the call. On a worker of this pool, the work begins at once on that worker. Any other
///   thread injects the work and waits for its end; a worker of another pool runs jobs of its own pool meanwhile. Such
///   a call throws PoolStopped if the pool was stopped.
/// - A worker: the one on which the calling code runs, as `join` and `call` pass it to their functions. It saves the
///   search for the worker.
///
/// \snippet parallel/place.cpp example
template <class T>
concept Place = requires {
  typename detail::PartsOf<T>::type;
};

namespace detail {

template <class Parts, class Function>
auto begin_at(BasicThreadPool<Parts>& pool, Function&& function) {
  return pool.call(function);
}
template <class Parts, class Function>
auto begin_at(Worker<Parts>& worker, Function&& function) {
  return call_on(worker, function);
}

}  // namespace detail
}  // namespace vigil
