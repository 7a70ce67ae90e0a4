#include "deadline.hpp"
#include "finding.hpp"
#include "walk.hpp"

#include <vigil/checker/check.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <random>

namespace vigil::checker {
namespace {

// Whom to let go on, and how fresh a value to read.
class Chance {
 public:
  Chance(Sampling sampling, std::uint64_t seed) : sampling_(sampling), random_(seed) {
    const auto first = priorities_.begin(), others = first + kFirst;
    std::iota(first, others, 0U);
    std::shuffle(first, others, random_);
    for (auto each = first; each != others; ++each) *each = kChanges + *each * kApart;
    for (auto& step : changes_) step = below(kTypicalSteps);
    // What is drawn for a few threads does not depend on how many there may be.
    std::mt19937_64 random_of_others(~seed);
    std::uniform_int_distribution<unsigned> between(kChanges, kChanges + kFirst * kApart - 1);
    std::generate(others, priorities_.end(), [&] { return between(random_of_others); });
  }

  [[nodiscard]] unsigned thread(const std::vector<unsigned>& ready) {
    if (sampling_ == Sampling::uniform) return ready[below(ready.size())];
    const auto lower = [this](unsigned a, unsigned b) { return priorities_[a] < priorities_[b]; };
    // PCT: at a few steps, drawn beforehand, the thread that would go on falls behind all others.
    for (unsigned change = 0; change != kChanges; ++change)
      if (changes_[change] == step_) priorities_[*std::max_element(ready.begin(), ready.end(), lower)] = change;
    ++step_;
    return *std::max_element(ready.begin(), ready.end(), lower);
  }
  [[nodiscard]] unsigned placement(std::size_t ways) {
    constexpr std::size_t kFreshOfTen = 8;
    if (sampling_ == Sampling::priorities && below(10) < kFreshOfTen) return 0;
    return static_cast<unsigned>(below(ways));
  }

 private:
  static constexpr unsigned kFirst = 8;
  static constexpr unsigned kApart = 1U << 20U;  // the priorities of the first threads, so that others come between
  static constexpr unsigned kChanges = 3;
  static constexpr std::size_t kTypicalSteps = 60;

  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  Sampling sampling_;
  std::mt19937_64 random_;
  std::array<unsigned, kMostThreads> priorities_{};
  std::array<std::size_t, kChanges> changes_{};
  std::size_t step_ = 0;
};

// Whether the search goes on after this execution.
bool count(const Ending& ending, const Walk& walk, const Options& options, Result& result) {
  result.most_events = std::max<std::uint64_t>(result.most_events, walk.graph().size());
  if (ending.kind == Ending::Kind::stale) ++result.blocked;
  if (ending.kind == Ending::Kind::bounded) ++result.bounded;
  if (ending.is_whole) {
    ++result.executions;
    ++result.executions_in_all;
  }
  if (ending.stop != Stop::none) {
    result.stop = ending.stop;
    result.limit = ending.limit;
  }
  if (ending.kind == Ending::Kind::violated) {
    ++result.violating;
    if (!ending.is_whole) ++result.cut_short;
    if (!result.finding) result.finding = Finding{ending.violation, ending.what, write_choices(walk.choices())};
    if (!options.count_violations) result.stop = Stop::violation;
  }
  if (result.stop != Stop::none) return false;
  if (options.deadline && std::chrono::steady_clock::now() >= *options.deadline) result.stop = Stop::deadline;
  if (options.on_progress && !options.on_progress({result.executions, result.blocked, 0}))
    result.stop = Stop::interrupted;
  return result.stop == Stop::none;
}

// Each execution has a seed of its own, so that one of them can be drawn again.
void draw_one(Walk& walk, Sampling sampling, std::uint64_t seed, bool records) {
  do {
    Chance chance(sampling, seed);
    walk.begin(records);
    for (auto ready = walk.ready(); !ready.empty(); ready = walk.ready()) {
      const unsigned thread = chance.thread(ready);
      walk.step({thread, chance.placement(walk.ways(thread))});
    }
  } while (walk.begins_again());
}

Result draw_all(const ModelCode& code, const Options& options, const Sample& sample) {
  const DeadlineAlarm alarm(options.deadline);
  Walk walk(code, options);
  Result result;
  for (std::uint64_t i = 0; i != sample.count; ++i) {
    draw_one(walk, sample.sampling, sample.seed + i, false);
    if (!count(walk.finish(), walk, options, result)) break;
  }
  return result;
}

}  // namespace

Result sample(const ModelCode& code, const Options& options, const Sample& sample) {
  if (options.most_preemptions) throw std::invalid_argument("a sample has no bound on preemptions");
  Result result = draw_all(code, options, sample);
  if (result.finding) result.finding = in_trace_order(code, options, *result.finding);
  return result;
}

RecordedExecution draw(const ModelCode& code, const Options& options, Sampling sampling, std::uint64_t seed) {
  Walk walk(code, options);
  draw_one(walk, sampling, seed, true);
  return walk.recorded();
}

}  // namespace vigil::checker
