// Vigil's lean pool in the comparison. It cannot wait for a group of tasks, only for the end of the pool. So each batch
// of work has a pool of its own here, whose start and end are part of its figures.

#include <vigil/latch/once_latch.hpp>
#include <vigil/lean/thread_pool.hpp>

#include <atomic>
#include <comparison/peer.hpp>
#include <comparison/quicksort.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace vigil::comparison {
namespace {

using namespace lean;

void require(bool is_accepted) {
  if (!is_accepted) throw std::runtime_error("the lean pool refuses a task");
}

// A quicksort, and the memory of its tasks. Each thread reuses memory that it has freed, which is in its cache, as the
// allocators of the other pools do.
class Quicksort {
 public:
  struct Range : Task<> {
    Range() : Task(&sort) {}
    std::span<int> values;
    Quicksort* whole = nullptr;
  };
  // An upper bound: a side of a partition is a task only if the other side is long too.
  static std::size_t ranges_of(std::span<int> values) { return values.size() / kSortedByInsertion + 1; }

  Quicksort(lean::ThreadPool& pool, std::span<Range> ranges) : pool_(pool), unused_(ranges) { free = nullptr; }

  void schedule(std::span<int> values) {
    Range* range = free;
    if (range != nullptr)
      free = static_cast<Range*>(range->next());
    else
      range = &unused_[used_.fetch_add(1, std::memory_order_relaxed)];
    range->values = values;
    range->whole = this;
    require(pool_.schedule(*range));
  }

 private:
  static void sort(Task<>& task) noexcept {
    auto& range = static_cast<Range&>(task);
    Quicksort& whole = *range.whole;
    const std::span<int> values = range.values;
    range.set_next(free);
    free = &range;
    quicksort_leaving(values, [&whole](std::span<int> right) { whole.schedule(right); });
  }

  static inline constinit thread_local Range* free = nullptr;

  lean::ThreadPool& pool_;
  const std::span<Range> unused_;
  std::atomic<std::size_t> used_{0};
};

class LeanPool : public Peer {
 public:
  explicit LeanPool(std::size_t workers)
      : options_{.most_threads = static_cast<std::uint32_t>(workers)}, pool_(options_) {}

  void call(void (*job)(void*), void* context) override {
    struct Call : Task<> {
      Call(void (*its_job)(void*), void* its_context) : Task(&run_it), job(its_job), context(its_context) {}
      static void run_it(Task<>& task) noexcept {
        auto& call = static_cast<Call&>(task);
        call.job(call.context);
        call.done.set();
      }
      void (*job)(void*);
      void* context;
      OnceLatch<> done;
    };
    Call call(job, context);
    require(pool_.schedule(call));
    call.done.wait();
  }
  void run_tasks(std::span<EmptyTask> tasks) override {
    lean::ThreadPool pool(options_);
    Batch<> batch;
    for (EmptyTask& task : tasks) batch.push(task);
    require(pool.schedule(batch));
  }
  void quicksort(std::span<int> values) override {
    if (ranges_.size() < Quicksort::ranges_of(values)) ranges_ = Ranges(Quicksort::ranges_of(values));
    lean::ThreadPool pool(options_);
    Quicksort sort(pool, ranges_);
    sort.schedule(values);
    pool.shutdown();
    pool.join();
  }

 private:
  using Ranges = std::vector<Quicksort::Range>;

  const lean::PoolOptions options_;
  lean::ThreadPool pool_;
  // Kept from one quicksort to the next, as the allocators of the other pools keep memory.
  Ranges ranges_;
};

[[maybe_unused]] const bool added = add_peer({.name = "vigil-lean",
                                              .start = start_peer<LeanPool>,
                                              .takes_calls = true,
                                              .runs_tasks = true,
                                              .quicksorts = true,
                                              .rests = true,
                                              .is_lean = true});

}  // namespace
}  // namespace vigil::comparison
