// What leaving a job and finding one costs with our injectors, and with queues of others that any thread may push to
// and pop from. Every push and every pop is a call, as it has to be for the queue that is compiled by another compiler.

#include "injector/alternatives.hpp"
#include "injector/operations.hpp"
#include "injector/shipped.hpp"

#include <benchmark/benchmark.h>

#include <comparison/others.hpp>
#include <comparison/samples.hpp>
#include <string>

#ifdef VIGIL_BENCH_MOODYCAMEL_VERSION
#include <concurrentqueue/concurrentqueue.h>
#endif

#ifdef VIGIL_BENCH_CROSSBEAM
// Of comparison/peers/rayon/crossbeam.rs.
extern "C" {
const char* vigil_crossbeam_version();
void* vigil_crossbeam_injector_new();
void vigil_crossbeam_injector_free(void* injector);
void vigil_crossbeam_injector_push(void* injector, void* job);
void* vigil_crossbeam_injector_pop(void* injector);
}
#endif

namespace vigil::injector_bench {
namespace {

using comparison::CountOthers;
using comparison::wall_ns;

// A queue whose push and pop are calls.
template <class Queue>
class Called {
 public:
  using Job = typename Queue::Job;

  void push(Job& job) { push_called(queue_, job); }
  Job* pop() { return pop_called(queue_); }

 private:
  Queue queue_;
};

#ifdef VIGIL_BENCH_MOODYCAMEL_VERSION
class Moodycamel {
 public:
  using Job = LinkedJob;

  void push(Job& job) { jobs_.enqueue(&job); }
  Job* pop() {
    Job* job = nullptr;
    return jobs_.try_dequeue(job) ? job : nullptr;
  }

 private:
  moodycamel::ConcurrentQueue<Job*> jobs_;
};
#endif

#ifdef VIGIL_BENCH_CROSSBEAM
class Crossbeam {
 public:
  using Job = LinkedJob;

  Crossbeam() = default;
  Crossbeam(const Crossbeam&) = delete;
  Crossbeam& operator=(const Crossbeam&) = delete;
  ~Crossbeam() { vigil_crossbeam_injector_free(injector_); }

  void push(Job& job) { vigil_crossbeam_injector_push(injector_, &job); }
  Job* pop() { return static_cast<Job*>(vigil_crossbeam_injector_pop(injector_)); }

 private:
  void* const injector_ = vigil_crossbeam_injector_new();
};
#endif

template <class Queue>
void called_pair(benchmark::State& state) {
  Queue queue;
  typename Queue::Job job;
  for (auto _ : state) {
    queue.push(job);
    benchmark::DoNotOptimize(queue.pop());
  }
}

void add(const std::string& measure, const std::string& peer, void (*run)(benchmark::State&)) {
  benchmark::RegisterBenchmark(("primitives/" + measure + "/" + peer).c_str(),
                               [run](benchmark::State& state) {
                                 const CountOthers others(state);
                                 const double begin = wall_ns();
                                 run(state);
                                 state.counters["ns"] = (wall_ns() - begin) / static_cast<double>(state.iterations());
                               })
      ->UseRealTime()
      ->MinTime(0.6);
}

template <class Queue>
void add_injector(const std::string& peer) {
  add("injector_pair", peer, called_pair<Queue>);
  add("one_to_one", peer, producer_and_consumer<Queue>);
  add("two_to_two", peer, two_and_two<Queue>);
}

[[maybe_unused]] const bool added = [] {
  add_injector<Called<Segmented>>("segmented");
  add_injector<Called<Treiber>>("treiber");
  add_injector<Called<LockedDeque>>("mutex");
#ifdef VIGIL_BENCH_MOODYCAMEL_VERSION
  add_injector<Called<Moodycamel>>("moodycamel");
  benchmark::AddCustomContext("version of moodycamel", VIGIL_BENCH_MOODYCAMEL_VERSION);
#endif
#ifdef VIGIL_BENCH_CROSSBEAM
  add_injector<Crossbeam>("crossbeam");
  benchmark::AddCustomContext("version of crossbeam", vigil_crossbeam_version());
#endif
  return true;
}();

}  // namespace
}  // namespace vigil::injector_bench
