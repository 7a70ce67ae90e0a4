// Are the answers of the deque linearizable: could one thread that makes the same calls in some order get them?
//
// The specification is that of the models. Here it checks short histories of this machine, for a chosen time.

#include <vigil/deque/chase_lev.hpp>
#include <vigil/linearizability/clocked_recorder.hpp>
#include <vigil/linearizability/jobs.hpp>

#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/recorded_histories.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace vigil::stress {
namespace {

using namespace testing;

using linearizability::JobCall;

constexpr unsigned kThieves = 3;
constexpr int kOwnerCalls = 30;
constexpr int kThiefCalls = 10;

// One deque and its history.
class Round {
 public:
  explicit Round(unsigned number)
      : deque_(std::size_t{1} << number % 3, std::uint64_t{0} - number % 5), seed_(number * std::uint64_t{1000}) {}

  linearizability::JobHistory history() {
    ThreadSet threads(seed_ % 2000 == 0 ? Pinning::none : Pinning::one_each);
    threads.add([this] { own(); });
    threads.add(kThieves, [this](std::size_t thief) {
      for (int call = 0; call != kThiefCalls; ++call) steal(1 + static_cast<unsigned>(thief));
    });
    threads.run();
    return recorder_.history();
  }

 private:
  void own() {
    Random random(seed_);
    for (int call = 0; call != kOwnerCalls; ++call) {
      if (random.one_in(2))
        push(call);
      else
        pop();
    }
  }
  void push(int job) {
    recorder_.record(0, [&] {
      deque_.push(job);
      return JobCall::push(job);
    });
  }
  void pop() {
    recorder_.record(0, [&] {
      const auto job = deque_.pop();
      return JobCall::pop(job ? StealStatus::success : StealStatus::empty, job.value_or(0));
    });
  }
  void steal(unsigned thread) {
    recorder_.record(thread, [&] {
      const auto result = deque_.steal();
      return JobCall::steal(result.status(), result.is_success() ? result.job() : 0);
    });
  }

  ChaseLevDeque<int, HesitantLayer> deque_;
  linearizability::ClockedRecorder<JobCall> recorder_{kThieves + 1};
  const std::uint64_t seed_;
};

TEST(ChaseLevDequeStress, AnswersAsASequentialDequeCouldHave) {
  expect_explained<linearizability::DequeSpec>([](unsigned number) { return Round(number).history(); });
}

}  // namespace
}  // namespace vigil::stress
