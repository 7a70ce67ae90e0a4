// Does any tree of tasks end as plain functions would?

#include "task_parts.hpp"

#include <vigil/pool/scheduler.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace vigil::task_proofs {

// A tree of tasks that await each other and senders, made of random numbers.
enum class Kind { value, error, stop };
struct Outcome {
  Kind kind;
  int value;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
class Script {
 public:
  explicit Script(std::vector<unsigned> numbers) : numbers_(std::move(numbers)) {}
  unsigned next() { return at_ == numbers_.size() ? 0 : numbers_[at_++]; }

 private:
  std::vector<unsigned> numbers_;
  std::size_t at_ = 0;
};

Outcome run_plainly(Script& script, int depth) {
  int sum = 0;
  for (unsigned left = script.next() % 4; left != 0; --left) {
    const unsigned what = script.next() % 10;
    Outcome outcome{Kind::value, 1};
    if (what < 5 && depth != 0) outcome = run_plainly(script, depth - 1);
    if (what == 8) outcome = {Kind::error, 0};
    if (what == 9) outcome = {Kind::stop, 0};
    if (outcome.kind == Kind::error && script.next() % 2 == 0) outcome = {Kind::value, 100};
    if (outcome.kind != Kind::value) return outcome;
    sum += outcome.value;
  }
  return {Kind::value, sum};
}
template <class Scheduler>
Task<int> run_as_task(Script& script, int depth, Scheduler scheduler) {
  int sum = 0;
  for (unsigned left = script.next() % 4; left != 0; --left) {
    const unsigned what = script.next() % 10;
    int value = 0;
    std::exception_ptr error;
    try {
      if (what < 5 && depth != 0)
        value = co_await run_as_task(script, depth - 1, scheduler);
      else if (what == 8)
        co_await (ex::schedule(scheduler) | ex::then([] { throw std::out_of_range("scripted"); }));
      else if (what == 9)
        co_await ex::just_stopped();
      else if (what % 2 == 0)
        value = co_await ex::just(1);
      else
        value = co_await (ex::schedule(scheduler) | ex::then([] { return 1; }));
    } catch (const std::out_of_range&) {
      error = std::current_exception();
    }
    if (error != nullptr && script.next() % 2 == 0) {
      value = 100;
      error = nullptr;
    }
    if (error != nullptr) std::rethrow_exception(error);
    sum += value;
  }
  co_return sum;
}

RC_GTEST_FIXTURE_PROP(Tasks, EndAsPlainFunctionsDo, (const std::vector<unsigned>& numbers, bool has_scheduler)) {
  ThreadPool pool({.workers = 2});
  const auto scheduler = scheduler_of(pool);
  Script plain(numbers);
  Script script(numbers);
  const Outcome due = run_plainly(plain, 4);
  Outcome seen{Kind::stop, 0};
  try {
    const auto result = has_scheduler ? ex::sync_wait(ex::starts_on(scheduler, run_as_task(script, 4, scheduler)))
                                      : ex::sync_wait(run_as_task(script, 4, scheduler));
    if (result.has_value()) seen = {Kind::value, std::get<0>(*result)};
  } catch (const std::out_of_range&) {
    seen = {Kind::error, 0};
  }
  RC_ASSERT(seen == due);
  RC_ASSERT(Counted::frames == 0);
}

}  // namespace vigil::task_proofs
