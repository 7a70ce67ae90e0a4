#pragma once

#include <vigil/injector/treiber.hpp>

#include <memory>
#include <new>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models::injecting {

// A job whose taking is watched: once, and with what its pusher put into it.
template <AtomicsLayer A>
struct WatchedJob : InjectorNode<A> {
  static constexpr int kWritten = 7;

  // Before its push.
  void write() {
    is_taken = false;
    payload.set(kWritten);
  }
  // After its pop.
  void take() {
    A::require(!is_taken, "no_job_twice");
    is_taken = true;
    A::require(payload.get() == kWritten, "a job comes with what was written before its push");
  }

  typename A::template var<int> payload{0};
  // The model's own note, which orders nothing.
  bool is_taken = false;
};

template <AtomicsLayer A>
WatchedJob<A>* allocate_job() {
  using Job = WatchedJob<A>;
  return ::new (A::allocate(sizeof(Job), alignof(Job))) Job();
}

template <AtomicsLayer A>
void free_job(WatchedJob<A>* job) {
  using Job = WatchedJob<A>;
  std::destroy_at(job);
  A::deallocate(job, sizeof(Job), alignof(Job));
}

// A layer in which no access to a `var` is a race: shows what a wrong protocol does after the race.
template <AtomicsLayer A>
struct BlindToRaces : A {
  template <class T>
  class var {
   public:
    explicit var(T value) : value_(value) {}
    [[nodiscard]] T get(Location location = Location::current()) const {
      return value_.load(std::memory_order_seq_cst, location);
    }
    void set(T value, Location location = Location::current()) {
      value_.store(value, std::memory_order_seq_cst, location);
    }

   private:
    typename A::template atomic<T> value_;
  };
};

// The remedy for S-20 that takes all jobs at once and puts back those that it does not run.
template <class T, AtomicsLayer A>
class DetachAllInjector {
 public:
  void push(T& job) { publish(job, job); }

  [[nodiscard]] StealResult<T*> pop() {
    T* const taken = head_.exchange(nullptr, std::memory_order_acquire);
    if (taken == nullptr) return StealResult<T*>::empty();
    if (T* const rest = taken->below.get()) publish(*rest, lowest_of(*rest));
    return StealResult<T*>::success(taken);
  }
  [[nodiscard]] bool is_empty() const { return head_.load(std::memory_order_relaxed) == nullptr; }

 private:
  static T& lowest_of(T& job) {
    T* lowest = &job;
    while (T* const below = lowest->below.get()) lowest = below;
    return *lowest;
  }
  void publish(T& first, T& last) {
    T* head = head_.load(std::memory_order_relaxed);
    do last.below.set(head);
    while (!head_.compare_exchange_weak(head, &first, std::memory_order_release, std::memory_order_relaxed));
  }

  typename A::template atomic<T*> head_{nullptr};
};

}  // namespace vigil::models::injecting
