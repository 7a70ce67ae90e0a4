// Random programs in slices: the parts go through a store that loses some of what it is given.

#include "as_litmus.hpp"
#include "random_programs.hpp"
#include "runner.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/checker/frontier.hpp>

#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace vigil::conformance {
namespace {

using checker::FrontierWorker;
using checker::Result;

// Lends any part, splits, and loses one commit in five.
class LossyStore : public checker::Frontier {
 public:
  LossyStore(std::string whole, std::uint64_t seed) : random_(seed) { parts_[next_++] = std::move(whole); }

  Claim claim() override {
    if (total.stop != checker::Stop::none || parts_.empty()) return {Next::ended, 0, 0, {}, {}};
    auto part = parts_.begin();
    std::advance(part, static_cast<std::ptrdiff_t>(random_() % parts_.size()));
    return {Next::item, part->first, begun_, part->second, known_};
  }
  Outcome commit(const Claim& claim, const Contribution& contribution) override {
    if (random_() % 5 == 0) return Outcome::dropped;
    known_ = {known_.version + 1, contribution.knowledge.bytes};
    if (contribution.begins_again) {
      ++begun_;
      parts_.clear();
      total = {};
    }
    parts_.erase(claim.item);
    add(total, contribution.result);
    for (const auto& part : contribution.rest) parts_[next_++] = part;
    return Outcome::counted;
  }
  void release(const Claim& /*claim*/) override {}
  checker::SharedKnowledge knowledge() override { return known_; }
  unsigned wanted() override { return static_cast<unsigned>(random_() % 3); }

  Result total;

 private:
  std::map<std::uint64_t, std::string> parts_;
  std::uint64_t next_ = 1, begun_ = 0;
  checker::SharedKnowledge known_;
  std::mt19937_64 random_;
};

std::string counts(const Result& result) {
  std::string text;
  for (const std::uint64_t count :
       {result.executions, result.executions_in_all, result.blocked, result.violating, result.cut_short, result.bounded,
        result.most_events, std::uint64_t{result.undeclared_waits}, static_cast<std::uint64_t>(result.stop)})
    text += std::to_string(count) + ' ';
  return text;
}

// Empty if there is none. `number`: of the program, which also chooses how it is searched.
std::string difference_in_slices(std::uint64_t number, const litmus::Program& program) {
  constexpr std::uint64_t kMost = 5'000;
  constexpr std::array kLoops{Loops::plain, Loops::declared};
  const auto memory_model = checker::kMemoryModels[number % checker::kMemoryModels.size()];
  const Loops loops = kLoops[number / checker::kMemoryModels.size() % kLoops.size()];
  const auto code = code_of(program, loops);
  auto options = options_for(memory_model, loops);
  options.most_executions = kMost;
  const Result whole = checker::check(code, options);
  if (whole.stop == checker::Stop::executions) return {};
  Result total;
  {
    FrontierWorker worker(code, options, "program");
    LossyStore store(worker.whole_search(), number);
    (void)worker.work(store, {.executions = 1 + number % 7}, [] { return true; });
    total = store.total;
  }
  conclude(total, code, options);
  if (counts(total) == counts(whole)) return {};
  return "in slices " + counts(total) + ", and whole " + counts(whole);
}

class RandomProgramsInSlices : public testing::TestWithParam<Family> {};

TEST_P(RandomProgramsInSlices, HaveTheSameCounts) {
  EXPECT_EQ(first_failure(GetParam(),
                          [](std::uint64_t number, const rc::Shrinkable<Program>& program, rc::Random& /*random*/) {
                            return difference_in_slices(number, as_litmus(program.value()));
                          }),
            "");
}

INSTANTIATE_TEST_SUITE_P(Families, RandomProgramsInSlices, testing::ValuesIn(families().begin(), families().end()),
                         [](const auto& each) { return identifier(each.param.name); });

}  // namespace
}  // namespace vigil::conformance
