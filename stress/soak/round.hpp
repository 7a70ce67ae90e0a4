#pragma once

#include "delays.hpp"
#include "faults.hpp"

#include <vigil/testing/marks.hpp>
#include <vigil/testing/random_delays.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vigil::soak {

// What a round throws if a part did not keep a promise.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A defect of the soak's own making, to see it fail.
enum class Plant : std::uint8_t { none, lost_job, repeated_job, lost_wake };

// Learns which jobs a round has, to see whether they go on.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void watch(const testing::Marks* marks) = 0;
};

// One round of a part: what it draws from its seed, its jobs, and the faults that it meets.
class Round {
 public:
  Round(std::uint64_t seed, FaultSet allowed, Plant plant, Observer& observer);
  ~Round();
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] testing::Random& random() { return random_; }
  [[nodiscard]] Plant plant() const { return plant_; }
  // Whether the seed has drawn the fault for this round, and it is allowed.
  [[nodiscard]] bool has(Fault fault) const { return faults_[index_of(fault)]; }
  // From 1 to 8.
  [[nodiscard]] std::size_t workers() const { return workers_; }
  // As many as `most`, and mostly a good deal fewer.
  [[nodiscard]] std::size_t draw_size(std::size_t least, std::size_t most);

  // The jobs of the round, of which none has run. Once.
  testing::Marks& make_jobs(std::size_t jobs);
  // Whether `job` throws.
  [[nodiscard]] bool throws(std::size_t job) const {
    return throws_one_in_ != 0 && testing::Random(seed_ ^ (job * 0x9e3779b97f4a7c15U)).one_in(throws_one_in_);
  }

  // Notes that something is wrong; the first note counts. Any thread.
  void complain(const char* what);
  // Throws a Violation if there was a complaint, if a job did not run as often as is due, or if a thread is left.
  void finish();
  void finish(const std::function<unsigned(std::size_t job)>& due);
  // Those that ran and were checked.
  [[nodiscard]] std::uint64_t jobs_done() const { return jobs_done_; }

 private:
  const std::uint64_t seed_;
  testing::Random random_;
  const Plant plant_;
  Observer& observer_;
  FaultSet faults_;
  std::size_t workers_;
  std::uint64_t throws_one_in_ = 0;
  std::unique_ptr<testing::Marks> marks_;
  std::atomic<const char*> complaint_{nullptr};
  std::uint64_t jobs_done_ = 0;
};

// A part of core, and what a round of it is.
struct Part {
  std::string_view name;
  void (*run)(Round&);
};

}  // namespace vigil::soak
