#include "soak.hpp"

#include "crash.hpp"
#include "parts.hpp"
#include "pest.hpp"
#include "state.hpp"
#include "thread_list.hpp"
#include "watchdog.hpp"

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>

namespace vigil::soak {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> is_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void stop_after_this_round(int number) {
  is_stopped = true;
  // A second one ends the program at once.
  ::signal(number, SIG_DFL);
}

std::uint64_t seed_of(std::uint64_t seed, std::size_t part, std::uint64_t round) {
  testing::Random random(seed);
  testing::Random of_part(random.next() + part);
  // Fewer bits than a number of JSON has for every reader.
  return testing::Random(of_part.next() + round).next() >> 16;
}

class Soak {
 public:
  Soak(const Options& options, State state)
      : options_(options),
        state_(std::move(state)),
        watchdog_(options.stall, [this](auto done, auto jobs) { stalled(done, jobs); }) {
    Pest::prepare();
    for (std::size_t part = 0; part != kParts.size(); ++part) {
      const std::string name(kParts[part].name);
      const auto& wanted = options.parts;
      if (wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end()) {
        parts_.push_back(part);
        state_.parts[name];
      }
    }
  }

  int run() {
    save();
    const auto begin = Clock::now();
    auto saved = begin;
    while (!is_over(begin)) {
      if (is_stopped) {
        save();
        return kStopped;
      }
      const std::size_t part = next_part();
      const bool is_good = run_round(part, seed_of(state_.seed, part, state_of(part).begun));
      if (!is_good || Clock::now() - saved > std::chrono::seconds(2)) {
        save();
        saved = Clock::now();
      }
      if (!is_good) return kFound;
    }
    save();
    return kDone;
  }

  int replay(std::size_t part, std::uint64_t seed) {
    if (!run_round(part, seed)) return kFound;
    std::cout << kParts[part].name << ", seed " << seed << ": " << state_of(part).jobs << " jobs ran once\n";
    return kDone;
  }

  [[nodiscard]] const State& state() const { return state_; }

 private:
  PartState& state_of(std::size_t part) { return state_.parts.at(std::string(kParts[part].name)); }

  [[nodiscard]] bool is_over(Clock::time_point begin) {
    if (options_.jobs_total != 0 && state_.total().jobs >= options_.jobs_total) return true;
    return options_.seconds > 0 && Clock::now() - begin >= std::chrono::duration<double>(options_.seconds);
  }
  // The one that has had the least time.
  [[nodiscard]] std::size_t next_part() {
    return *std::min_element(parts_.begin(), parts_.end(), [this](std::size_t a, std::size_t b) {
      return state_of(a).seconds < state_of(b).seconds;
    });
  }

  // Whether nothing was found.
  bool run_round(std::size_t part, std::uint64_t seed) {
    {
      const std::lock_guard lock(mutex_);
      running_ = {std::string(kParts[part].name), state_of(part).begun, seed, ""};
      ++state_of(part).begun;
    }
    const auto begin = Clock::now();
    announce(kParts[part].name, seed);
    watchdog_.begin();
    const std::string finding = finding_of(part, seed);
    watchdog_.end();
    const std::lock_guard lock(mutex_);
    PartState& state = state_of(part);
    state.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    const FaultCounts faults = take_counts();
    for (std::size_t fault = 0; fault != kFaults; ++fault) state.faults[fault] += faults[fault];
    state.last_seed = seed;
    if (!finding.empty()) {
      report(finding);
      return false;
    }
    ++state.rounds;
    state.jobs += jobs_of_round_;
    return true;
  }

  // What went wrong; empty if nothing did.
  std::string finding_of(std::size_t part, std::uint64_t seed) {
    try {
      Round round(seed, options_.faults, options_.plant, watchdog_);
      {
        const Pest pest(seed, round.has(Fault::signal), round.has(Fault::stopped_thread));
        kParts[part].run(round);
      }
      jobs_of_round_ = round.jobs_done();
      return {};
    } catch (const std::exception& error) {
      return error.what();
    } catch (const char* what) {
      return what;
    }
  }

  void report(const std::string& what) {
    running_.what = what;
    state_.findings.push_back(running_);
    std::cout.flush();
    std::fprintf(stderr, "vigil_soak: part %s, round %llu, seed %llu: %s\nagain: vigil_soak --replay %s %llu%s\n",
                 running_.part.c_str(), static_cast<unsigned long long>(running_.round),
                 static_cast<unsigned long long>(running_.seed), what.c_str(), running_.part.c_str(),
                 static_cast<unsigned long long>(running_.seed), options_.fault_arguments.c_str());
  }

  // On the watchdog's thread. The round cannot be left, so the program ends.
  void stalled(std::uint64_t done, std::uint64_t jobs) {
    const std::lock_guard lock(mutex_);
    report("no job ran for " + std::to_string(options_.stall.count()) + " seconds: a missed wake. " +
           std::to_string(done) + " of " + std::to_string(jobs) + " jobs had run");
    ThreadList::print_stacks();
    if (options_.replay_part.empty() && !options_.state.empty()) {
      try {
        write_state(options_.state, state_);
      } catch (const NotWritten& error) {
        std::fprintf(stderr, "vigil_soak: %s\n", error.what());
      }
    }
    std::_Exit(kFound);
  }

  void save() {
    const std::lock_guard lock(mutex_);
    if (!options_.state.empty()) write_state(options_.state, state_);
  }

  const Options& options_;
  std::mutex mutex_;
  State state_;
  std::vector<std::size_t> parts_;
  Finding running_;
  std::uint64_t jobs_of_round_ = 0;
  Watchdog watchdog_;
};

State state_to_go_on_from(const Options& options) {
  State state;
  if (options.seed) state.seed = *options.seed;
  if (options.state.empty()) return state;
  const std::optional<State> before = read_state(options.state);
  if (!before) return state;
  if (options.seed && *options.seed != before->seed)
    throw NoState(options.state + " is the state of a run with the seed " + std::to_string(before->seed) + ", not " +
                  std::to_string(*options.seed));
  return *before;
}

}  // namespace

int soak(const Options& options) {
  ::signal(SIGINT, &stop_after_this_round);
  ::signal(SIGTERM, &stop_after_this_round);
  try {
    Soak soak(options, state_to_go_on_from(options));
    const int status = soak.run();
    print_table(std::cout, soak.state());
    return status;
  } catch (const NoState& error) {
    std::cerr << "vigil_soak: " << error.what() << '\n';
    return kRefused;
  } catch (const NotWritten& error) {
    std::cerr << "vigil_soak: " << error.what() << '\n';
    return kNotWritten;
  }
}

int replay(const Options& options) {
  const auto* const part =
      std::find_if(kParts.begin(), kParts.end(), [&](const Part& known) { return known.name == options.replay_part; });
  return Soak(options, State()).replay(static_cast<std::size_t>(part - kParts.begin()), options.replay_seed);
}

}  // namespace vigil::soak
