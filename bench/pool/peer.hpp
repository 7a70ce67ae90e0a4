#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

// What every pool in the comparison is asked to do. A call through here is one virtual call for a whole tree of joins
// or a whole array, so it costs nothing that is measured; what a peer does inside is compiled as its users compile it.
namespace vigil::pool_bench {

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
};

struct PeerKind {
  std::string name;
  std::unique_ptr<Peer> (*start)(std::size_t workers);
  bool forks = false;
  bool takes_calls = false;
  bool adds = false;
  bool sorts = false;
  // Its processor time is of interest while it has nothing to do.
  bool rests = false;
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

}  // namespace vigil::pool_bench
