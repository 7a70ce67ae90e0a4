#include <lace.h>

#include <comparison/peer.hpp>

namespace {

// The macro defines the functions that SPAWN, CALL and SYNC of a task are. Which number is spawned is as in Lace's own
// benchmark: the other way round is slower.
TASK_1(std::int64_t, fib, int, n) {
  if (n < 2) return n;
  SPAWN(fib, n - 1);
  const std::int64_t b = CALL(fib, n - 2);
  const std::int64_t a = SYNC(fib);
  return a + b;
}

TASK_1(int, fib_of_ints, int, n) {
  if (n < 2) return n;
  SPAWN(fib_of_ints, n - 1);
  const int b = CALL(fib_of_ints, n - 2);
  const int a = SYNC(fib_of_ints);
  return a + b;
}

TASK_1(double, fib_of_doubles, int, n) {
  if (n < 2) return n;
  SPAWN(fib_of_doubles, n - 1);
  const double b = CALL(fib_of_doubles, n - 2);
  const double a = SYNC(fib_of_doubles);
  return a + b;
}

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
