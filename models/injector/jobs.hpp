#pragma once

#include <vigil/injector/treiber.hpp>
#include <vigil/model/recorder.hpp>

#include <memory>
#include <new>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models::injecting {

// A job that carries data, and the number of its push.
template <AtomicsLayer Layer>
struct WatchedJob : InjectorNode<Layer> {
  static constexpr int kWritten = 7;

  // Before its push. No two pushes have the same number.
  void write(int its_number) {
    number = its_number;
    payload.set(kWritten);
  }
  // After its pop.
  [[nodiscard]] int read() const {
    Layer::require(payload.get() == kWritten, "a job comes with what was written before its push");
    return number;
  }

  typename Layer::template var<int> payload{0, "payload"};
  // The model's own note, which orders nothing.
  int number = 0;
};

// An injector and the history of its calls.
template <AtomicsLayer Layer, class Job, class Injector, const JobJudge& Judge = kJobJudge>
class RecordedInjector {
 public:
  void push(Job& job, int number) {
    job.write(number);
    recorder_.begins();
    injector_.push(job);
    recorder_.pushed(number);
  }
  // Of jobs that were numbered from `first` on.
  template <class Chain>
  void push(Chain& chain, int first, int jobs) {
    recorder_.begins();
    injector_.push(chain);
    recorder_.pushed(first, jobs);
  }
  // One attempt. Null if no job came of it.
  Job* pop() {
    recorder_.begins();
    const StealResult<Job*> result = injector_.pop();
    Job* const job = result.is_success() ? result.job() : nullptr;
    recorder_.popped(result.status(), job != nullptr ? job->read() : 0);
    return job;
  }
  // Takes one job, after any number of attempts: for a thread for which there is one. The history has the first attempt
  // and the one that succeeds. The attempts between them leave nothing behind.
  Job* pop_one() {
    Job* job = pop();
    if (job != nullptr) return job;
    recorder_.forgets();
    Layer::retry([this, &job] {
      recorder_.begins();
      const StealResult<Job*> result = injector_.pop();
      if (!result.is_success()) {
        recorder_.forgets();
        Layer::yield();
        return false;
      }
      job = result.job();
      recorder_.popped(result.status(), job->read());
      return true;
    });
    return job;
  }
  void check() {
    recorder_.begins();
    const bool is_empty = injector_.is_empty();
    recorder_.checked(is_empty);
  }

  void invariant() const { Layer::require(injector_.right_implies_job(), "right_implies_job"); }
  // Jobs that were not taken are still there.
  void finish() {
    while (pop() != nullptr) {
    }
    recorder_.check();
  }

 private:
  Injector injector_;
  JobRecorder<Layer, linearizability::StackSpec, Judge> recorder_;
};

template <AtomicsLayer Layer>
WatchedJob<Layer>* allocate_job() {
  using Job = WatchedJob<Layer>;
  return ::new (Layer::allocate(sizeof(Job), alignof(Job), "job")) Job();
}

template <AtomicsLayer Layer>
void free_job(WatchedJob<Layer>* job) {
  using Job = WatchedJob<Layer>;
  std::destroy_at(job);
  Layer::deallocate(job, sizeof(Job), alignof(Job));
}

// A layer in which no access to a `var` is a race: shows what a wrong protocol does after the race.
template <AtomicsLayer Layer>
struct BlindToRaces : Layer {
  template <class T>
  class var {
   public:
    explicit var(Name name) : value_(T{}, name) {}
    explicit var(T value, Name name = {}) : value_(value, name) {}
    [[nodiscard]] T get(Location location = Location::current()) const {
      return value_.load(std::memory_order_seq_cst, location);
    }
    void set(T value, Location location = Location::current()) {
      value_.store(value, std::memory_order_seq_cst, location);
    }

   private:
    typename Layer::template atomic<T> value_;
  };
};

// A job of the injector that follows.
template <AtomicsLayer Layer>
struct LinkedJob {
  void write(int its_number) { number = its_number; }
  [[nodiscard]] int read() const { return number; }

  typename Layer::template var<LinkedJob*> below{nullptr, "below"};
  int number = 0;
};

// The remedy for S-20 that takes all jobs at once and puts back those that it does not run.
template <class T, AtomicsLayer Layer>
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
    const auto linked = [&](T* below) {
      last.below.set(below);
      return &first;
    };
    head_.fetch_update(linked, std::memory_order_release, std::memory_order_relaxed);
  }

  typename Layer::template atomic<T*> head_{nullptr, "head"};
};

}  // namespace vigil::models::injecting
