// Relacy's full search of the deque with one thief: prints the number of executions and the seconds of processor time.
// A separate program, because Relacy replaces the global `new` and `delete`.

#include "checker/jobs.hpp"

#include <cstdio>
#include <ctime>
#include <sstream>

#include <vigil/model/relacy_include.hpp>

namespace {

// The smallest layer on which Relacy runs the model. It does not record, as the layer of the project's models does.
struct RelacyLayer {
  static constexpr rl::memory_order order(std::memory_order order) {
    switch (order) {
      case std::memory_order_relaxed:
        return rl::mo_relaxed;
      case std::memory_order_consume:
      case std::memory_order_acquire:
        return rl::mo_acquire;
      case std::memory_order_release:
        return rl::mo_release;
      case std::memory_order_acq_rel:
        return rl::mo_acq_rel;
      case std::memory_order_seq_cst:
        break;
    }
    return rl::mo_seq_cst;
  }
  static inline const rl::debug_info kNowhere;

  template <class T>
  class atomic {
   public:
    explicit atomic(T value = T()) : value_(value) {}
    [[nodiscard]] T load(std::memory_order wanted) const { return value_.load(order(wanted), kNowhere); }
    void store(T value, std::memory_order wanted) { value_.store(value, order(wanted), kNowhere); }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return value_.compare_exchange_strong(expected, desired, order(success), kNowhere, order(failure), kNowhere);
    }

   private:
    rl::atomic<T> value_;
  };
  static void fence(std::memory_order wanted) { rl::atomic_thread_fence(order(wanted), kNowhere); }
  static void require(bool condition, const char* what) {
    if (!condition) rl::ctx().fail_test(what, rl::test_result_user_assert_failed, kNowhere);
  }
};

struct Suite : rl::test_suite<Suite, 2> {
  vigil::bench::Jobs<RelacyLayer, 1> jobs;
  void thread(unsigned index) { index == 0 ? jobs.owner() : jobs.thief<1>(); }
  void after() { jobs.finish(); }
};

}  // namespace

int main() {
  rl::test_params parameters;
  std::ostringstream report;
  parameters.search_type = rl::fair_full_search_scheduler_type;
  parameters.output_stream = &report;
  parameters.progress_stream = &report;
  const std::clock_t begin = std::clock();
  const bool holds = rl::simulate<Suite>(parameters);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (!holds) std::fputs(report.str().c_str(), stderr);
  std::printf("%llu %.6f\n", static_cast<unsigned long long>(parameters.stop_iteration), seconds);
  return holds ? 0 : 1;
}
