#include <vigil/pool/parallel_scheduler.hpp>

#include <cstdio>
#include <memory>

namespace replacement = vigil::execution::parallel_scheduler_replacement;

// Linked into the program, this replaces the pool that get_parallel_scheduler() would start.
std::shared_ptr<replacement::parallel_scheduler_backend> replacement::query_parallel_scheduler_backend() {
  static const auto kBackend = [] {
    std::puts("two workers");
    return std::make_shared<vigil::PoolBackend>(vigil::PoolOptions{.workers = 2});
  }();
  return kBackend;
}
