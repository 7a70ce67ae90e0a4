#include <comparison/peer.hpp>

// Of peers/chili/lib.rs.
extern "C" {
void* vigil_chili_start(std::size_t workers);
void vigil_chili_stop(void* pool);
std::int64_t vigil_chili_fib(void* pool, std::int32_t n);
}

namespace vigil::comparison {
namespace {

// Fork and join is all that it has.
class Chili : public Peer {
 public:
  explicit Chili(std::size_t workers) : pool_(vigil_chili_start(workers)) {}
  ~Chili() override { vigil_chili_stop(pool_); }

  std::int64_t fib(int n) override { return vigil_chili_fib(pool_, n); }

 private:
  void* pool_;
};

[[maybe_unused]] const bool added =
    add_peer({.name = "chili", .version = VIGIL_BENCH_CHILI_VERSION, .start = start_peer<Chili>, .forks = true});

}  // namespace
}  // namespace vigil::comparison
