#pragma once

#include <vigil/lean/task.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// What every pool in the comparison is asked to do. A call through here is one virtual call for a whole tree of joins
// or a whole array, so it costs nothing that is measured; what a peer does inside is compiled as its users compile it.
namespace vigil::comparison {

using namespace lean;

// What is scheduled where a task shall cost nothing itself. It counts its runs, so that one that is lost shows.
class EmptyTask : public Task<> {
 public:
  EmptyTask() : Task(&count) {}
  [[nodiscard]] unsigned runs() const { return runs_; }

 private:
  static void count(Task<>& task) noexcept { ++static_cast<EmptyTask&>(task).runs_; }

  unsigned runs_ = 0;
};

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  // fib without cutoff: a fork and a join for each number above 1 in the tree of calls.
  virtual std::int64_t fib(int) { return 0; }
  // Has a worker run `job(context)`, and returns when it has, as a thread from outside does it with this pool.
  virtual void call(void (*)(void*), void*) {}
  virtual double sum(std::span<const double>) { return 0; }
  virtual void sort(std::span<int>) {}
  // Schedules all of them, as many at a time as this pool can, and returns when they have been run.
  virtual void run_tasks(std::span<EmptyTask>) {}
  // The quicksort of comparison/quicksort.hpp.
  virtual void quicksort(std::span<int>) {}
};

struct PeerKind {
  std::string name;
  std::unique_ptr<Peer> (*start)(std::size_t workers);
  bool forks = false;
  bool takes_calls = false;
  bool adds = false;
  bool sorts = false;
  bool runs_tasks = false;
  bool quicksorts = false;
  // Its processor time is of interest while it has nothing to do.
  bool rests = false;
  // Has no fork and join, and no place beside those that have.
  bool is_lean = false;
  std::size_t most_workers = 2;
  // A program without a pool has one row, not one for each number of workers.
  bool is_sequential = false;
};

template <class P>
std::unique_ptr<Peer> start_peer(std::size_t workers) {
  return std::make_unique<P>(workers);
}

// Adds the benchmarks that a pool of this kind can take part in. Returns true, so that it can be called before main.
bool add_peer(const PeerKind& kind);

inline std::int64_t fib_without_joins(int n) { return n < 2 ? n : fib_without_joins(n - 1) + fib_without_joins(n - 2); }

}  // namespace vigil::comparison
