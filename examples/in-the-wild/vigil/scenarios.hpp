// Small uses of Vigil's core, for any layer: with StdAtomics they are the object code that ships, with CheckedAtomics
// they are models. See by_the_layer.cpp.
#pragma once

#include <vigil/deque/chase_lev.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/latch/core_latch.hpp>
#include <vigil/lean/ring_buffer.hpp>
#include <vigil/sleep/sleep.hpp>

#include <cassert>
#include <tuple>

// Two pushes and a pop, against two steals: each job is taken once.
template <class Layer>
struct ChaseLev {
  static constexpr auto threads() { return std::tuple{&ChaseLev::first, &ChaseLev::second}; }
  vigil::ChaseLevDeque<int, Layer> deque{2};
  int taken[3] = {};

  void first() {
    deque.push(1);
    deque.push(2);
    taken[0] = deque.pop().value_or(0);
  }
  void second() {
    for (int i = 1; i != 3; ++i)
      if (const auto stolen = deque.steal(); stolen.is_success()) taken[i] = stolen.job();
  }
  void finish() {
    int sum = taken[0] + taken[1] + taken[2];
    while (const auto left = deque.pop()) sum += *left;
    assert(sum == 3);
  }
};

// The owner goes to sleep while another thread sets the latch.
template <class Layer>
struct CoreLatch {
  static constexpr auto threads() { return std::tuple{&CoreLatch::first, &CoreLatch::second}; }
  vigil::CoreLatch<Layer> latch;
  bool fell_asleep = false, has_to_wake = false;

  void first() { fell_asleep = latch.get_sleepy() && latch.fall_asleep(); }
  void second() { has_to_wake = latch.set(); }
  void finish() { assert(fell_asleep == has_to_wake && latch.probe()); }
};

// One worker, which sleeps if it finds no job, and one job from outside.
template <class Layer>
struct Sleep {
  static constexpr auto threads() { return std::tuple{&Sleep::first, &Sleep::second}; }
  vigil::Sleep<Layer> sleep{1, vigil::SleepRounds{.until_sleepy = 0, .until_sleeping = 1}};
  vigil::CoreLatch<Layer> never_set;
  typename Layer::template atomic<bool> has_job{false};

  void first() {
    vigil::IdleState idle = sleep.start_looking(0);
    while (!has_job.exchange(false, std::memory_order_acquire))
      sleep.no_work_found(idle, never_set, [this] { return has_job.load(std::memory_order_acquire); });
    sleep.work_found([] { return false; });
  }
  void second() {
    has_job.store(true, std::memory_order_release);
    sleep.new_injected_jobs(1, true);
  }
};

// Two pushes against two pops.
template <class Layer>
struct Injector {
  static constexpr auto threads() { return std::tuple{&Injector::first, &Injector::second}; }
  struct Job : vigil::InjectorNode<Layer> {
    int value = 0;
  };
  Job jobs[2];
  vigil::TreiberInjector<Job, Layer> injector;
  int sum = 0;

  void first() {
    for (int i = 0; i != 2; ++i) {
      jobs[i].value = i + 1;
      injector.push(jobs[i]);
    }
  }
  void second() {
    for (int i = 0; i != 2; ++i) pop();
  }
  void finish() {
    while (pop()) {
    }
    assert(sum == 3);
  }
  bool pop() {
    const auto popped = injector.pop();
    if (popped.is_success()) sum += popped.job()->value;
    return popped.is_success();
  }
};

// Two pushes and a pop, against a thief that takes a half.
template <class Layer>
struct RingBuffer {
  static constexpr auto threads() { return std::tuple{&RingBuffer::first, &RingBuffer::second}; }
  struct Task : vigil::lean::Task<Layer> {
    int value = 0;
  };
  using Ring = vigil::lean::RingBuffer<vigil::lean::Task<Layer>, 2>;
  Task tasks[2];
  Ring own, thiefs;
  int popped = 0, stolen = 0;

  void first() {
    for (int i = 0; i != 2; ++i) {
      tasks[i].value = i + 1;
      (void)own.push(tasks[i]);
    }
    popped = value(own.pop());
  }
  void second() {
    if (const auto taken = thiefs.steal(own); taken.is_success()) stolen = value(taken.task());
  }
  void finish() {
    int sum = popped + stolen;
    while (auto* const left = own.pop()) sum += value(left);
    assert(sum == 3);
  }
  static int value(vigil::lean::Task<Layer>* task) { return task == nullptr ? 0 : static_cast<Task*>(task)->value; }
};
