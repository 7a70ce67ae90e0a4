#include <pool/peer.hpp>
#include <taskflow/taskflow.hpp>

namespace vigil::pool_bench {
namespace {

std::int64_t fib_by_subflow(int n, tf::Subflow& flow) {
  if (n < 2) return n;
  std::int64_t a = 0;
  std::int64_t b = 0;
  flow.emplace([&a, n](tf::Subflow& inner) { a = fib_by_subflow(n - 1, inner); });
  flow.emplace([&b, n](tf::Subflow& inner) { b = fib_by_subflow(n - 2, inner); });
  flow.join();
  return a + b;
}

class Taskflow : public Peer {
 public:
  explicit Taskflow(std::size_t workers) : executor_(workers) {}

  std::int64_t fib(int n) override {
    std::int64_t result = 0;
    tf::Taskflow taskflow;
    taskflow.emplace([&](tf::Subflow& flow) { result = fib_by_subflow(n, flow); });
    executor_.run(taskflow).wait();
    return result;
  }
  void call(void (*job)(void*), void* context) override {
    executor_.async([=] { job(context); }).wait();
  }

 private:
  tf::Executor executor_;
};

[[maybe_unused]] const bool added =
    add_peer({.name = "Taskflow", .start = start_peer<Taskflow>, .forks = true, .takes_calls = true, .rests = true});

}  // namespace
}  // namespace vigil::pool_bench
