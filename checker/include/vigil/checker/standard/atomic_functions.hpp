#pragma once

#include <vigil/checker/standard/atomic.hpp>

#include <atomic>
#include <type_traits>

namespace vigil::checker::standard {

/// The functions of the standard that do what the members of atomic do.
///
/// \{
template <class T>
[[nodiscard]] bool atomic_is_lock_free(const atomic<T>* object) noexcept {
  return object->is_lock_free();
}
template <class T>
void atomic_init(atomic<T>* object, std::type_identity_t<T> value) noexcept {
  object->store(value, std::memory_order_relaxed);
}
template <class T>
T atomic_load(const atomic<T>* object, Location location = Location::current()) noexcept {
  return object->load(std::memory_order_seq_cst, location);
}
template <class T>
T atomic_load_explicit(const atomic<T>* object, std::memory_order order,
                       Location location = Location::current()) noexcept {
  return object->load(order, location);
}
template <class T>
void atomic_store(atomic<T>* object, std::type_identity_t<T> value, Location location = Location::current()) noexcept {
  object->store(value, std::memory_order_seq_cst, location);
}
template <class T>
void atomic_store_explicit(atomic<T>* object, std::type_identity_t<T> value, std::memory_order order,
                           Location location = Location::current()) noexcept {
  object->store(value, order, location);
}
template <class T>
T atomic_exchange(atomic<T>* object, std::type_identity_t<T> value, Location location = Location::current()) noexcept {
  return object->exchange(value, std::memory_order_seq_cst, location);
}
template <class T>
T atomic_exchange_explicit(atomic<T>* object, std::type_identity_t<T> value, std::memory_order order,
                           Location location = Location::current()) noexcept {
  return object->exchange(value, order, location);
}

template <class T>
bool atomic_compare_exchange_strong(atomic<T>* object, std::type_identity_t<T>* expected,
                                    std::type_identity_t<T> desired, Location location = Location::current()) noexcept {
  return object->compare_exchange_strong(*expected, desired, std::memory_order_seq_cst, location);
}
template <class T>
bool atomic_compare_exchange_weak(atomic<T>* object, std::type_identity_t<T>* expected, std::type_identity_t<T> desired,
                                  Location location = Location::current()) noexcept {
  return object->compare_exchange_weak(*expected, desired, std::memory_order_seq_cst, location);
}
template <class T>
bool atomic_compare_exchange_strong_explicit(atomic<T>* object, std::type_identity_t<T>* expected,
                                             std::type_identity_t<T> desired, std::memory_order success,
                                             std::memory_order failure,
                                             Location location = Location::current()) noexcept {
  return object->compare_exchange_strong(*expected, desired, success, failure, location);
}
template <class T>
bool atomic_compare_exchange_weak_explicit(atomic<T>* object, std::type_identity_t<T>* expected,
                                           std::type_identity_t<T> desired, std::memory_order success,
                                           std::memory_order failure,
                                           Location location = Location::current()) noexcept {
  return object->compare_exchange_weak(*expected, desired, success, failure, location);
}

template <class T>
T atomic_fetch_add(atomic<T>* object, typename atomic<T>::difference_type value,
                   Location location = Location::current()) noexcept {
  return object->fetch_add(value, std::memory_order_seq_cst, location);
}
template <class T>
T atomic_fetch_add_explicit(atomic<T>* object, typename atomic<T>::difference_type value, std::memory_order order,
                            Location location = Location::current()) noexcept {
  return object->fetch_add(value, order, location);
}

template <class T>
T atomic_fetch_sub(atomic<T>* object, typename atomic<T>::difference_type value,
                   Location location = Location::current()) noexcept {
  return object->fetch_sub(value, std::memory_order_seq_cst, location);
}
template <class T>
T atomic_fetch_sub_explicit(atomic<T>* object, typename atomic<T>::difference_type value, std::memory_order order,
                            Location location = Location::current()) noexcept {
  return object->fetch_sub(value, order, location);
}

template <class T>
T atomic_fetch_and(atomic<T>* object, typename atomic<T>::value_type value,
                   Location location = Location::current()) noexcept {
  return object->fetch_and(value, std::memory_order_seq_cst, location);
}
template <class T>
T atomic_fetch_and_explicit(atomic<T>* object, typename atomic<T>::value_type value, std::memory_order order,
                            Location location = Location::current()) noexcept {
  return object->fetch_and(value, order, location);
}

template <class T>
T atomic_fetch_or(atomic<T>* object, typename atomic<T>::value_type value,
                  Location location = Location::current()) noexcept {
  return object->fetch_or(value, std::memory_order_seq_cst, location);
}
template <class T>
T atomic_fetch_or_explicit(atomic<T>* object, typename atomic<T>::value_type value, std::memory_order order,
                           Location location = Location::current()) noexcept {
  return object->fetch_or(value, order, location);
}

template <class T>
T atomic_fetch_xor(atomic<T>* object, typename atomic<T>::value_type value,
                   Location location = Location::current()) noexcept {
  return object->fetch_xor(value, std::memory_order_seq_cst, location);
}
template <class T>
T atomic_fetch_xor_explicit(atomic<T>* object, typename atomic<T>::value_type value, std::memory_order order,
                            Location location = Location::current()) noexcept {
  return object->fetch_xor(value, order, location);
}
template <class T>
void atomic_wait(const atomic<T>* object, std::type_identity_t<T> old,
                 Location location = Location::current()) noexcept {
  object->wait(old, std::memory_order_seq_cst, location);
}
template <class T>
void atomic_wait_explicit(const atomic<T>* object, std::type_identity_t<T> old, std::memory_order order,
                          Location location = Location::current()) noexcept {
  object->wait(old, order, location);
}
template <class T>
void atomic_notify_one(atomic<T>* object, Location location = Location::current()) noexcept {
  object->notify_one(location);
}
template <class T>
void atomic_notify_all(atomic<T>* object, Location location = Location::current()) noexcept {
  object->notify_all(location);
}
/// \}

}  // namespace vigil::checker::standard
