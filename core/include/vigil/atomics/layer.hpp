#pragma once

#include <vigil/atomics/name.hpp>
#include <vigil/atomics/order.hpp>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace vigil {

namespace detail {

template <class Atomic, class T>
concept AtomicOf = std::constructible_from<Atomic, T> && std::constructible_from<Atomic, T, Name> &&
    requires(Atomic& atomic, const Atomic& constant, T& expected, T value, std::memory_order order,
             bool (*predicate)(T), T (*always)(T), std::optional<T> (*perhaps)(T)) {
  { constant.load(order) } -> std::same_as<T>;
  atomic.store(value, order);
  { atomic.exchange(value, order) } -> std::same_as<T>;
  { atomic.compare_exchange_strong(expected, value, order, order) } -> std::same_as<bool>;
  { atomic.compare_exchange_weak(expected, value, order, order) } -> std::same_as<bool>;
  { constant.spin_until(predicate, order) } -> std::same_as<T>;
  { atomic.spin_update(perhaps, order, order) } -> std::same_as<T>;
  { atomic.fetch_update(always, order, order) } -> std::same_as<T>;
  { atomic.fetch_update(perhaps, order, order) } -> std::same_as<std::optional<T>>;
  { atomic.fetch_update_from(value, always, order, order) } -> std::same_as<T>;
  { atomic.fetch_update_from(value, perhaps, order, order) } -> std::same_as<std::optional<T>>;
};

template <class Atomic, class T>
concept AtomicIntegerOf = AtomicOf<Atomic, T> && requires(Atomic& atomic, T value, std::memory_order order) {
  { atomic.fetch_add(value, order) } -> std::same_as<T>;
  { atomic.fetch_sub(value, order) } -> std::same_as<T>;
  { atomic.fetch_and(value, order) } -> std::same_as<T>;
  { atomic.fetch_or(value, order) } -> std::same_as<T>;
  { atomic.fetch_xor(value, order) } -> std::same_as<T>;
};

template <class T>
concept PointerToObject = std::is_pointer_v<T> && std::is_object_v<std::remove_pointer_t<T>>;

template <class Var, class T>
concept VarOf = std::constructible_from<Var, T> && std::constructible_from<Var, T, Name> &&
    std::constructible_from<Var, Name> && requires(Var& var, const Var& constant, T value) {
  { constant.get() } -> std::convertible_to<T>;
  var.set(value);
};

}  // namespace detail

/// Everything through which threads can affect each other: the seam between an algorithm and the world it runs in. A
/// WaitingLayer, a LockingLayer and a ThreadedLayer have more of it.
///
/// Every primitive is a template over an atomics layer. StdAtomics is the machine. The model layers are worlds in which
/// each of these operations is a step that a search can reorder as far as the C++20 memory model allows. An algorithm
/// reads as ordinary C++ in all of them. A layer has
/// - `atomic<T>`: load, store, exchange, compare_exchange_strong and compare_exchange_weak, fetch_add, fetch_sub,
///   fetch_and, fetch_or and fetch_xor, always with orders, and the loops below;
/// - `fence(order)`: a fence; a relaxed fence is none;
/// - `fence_light(order)` and `fence_heavy(order)`: a pair of asymmetric fences, as P1202R5 defines them. A light and a
///   heavy one order as two fences do, at the heavy one's cost. A heavy one is a fence, too. A light one orders nothing
///   against another light one, a fence, or an access;
/// - `var<T>`: data that the protocol itself must keep free of races, with `get()` and `set(value)`;
/// - `yield()` gives up the processor, `relax()` pauses inside a short spin;
/// - `allocate(bytes, alignment)` and `deallocate(pointer, bytes, alignment)`: memory for nodes that other threads
///   reach; allocate throws std::bad_alloc;
/// - a last argument Name of the constructors and of allocate: what the object is called where an execution is shown.
///   Nothing depends on it;
/// - `require(condition, what)`: a precondition or an invariant. If it does not hold, that is a violation in a model, a
///   failed assertion in a debug build, and not noticed in a release build.
///
/// A loop that waits for another thread, or that another thread makes try again, is an operation of the layer too. A
/// machine runs the loop. In a model checker a thread whose attempt fails, and has no effect, waits for the value with
/// which it succeeds.
///
/// `spin_until(predicate, order)` of an atomic loads until `predicate(value)` holds, and returns that value. It calls
/// relax after every other value: no wait in core loads twice without a pause. The predicate depends on the value
/// alone, and changes nothing.
///
/// `spin_update(function, success, failure)` of an atomic waits likewise for a value `v` for which `function(v)` is not
/// nullopt, and puts that in its place by compare_exchange_weak. It returns `v`. Loads and failed compare-exchanges
/// have the order `failure`. A lock, in one operation. The function is a predicate too: it depends on the value alone,
/// and changes nothing.
///
/// `fetch_update(function, success, failure)` of an atomic loads the value `v` and puts `function(v)` in its place by
/// compare_exchange_weak, until that succeeds. It returns `v`. The load and each failed compare-exchange have the order
/// `failure`. The function returns T. Or it returns `std::optional<T>` or `MaybeValue<T>`: then nullopt ends the loop
/// without a write, and fetch_update returns the same type: the value before, or nullopt if it has not written. The
/// function is called once for each attempt and does not depend on earlier ones. What it writes is overwritten by its
/// next call, or other threads cannot see it: they reach it only through the value that the attempt fails to write.
///
/// `fetch_update_from(guess, function, success, failure)` of an atomic begins with `guess` in place of the load. A
/// wrong guess is a failed attempt; `function(guess)` is a value, not nullopt.
///
/// `retry(attempt)` of the layer calls `attempt()` until it returns true. For attempts larger than one
/// compare-exchange; an attempt may block, too. An attempt that returned false was a wait if it has left nothing behind
/// that its next call, or another thread, can see. If it has, in a variable of its caller or elsewhere, a model checker
/// explores the next call as it does any code. So variables that no later call needs are the attempt's own.
///
/// \snippet atomics/layer.cpp example
template <class Layer>
concept AtomicsLayer = detail::AtomicIntegerOf<typename Layer::template atomic<std::uint32_t>, std::uint32_t> &&
                       detail::AtomicIntegerOf<typename Layer::template atomic<std::uint64_t>, std::uint64_t> &&
                       detail::AtomicOf < typename Layer::template atomic<bool>,
bool > &&detail::AtomicOf<typename Layer::template atomic<void*>, void*>&&
           detail::VarOf<typename Layer::template var<bool>, bool>&&
               detail::VarOf<typename Layer::template var<void*>, void*>&& requires(std::memory_order order,
                                                                                    std::size_t bytes, void* memory,
                                                                                    bool (*attempt)(), bool holds,
                                                                                    const char* what) {
  Layer::fence(order);
  Layer::fence_light(order);
  Layer::fence_heavy(order);
  Layer::yield();
  Layer::relax();
  Layer::retry(attempt);
  { Layer::allocate(bytes, bytes) } -> std::same_as<void*>;
  { Layer::allocate(bytes, bytes, Name()) } -> std::same_as<void*>;
  Layer::deallocate(memory, bytes, bytes);
  Layer::require(holds, what);
};

namespace detail {

template <class Atomic, class T>
concept WaitableOf = AtomicOf<Atomic, T> && requires(Atomic& atomic, T value, std::memory_order order) {
  atomic.wait(value, order);
  atomic.notify_one();
  atomic.notify_all();
};

}  // namespace detail

/// An AtomicsLayer whose atomics can be waited for. It adds to `atomic<T>`
/// - `wait(old, order)`, which blocks while the value is `old`; `notify_one()`, `notify_all()`.
template <class Layer>
concept WaitingLayer =
    AtomicsLayer<Layer> && detail::WaitableOf<typename Layer::template atomic<std::uint32_t>, std::uint32_t>;

/// An AtomicsLayer that also has locks. It adds
/// - `mutex`: `lock()`, `unlock()`, `try_lock()`;
/// - `condition_variable`: `wait(mutex)` with the mutex held, may wake spuriously; `notify_one()`, `notify_all()`.
template <class Layer>
concept LockingLayer = AtomicsLayer<Layer> && std::constructible_from<typename Layer::mutex, Name> &&
    std::constructible_from<typename Layer::condition_variable, Name> &&
    requires(typename Layer::mutex& mutex, typename Layer::condition_variable& condition) {
  mutex.lock();
  mutex.unlock();
  { mutex.try_lock() } -> std::same_as<bool>;
  condition.wait(mutex);
  condition.notify_one();
  condition.notify_all();
};

/// A WaitingLayer and LockingLayer that also has what a thread pool is made of. It adds
/// - `thread`: `thread(code)` starts one, or throws std::system_error; `join()`; movable; never detached;
/// - `thread_specific<T>`: a pointer of which each thread has its own, null at first: `get()`, `set(pointer)`.
template <class Layer>
concept ThreadedLayer = WaitingLayer<Layer> && LockingLayer<Layer> &&
    std::constructible_from<typename Layer::thread, void (*)()> && std::movable<typename Layer::thread> &&
    requires(typename Layer::thread& thread, int* pointer) {
  thread.join();
  { Layer::template thread_specific<int>::get() } -> std::same_as<int*>;
  Layer::template thread_specific<int>::set(pointer);
};

}  // namespace vigil
