#include <lace.h>

#include <comparison/peer.hpp>

namespace {

// TASK_1 defines the functions that SPAWN, CALL and SYNC of a task are, so this is a macro too. `left` is what is taken
// from n for the call that is left to thieves.
#define VIGIL_FIB_BY_LACE(Number, name, left)      \
  TASK_1(Number, name, int, n) {                   \
    if (n < 2) return n;                           \
    SPAWN(name, n - (left));                       \
    const Number b = CALL(name, n - (3 - (left))); \
    const Number a = SYNC(name);                   \
    return a + b;                                  \
  }

VIGIL_FIB_BY_LACE(std::int64_t, fib_of_longs_larger_left, 1)
VIGIL_FIB_BY_LACE(std::int64_t, fib_of_longs_smaller_left, 2)
VIGIL_FIB_BY_LACE(int, fib_of_ints_larger_left, 1)
VIGIL_FIB_BY_LACE(int, fib_of_ints_smaller_left, 2)
VIGIL_FIB_BY_LACE(double, fib_of_doubles_larger_left, 1)
VIGIL_FIB_BY_LACE(double, fib_of_doubles_smaller_left, 2)

#undef VIGIL_FIB_BY_LACE

}  // namespace

namespace vigil::comparison {
namespace {

// There is one in a process. Its workers never sleep, so nothing else is measured of it.
class Lace : public Peer {
 public:
  explicit Lace(std::size_t workers) { lace_start(static_cast<unsigned>(workers), 0); }
  ~Lace() override { lace_stop(); }

  // As in Lace's own benchmark.
  std::int64_t fib(int n) override { return RUN(fib_of_longs_larger_left, n); }
  std::int64_t fib_of_longs(int n, Left left) override {
    return left == Left::kLarger ? RUN(fib_of_longs_larger_left, n) : RUN(fib_of_longs_smaller_left, n);
  }
  int fib_of_ints(int n, Left left) override {
    return left == Left::kLarger ? RUN(fib_of_ints_larger_left, n) : RUN(fib_of_ints_smaller_left, n);
  }
  double fib_of_doubles(int n, Left left) override {
    return left == Left::kLarger ? RUN(fib_of_doubles_larger_left, n) : RUN(fib_of_doubles_smaller_left, n);
  }
};

[[maybe_unused]] const bool added = add_peer({.name = "Lace",
                                              .version = VIGIL_BENCH_LACE_VERSION,
                                              .start = start_peer<Lace>,
                                              .forks = true,
                                              .forks_either_way = true});

}  // namespace
}  // namespace vigil::comparison
