#include <lace.h>

#include <comparison/peer.hpp>

namespace {

// TASK_1 defines the functions that SPAWN, CALL and SYNC of a task are, so this is a macro too. Which number is spawned
// is as in Lace's own benchmark: the other way round is slower.
#define VIGIL_FIB_BY_LACE(Number, name) \
  TASK_1(Number, name, int, n) {        \
    if (n < 2) return n;                \
    SPAWN(name, n - 1);                 \
    const Number b = CALL(name, n - 2); \
    const Number a = SYNC(name);        \
    return a + b;                       \
  }

VIGIL_FIB_BY_LACE(std::int64_t, fib)
VIGIL_FIB_BY_LACE(int, fib_of_ints)
VIGIL_FIB_BY_LACE(double, fib_of_doubles)

#undef VIGIL_FIB_BY_LACE

}  // namespace

namespace vigil::comparison {
namespace {

// There is one in a process. Its workers never sleep, so nothing else is measured of it.
class Lace : public Peer {
 public:
  explicit Lace(std::size_t workers) { lace_start(static_cast<unsigned>(workers), 0); }
  ~Lace() override { lace_stop(); }

  std::int64_t fib(int n) override { return RUN(fib, n); }
  int fib_of_ints(int n) override { return RUN(fib_of_ints, n); }
  double fib_of_doubles(int n) override { return RUN(fib_of_doubles, n); }
};

[[maybe_unused]] const bool added = add_peer({.name = "Lace",
                                              .version = VIGIL_BENCH_LACE_VERSION,
                                              .start = start_peer<Lace>,
                                              .forks = true,
                                              .forks_other_numbers = true});

}  // namespace
}  // namespace vigil::comparison
