#pragma once

#include <vigil/pool/outcome.hpp>
#include <vigil/pool/thread_pool.hpp>
#include <vigil/pool/worker.hpp>

namespace vigil {

// Where parallel work is done; the first argument of everything in this folder.
//
//   a pool     from any thread: on a worker of the pool the work begins at once, any other thread leaves it to the
//   workers
//              and waits. Throws PoolStopped if the pool was stopped.
//   a worker   the one that the caller runs on, as the functions of `join` and `call` are given it: no look-up.

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
