#include "guessed_runs.hpp"

#include "thread_steps.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace vigil::litmus {
namespace {

using checker::Effect;
using checker::Event;
using checker::Request;
using Kind = Instruction::Kind;

constexpr unsigned kMostSilentSteps = 10'000;
constexpr std::size_t kMostSteps = 32;       // of one run
constexpr std::size_t kMostRuns = 2000;      // of one thread
constexpr std::size_t kMostVisits = 20'000;  // of operations of one thread

// Of each object: the values that it may have, the initial one included.
using Values = std::vector<std::set<std::uint64_t>>;

// The runs of one thread.
class Guessing {
 public:
  Guessing(const Program& program, unsigned thread, const checker::Options& options, const Values& values)
      : program_(program),
        thread_(thread),
        options_(options),
        model_(checker::make_model(options.memory_model)),
        locations_(program),
        values_(values) {}

  void run() {
    ThreadState first;
    first.registers.assign(program_.threads[thread_].registers.size(), 0);
    go_on(std::move(first));
  }
  [[nodiscard]] std::vector<GuessedRun> take() { return std::move(runs_); }
  [[nodiscard]] bool is_complete() const { return is_complete_; }

 private:
  [[nodiscard]] const Instruction& instruction(const ThreadState& state) const {
    return program_.threads[thread_].code[state.next];
  }

  // Up to the next operation. False if there is none.
  [[nodiscard]] bool come_to_operation(ThreadState& state) {
    for (unsigned steps = 0; state.next < program_.threads[thread_].code.size(); ++steps) {
      if (is_operation(instruction(state).kind)) return true;
      if (steps == kMostSilentSteps) return is_complete_ = false;
      take_silent_step(program_, thread_, state);
    }
    runs_.push_back({steps_, state.registers});
    return false;
  }

  void go_on(ThreadState state) {
    if (!come_to_operation(state)) return;
    if (runs_.size() >= kMostRuns || steps_.size() >= kMostSteps || ++visits_ >= kMostVisits) {
      is_complete_ = false;
      return;
    }
    if (std::ranges::find(unchanged_, state) != unchanged_.end()) return;
    const auto object = object_of(state);
    if (!object) return;
    const Request request = request_at(state, *object);
    if (!reads_location(request.operation)) return take(state, *object, request, 0, 0);
    for (const std::uint64_t value : values_[*object])
      for (unsigned variant = 0; variant != variants(request, value); ++variant)
        take(state, *object, request, value, variant);
  }

  // Nothing outside of the array, which is undefined.
  [[nodiscard]] std::optional<std::uint32_t> object_of(const ThreadState& state) const {
    const Instruction& it = instruction(state);
    if (it.index == kNone) return it.object;
    const Word index = value_of(program_, it.index, state.registers);
    return index < it.extent ? std::optional(it.object + index) : std::nullopt;
  }

  [[nodiscard]] Request request_at(const ThreadState& state, std::uint32_t object) const {
    const auto failures = std::ranges::count_if(steps_, [&](const GuessedRun::Step& step) {
      return step.instruction == state.next && step.event.variant != 0;
    });
    const Chances chances{false, static_cast<unsigned>(failures) < options_.weak_failures};
    Request request = request_of(program_, locations_, thread_, state, object, chances);
    model_->adjust(request);
    return request;
  }

  void take(const ThreadState& state, std::uint32_t object, const Request& request, std::uint64_t value,
            unsigned variant) {
    const Effect effect = effect_of(request, value, variant);
    if (effect.waits) return;
    Event event;
    event.request = request;
    event.variant = static_cast<std::uint8_t>(variant);
    event.reads = effect.reads;
    event.writes = effect.writes;
    event.read = effect.reads ? value : 0;
    event.written = effect.written;
    event.demands = effect.demands;
    ThreadState next = state;
    take_step(program_, thread_, event, next);
    const bool changes = event.writes && !(event.reads && event.written == event.read);
    auto unchanged = changes ? std::vector<ThreadState>() : unchanged_;
    if (!changes) unchanged.push_back(state);
    std::swap(unchanged, unchanged_);
    steps_.push_back({event, object, state.next});
    go_on(std::move(next));
    steps_.pop_back();
    std::swap(unchanged, unchanged_);
  }

  const Program& program_;
  unsigned thread_;
  const checker::Options& options_;
  std::unique_ptr<checker::ConsistencyModel> model_;
  Locations locations_;
  const Values& values_;
  std::vector<GuessedRun::Step> steps_;
  std::vector<ThreadState> unchanged_;  // since the thread last changed anything
  std::vector<GuessedRun> runs_;
  std::size_t visits_ = 0;
  bool is_complete_ = true;
};

bool is_queue_operation(Kind kind) { return kind >= Kind::wait && kind <= Kind::atomic_notify_all; }

// A value that a thread computes from what it reads has a chain of writes behind it, each by another instruction, or by
// another iteration of a loop.
std::size_t most_rounds(const Program& program) {
  std::size_t operations = 0;
  for (const Thread& thread : program.threads)
    operations += static_cast<std::size_t>(
        std::ranges::count_if(thread.code, [](const Instruction& it) { return is_operation(it.kind); }));
  return operations + 1;
}

}  // namespace

GuessedRuns guessed_runs(const Program& program, const checker::Options& options) {
  Values values;
  for (const Object& object : program.objects) values.push_back({object.initial});
  for (std::size_t round = 0;; ++round) {
    GuessedRuns found;
    Values more = values;
    for (unsigned thread = 0; thread != program.threads.size(); ++thread) {
      Guessing guessing(program, thread, options, values);
      guessing.run();
      found.complete = found.complete && guessing.is_complete();
      found.of_thread.push_back(guessing.take());
      for (const GuessedRun& run : found.of_thread.back())
        for (const GuessedRun::Step& step : run.steps)
          if (step.event.writes) more[step.object].insert(step.event.written);
    }
    if (more == values || !found.complete || round == most_rounds(program)) return found;
    values = std::move(more);
  }
}

std::optional<std::string> why_not_guessed(const Program& program) {
  for (const Thread& thread : program.threads)
    for (const Instruction& it : thread.code) {
      if (is_queue_operation(it.kind)) return "Tests that wait for notifications are not explained.";
      if (undefined_order_of(it)) return "The test has a memory order that is undefined for its operation.";
    }
  return std::nullopt;
}

}  // namespace vigil::litmus
