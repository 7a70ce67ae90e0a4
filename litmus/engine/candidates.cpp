#include "candidates.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace vigil::litmus {
namespace {

constexpr std::size_t kMostCombinations = 20'000;  // of the runs of threads
constexpr std::size_t kMostCandidates = 5000;

// What a conjunction says of one thread's registers need not wait for the other threads.
bool may_end_so(const Condition& condition, std::uint32_t thread, const std::vector<Word>& registers) {
  if (condition.kind == Condition::Kind::register_is && condition.thread == thread)
    return registers[condition.number] == condition.value;
  if (condition.kind != Condition::Kind::conjunction) return true;
  return std::ranges::all_of(condition.parts,
                             [&](const Condition& part) { return may_end_so(part, thread, registers); });
}

class Combining {
 public:
  Combining(const Test& test, const checker::Options& options,
            const std::function<void(const CandidateExecution&)>& visit)
      : test_(test), runs_(guessed_runs(test.program, options)), visit_(visit), is_complete_(runs_.complete) {
    if (!test.condition) return;
    for (std::uint32_t thread = 0; thread != runs_.of_thread.size(); ++thread)
      std::erase_if(runs_.of_thread[thread],
                    [&](const GuessedRun& run) { return !may_end_so(*test.condition, thread, run.registers); });
  }

  bool run() {
    choose_run(0);
    return is_complete_;
  }

 private:
  [[nodiscard]] bool is_over() const { return !is_complete_ && (combinations_ > kMostCombinations || has_too_many()); }
  [[nodiscard]] bool has_too_many() const { return candidates_ > kMostCandidates; }

  void choose_run(std::size_t thread) {
    if (thread == runs_.of_thread.size()) return combine();
    for (const GuessedRun& run : runs_.of_thread[thread]) {
      chosen_.push_back(&run);
      choose_run(thread + 1);
      chosen_.pop_back();
      if (is_over()) return;
    }
  }

  void combine() {
    if (++combinations_ > kMostCombinations) {
      is_complete_ = false;
      return;
    }
    candidate_ = {};
    candidate_.graph.orders.resize(test_.program.objects.size());
    for (unsigned thread = 0; thread != chosen_.size(); ++thread)
      for (const GuessedRun::Step& step : chosen_[thread]->steps) {
        EventGraph::Node node = node_of(thread, step.event);
        if (has_location(step.event.request.operation)) node.location = static_cast<int>(step.object);
        if (node.writes) candidate_.graph.orders[step.object].push_back(static_cast<unsigned>(candidate_.steps.size()));
        candidate_.graph.nodes.push_back(node);
        candidate_.steps.push_back(&step);
      }
    if (!candidate_.graph.fits())
      is_complete_ = false;
    else
      choose_source(0);
  }

  void choose_source(unsigned number) {
    auto& nodes = candidate_.graph.nodes;
    while (number != nodes.size() && !nodes[number].reads) ++number;
    if (number == nodes.size()) return choose_order(0);
    const std::uint64_t value = candidate_.steps[number]->event.read;
    const auto object = static_cast<std::uint32_t>(nodes[number].location);
    if (value == test_.program.objects[object].initial) {
      nodes[number].source = EventGraph::kInitial;
      choose_source(number + 1);
    }
    for (const unsigned write : writes_of(object)) {
      if (is_over()) return;
      if (write == number || candidate_.steps[write]->event.written != value) continue;
      nodes[number].source = static_cast<int>(write);
      choose_source(number + 1);
    }
  }

  // In no particular order, while the orders are not chosen yet.
  [[nodiscard]] std::vector<unsigned> writes_of(std::uint32_t object) const { return candidate_.graph.orders[object]; }

  void choose_order(std::uint32_t object) {
    if (object == candidate_.graph.orders.size()) return found();
    auto& order = candidate_.graph.orders[object];
    std::ranges::sort(order);
    do {
      choose_order(object + 1);
    } while (!is_over() && std::ranges::next_permutation(order).found);
  }

  void found() {
    if (test_.condition && !ends_so()) return;
    if (++candidates_ > kMostCandidates)
      is_complete_ = false;
    else
      visit_(candidate_);
  }

  [[nodiscard]] bool ends_so() const {
    return is_satisfied(
        *test_.condition,
        [&](std::uint32_t thread, std::uint32_t number) { return chosen_[thread]->registers[number]; },
        [&](std::uint32_t object) {
          const auto& order = candidate_.graph.orders[object];
          return order.empty() ? test_.program.objects[object].initial
                               : static_cast<Word>(candidate_.steps[order.back()]->event.written);
        });
  }

  const Test& test_;
  GuessedRuns runs_;
  const std::function<void(const CandidateExecution&)>& visit_;
  bool is_complete_;
  std::vector<const GuessedRun*> chosen_;
  CandidateExecution candidate_;
  std::size_t combinations_ = 0;
  std::size_t candidates_ = 0;
};

}  // namespace

bool for_each_candidate(const Test& test, const checker::Options& options,
                        const std::function<void(const CandidateExecution&)>& visit) {
  return Combining(test, options, visit).run();
}

}  // namespace vigil::litmus
