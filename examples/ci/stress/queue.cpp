// The queue with real threads, under whichever sanitizer it is compiled with. VIGIL_STRESS_SECONDS sets how long each
// test runs, VIGIL_STRESS_SEED the first seed.

#include <mailbox/queue.hpp>

#include <vigil/linearizability/clocked_recorder.hpp>
#include <vigil/linearizability/jobs.hpp>
#include <vigil/testing/hesitant_layer.hpp>
#include <vigil/testing/histories.hpp>
#include <vigil/testing/last_steps.hpp>
#include <vigil/testing/layer.hpp>
#include <vigil/testing/ledger.hpp>
#include <vigil/testing/random_delays.hpp>
#include <vigil/testing/seeds.hpp>
#include <vigil/testing/thread_set.hpp>
#include <vigil/testing/watchdog.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <thread>

namespace {

using namespace vigil::testing;
using vigil::StealStatus;
using vigil::linearizability::JobCall;

// Every job arrives once. A lost one makes the consumer wait for ever, and the watchdog says what both did last.
template <class Layer>
void each_job_arrives_once(std::uint64_t seed) {
  constexpr std::uint64_t kJobs = 2000;
  mailbox::Queue<std::uint64_t, 8, Layer> queue;
  Ledger ledger(1, kJobs);
  LastSteps steps(2);
  const Watchdog watchdog([&steps] { return steps.describe(); });

  ThreadSet threads;
  threads.add([&] {
    RandomDelays delays(seed);
    for (std::uint64_t job = 0; job != kJobs; ++job) {
      steps.note(0, "push", job);
      delays.perhaps();
      while (!queue.push(job)) std::this_thread::yield();
    }
  });
  threads.add([&] {
    RandomDelays delays(seed + 1);
    for (std::uint64_t taken = 0; taken != kJobs; ++taken) {
      steps.note(1, "pop", taken);
      delays.perhaps();
      auto job = queue.pop();
      for (; !job; job = queue.pop()) std::this_thread::yield();
      ledger.page_of(0).push_back(*job);
    }
  });
  threads.run();
  if (const auto complaint = ledger.complaint(kJobs); !complaint.empty()) throw std::runtime_error(complaint);
}

// A few calls whose answers have a sequential explanation.
vigil::linearizability::JobHistory history(unsigned number) {
  constexpr int kJobs = 6;
  mailbox::Queue<int, kJobs, HesitantLayer> queue;
  vigil::linearizability::ClockedRecorder<JobCall> recorder(2);
  const auto pop = [&] {
    return recorder.record(1, [&] {
      const auto job = queue.pop();
      return JobCall::pop(job ? StealStatus::success : StealStatus::empty, job.value_or(0));
    });
  };

  ThreadSet threads;
  threads.add([&] {
    RandomDelays delays(number);
    for (int job = 0; job != kJobs; ++job) {
      delays.perhaps();
      recorder.record(0, [&] {
        if (!queue.push(job)) throw std::runtime_error("there was room, and push found none");
        return JobCall::push(job);
      });
    }
  });
  threads.add([&] {
    for (int i = 0; i != kJobs; ++i) pop();
  });
  threads.run();
  while (pop().takes()) {
  }
  return recorder.history();
}

}  // namespace

int main() {
  try {
    repeat_with_seeds([](std::uint64_t seed) {
      each_job_arrives_once<Layer>(seed);
      each_job_arrives_once<HesitantLayer>(seed);
    });
    const auto complaint = complaint_about_histories<vigil::linearizability::QueueSpec>(history);
    if (!complaint.empty()) throw std::runtime_error(complaint);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "queue_stress: %s\n", failure.what());
    return 1;
  }
  std::puts("queue_stress: passed");
  return 0;
}
