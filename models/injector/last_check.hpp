#pragma once

#include <vigil/atomics/layer.hpp>

#include <atomic>
#include <string_view>
#include <tuple>

namespace vigil::models {

// The fences of Sleep around the last check of a sleeper.
struct LastCheckFences {
  std::memory_order poster = std::memory_order_seq_cst;
  std::memory_order sleeper = std::memory_order_seq_cst;
};

// An injector of whatever kind, and a flag that stands for the counters of Sleep.
template <AtomicsLayer Layer, class Job, class Injector, const LastCheckFences& Fences>
struct LastCheckOf {
  static constexpr std::string_view kSentence = "the sleeper sees the job, or the poster sees the sleeper";
  static constexpr auto threads() { return std::tuple{&LastCheckOf::poster, &LastCheckOf::sleeper}; }

  Job job;
  Injector injector;
  typename Layer::template atomic<bool> is_registered{false, "is_registered"};
  bool poster_sees_sleeper = false;
  bool sleeper_sees_job = false;

  void poster() {
    injector.push(job);
    Layer::fence(Fences.poster);
    poster_sees_sleeper = is_registered.load(std::memory_order_relaxed);
  }
  void sleeper() {
    is_registered.store(true, std::memory_order_relaxed);
    Layer::fence(Fences.sleeper);
    sleeper_sees_job = injector.has_jobs();
  }
  void finish() {
    Layer::require(poster_sees_sleeper || sleeper_sees_job, "asleep, with a job that no worker will run");
  }
};

}  // namespace vigil::models
