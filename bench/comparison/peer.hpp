#pragma once

#include <vigil/lean/task.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// The interface of every pool in the comparison. A measurement makes one virtual call for a whole tree of joins or a
// whole array, so the call does not affect the figures. The code of a peer is compiled as its users compile it.
namespace vigil::comparison {

using namespace lean;

// A task that does no work. It counts its runs, so that a lost task is detected.
class EmptyTask : public Task<> {
 public:
  EmptyTask() : Task(&count) {}
  [[nodiscard]] unsigned runs() const { return runs_; }

 private:
  static void count(Task<>& task) noexcept { ++static_cast<EmptyTask&>(task).runs_; }

  unsigned runs_ = 0;
};

// Which of the two calls of fib a pool leaves to thieves: that of n - 1, or that of n - 2. Each pool is faster one way,
// and not all of them the same way.
enum class Left { kLarger, kSmaller };

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  // fib without cutoff: a fork and a join for each number above 1 in the tree of calls.
  virtual std::int64_t fib(int) { return 0; }
  // The same for numbers that compilers treat differently.
  virtual std::int64_t fib_of_longs(int, Left) { return 0; }
  virtual int fib_of_ints(int, Left) { return 0; }
  virtual double fib_of_doubles(int, Left) { return 0; }
  // Makes a worker run `job(context)`, and waits for its end, as a thread from outside does with this pool.
  virtual void call(void (*)(void*), void*) {}
  virtual double sum(std::span<const double>) { return 0; }
  virtual void sort(std::span<int>) {}
  // Schedules all tasks, in batches as large as this pool allows, and returns when they have run.
  virtual void run_tasks(std::span<EmptyTask>) {}
  // The quicksort of comparison/quicksort.hpp.
  virtual void quicksort(std::span<int>) {}
};

struct PeerKind {
  std::string name;
  // As the library itself or its build says. Empty for what is compiled from this tree.
  std::string version = {};
  std::unique_ptr<Peer> (*start)(std::size_t workers);
  bool forks = false;
  bool forks_either_way = false;
  bool takes_calls = false;
  bool adds = false;
  bool sorts = false;
  bool runs_tasks = false;
  bool quicksorts = false;
  // Its processor time while idle is measured.
  bool rests = false;
  // Has no fork and join, so it is not compared with pools that have.
  bool is_lean = false;
  std::size_t most_workers = 2;
  // A program without a pool. It has one row, not one for each number of workers.
  bool is_sequential = false;
};

template <class P>
std::unique_ptr<Peer> start_peer(std::size_t workers) {
  return std::make_unique<P>(workers);
}

// Adds the benchmarks that a pool of this kind supports. Returns true, so that it can be called before main.
bool add_peer(const PeerKind& kind);

// The recursion of the pools, without forks and joins. No compiler inlines a pool's function into itself, but g++ would
// inline this one many levels deep, which saves most of its calls. With `noinline`, g++ and clang++ keep the first call
// and make a loop of the second one.
[[gnu::noinline]] std::int64_t fib_without_joins(int n);

}  // namespace vigil::comparison
