#pragma once

#include <vigil/checker/sampling.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace vigil::models {

// One way of going through the executions of a model.
struct Search {
  enum class Kind {
    random,  // Relacy: `iterations` schedules at random, from a fixed seed
    bound,   // Relacy: every schedule with at most `bound` preemptions; the checker: every execution
    full,    // every execution; of Relacy, every schedule
    sample,  // the checker: `iterations` executions drawn at random from `seed`
  };
  Kind kind = Kind::random;
  unsigned bound = 0;
  // random and sample: how many; bound and full: the limit that they must end within, 0 for none.
  std::uint64_t iterations = 0;
  checker::Sampling sampling = checker::Sampling::uniform;
  std::uint64_t seed = 0;
  // The checker, bound and full: of executions that differ by an exchange of threads alone, one.
  bool up_to_symmetry = false;

  // A search of the checker that draws a sample, and the sample that it draws.
  [[nodiscard]] static Search of(const checker::Sample& sample) {
    return {.kind = Kind::sample, .iterations = sample.count, .sampling = sample.sampling, .seed = sample.seed};
  }
  [[nodiscard]] checker::Sample sample() const { return {iterations, seed, sampling}; }

  friend bool operator==(const Search&, const Search&) = default;
};

// "random", "context bound 2", "full search", "sample (uniform, seed 1)".
[[nodiscard]] std::string describe(const Search& search);

// What Relacy searches for one model: first `random` executions, then each context bound, then, if asked for,
// everything.
struct Searches {
  std::uint64_t random = 20'000;
  std::vector<unsigned> bounds{2};
  // Ask for the full search only where it ends: one more operation can multiply it by forty.
  bool full = false;
  // A bounded or full search that does not end within so many executions was not done: exit status 3.
  std::uint64_t limit = 2'000'000;
};

// How far Relacy goes: `quick` is what `vigil check` does, `thorough` what `vigil check --full` does. The default of
// quick ends within a few seconds for a model of ordinary size (Relacy runs 0.5 to 1 million executions a second).
//
// A model that is expected to fail is searched until the first violation: at random, then with context bounds 2 and 3,
// then in full, each within its limit, whatever `bounds` and `full` say.
struct SearchPlan {
  Searches quick{};
  Searches thorough{.random = 1'000'000, .bounds = {2, 3}, .full = false, .limit = 100'000'000};
  // Steps of one execution after which it counts as a livelock.
  unsigned depth = 2'000;
};

// For a model so large that no bound is known to end in time. That Relacy found nothing proves nothing.
inline const SearchPlan kAtRandom{.quick = {.random = 20'000, .bounds = {}},
                                  .thorough = {.random = 1'000'000, .bounds = {}}};

// The searches of a plan in the order in which they are done.
[[nodiscard]] std::vector<Search> searches_of(const Searches& wanted, bool until_found);

}  // namespace vigil::models
