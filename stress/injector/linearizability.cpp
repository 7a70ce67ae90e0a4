// Could one thread that did the same calls in some order have had the answers that the users of an injector had?
//
// The specification is that of the models. Here it judges short histories of this machine, for as long as the run
// lasts.

#include <vigil/injector/segmented.hpp>
#include <vigil/injector/treiber.hpp>
#include <vigil/linearizability/clocked_recorder.hpp>
#include <vigil/linearizability/jobs.hpp>

#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/recorded_histories.hpp>
#include <vigil/testing/thread_set.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::stress {
namespace {

using namespace testing;

using linearizability::JobCall;

constexpr unsigned kThreads = 4;
constexpr int kCallsEach = 15;

// A job is known by the number of its push: the same few objects are used again and again.
struct NumberedJob : InjectorNode<HesitantLayer> {
  int number = 0;
};

using Stack = TreiberInjector<NumberedJob, HesitantLayer>;
// Of small segments, so that each history comes to the ends of several.
using Queue = SegmentedInjector<NumberedJob, HesitantLayer, kSegmentedOrders, 2>;

// One injector, and what was seen of it.
template <class Injector>
class Round {
 public:
  explicit Round(unsigned number) : seed_(number * std::uint64_t{1000}) {}

  linearizability::JobHistory history() {
    ThreadSet threads(seed_ % 2000 == 0 ? Pinning::none : Pinning::one_each);
    threads.add(kThreads, [this](std::size_t thread) { use(static_cast<unsigned>(thread)); });
    threads.run();
    return recorder_.history();
  }

 private:
  void use(unsigned thread) {
    Random random(seed_ + thread);
    std::vector<NumberedJob*> free;
    for (auto& job : jobs_[thread]) free.push_back(&job);
    for (int call = 0; call != kCallsEach; ++call) {
      const int number = static_cast<int>(thread) * kCallsEach + call;
      const std::uint64_t choice = random.below(8);
      if (choice == 0) {
        recorder_.record(thread, [&] { return JobCall::check(injector_.is_empty()); });
      } else if (choice < 4 && !free.empty()) {
        push(thread, *free.back(), number);
        free.pop_back();
      } else if (NumberedJob* const job = pop(thread)) {
        free.push_back(job);
      }
    }
  }
  void push(unsigned thread, NumberedJob& job, int number) {
    job.number = number;
    recorder_.record(thread, [&] {
      injector_.push(job);
      return JobCall::push(number);
    });
  }
  NumberedJob* pop(unsigned thread) {
    NumberedJob* job = nullptr;
    recorder_.record(thread, [&] {
      const auto result = injector_.pop();
      if (result.is_success()) job = result.job();
      return JobCall::pop(result.status(), job != nullptr ? job->number : 0);
    });
    return job;
  }

  std::array<std::array<NumberedJob, 3>, kThreads> jobs_;
  Injector injector_;
  linearizability::ClockedRecorder<JobCall> recorder_{kThreads};
  const std::uint64_t seed_;
};

TEST(TreiberInjectorStress, AnswersAsASequentialStackCouldHave) {
  expect_explained<linearizability::StackSpec>([](unsigned number) { return Round<Stack>(number).history(); });
}

TEST(SegmentedInjectorStress, AnswersAsASequentialQueueCouldHave) {
  expect_explained<linearizability::PlacedQueueSpec>([](unsigned number) { return Round<Queue>(number).history(); });
}

}  // namespace
}  // namespace vigil::stress
