#include <comparison/peer.hpp>

// Of peers/rayon/lib.rs.
extern "C" {
const char* vigil_rayon_version();
void* vigil_rayon_start(std::size_t workers);
void vigil_rayon_stop(void* pool);
std::int64_t vigil_rayon_fib(void* pool, std::int32_t n);
void vigil_rayon_call(void* pool, void (*job)(void*), void* context);
double vigil_rayon_sum(void* pool, const double* values, std::size_t count);
void vigil_rayon_sort(void* pool, std::int32_t* values, std::size_t count);
void vigil_rayon_quicksort(void* pool, std::int32_t* values, std::size_t count);
// run(task) for each of `count` tasks, which are `bytes` apart.
void vigil_rayon_run_tasks(void* pool, void* tasks, std::size_t count, std::size_t bytes, void (*run)(void*));
}

namespace vigil::comparison {
namespace {

class Rayon : public Peer {
 public:
  explicit Rayon(std::size_t workers) : pool_(vigil_rayon_start(workers)) {}
  ~Rayon() override { vigil_rayon_stop(pool_); }

  std::int64_t fib(int n) override { return vigil_rayon_fib(pool_, n); }
  void call(void (*job)(void*), void* context) override { vigil_rayon_call(pool_, job, context); }
  double sum(std::span<const double> values) override { return vigil_rayon_sum(pool_, values.data(), values.size()); }
  void sort(std::span<int> values) override { vigil_rayon_sort(pool_, values.data(), values.size()); }

  void run_tasks(std::span<EmptyTask> tasks) override {
    vigil_rayon_run_tasks(pool_, tasks.data(), tasks.size(), sizeof(EmptyTask),
                          [](void* task) { static_cast<EmptyTask*>(task)->run(); });
  }
  void quicksort(std::span<int> values) override { vigil_rayon_quicksort(pool_, values.data(), values.size()); }

 private:
  void* pool_;
};

[[maybe_unused]] const bool added = add_peer({.name = "Rayon",
                                              .version = vigil_rayon_version(),
                                              .start = start_peer<Rayon>,
                                              .forks = true,
                                              .takes_calls = true,
                                              .adds = true,
                                              .sorts = true,
                                              .runs_tasks = true,
                                              .quicksorts = true,
                                              .rests = true});

}  // namespace
}  // namespace vigil::comparison
