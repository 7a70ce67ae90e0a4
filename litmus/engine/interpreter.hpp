#pragma once

#include "recorder.hpp"
#include "runner.hpp"
#include "safety.hpp"
#include "standstill.hpp"
#include "thread_steps.hpp"

#include <vigil/checker/options.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vigil::litmus {

// Runs a program along an execution graph, without native code: no stacks, no threads, no signals. It runs wherever the
// search does, a browser included.
//
// Threads run in the same order as the runtime of native models runs them: the leftmost that can go on does, before a
// read returns its source has been run, and an operation that would only wait is added last. So a search has the same
// executions, and blocks as often.
//
// A plain object is memory of the run, whose races are found as those of a model's variables are. An atomic that some
// instruction accesses without being atomic is a location like any other atomic, and its races are looked for apart.
//
// A loop waits if the thread comes back to the same instruction with the same registers, holding the same mutexes, and
// has changed nothing in between. All of that is compared exactly. A plain store of another value counts as a change,
// even if a later one takes it back.
class Interpreter final : public checker::Runner {
 public:
  // Both must outlive it. Throws std::invalid_argument if the program has no threads or too many, or too many objects.
  Interpreter(const Program& program, const checker::Options& options);

  const checker::Ending& run(checker::Graph& graph, checker::Extender& extender) override;
  [[nodiscard]] bool undeclared_waits() const override { return undeclared_waits_; }
  // Which threads try to lock a mutex stands in the program.
  [[nodiscard]] bool is_contradicted() const override { return false; }
  // A program starts no threads.
  void part_started_threads() override {}
  void begin_again() override {}

  // ---- of the last run
  [[nodiscard]] const checker::Ending& ending() const { return ending_; }
  [[nodiscard]] const std::vector<Word>& registers(unsigned thread) const { return threads_[thread].at.registers; }
  [[nodiscard]] Word newest(std::uint32_t object) const;
  // Runs along the whole graph once more, and writes down what the threads do.
  [[nodiscard]] checker::RecordedExecution record(const checker::Graph& graph);

 private:
  // What the thread is when it asks for an operation: an iteration that comes back to it changed nothing.
  struct Snapshot {
    ThreadState at;
    std::uint64_t held = 0;
  };
  struct ThreadRun {
    enum class State : std::uint8_t { ready, postponed, waiting, bounded, ended };
    State state = State::ready;
    ThreadState at;
    unsigned position = 0;   // its next event
    unsigned streak = 0;     // its first event after the last that changed anything
    std::uint64_t held = 0;  // the mutexes that it holds, a bit each
    unsigned spurious_wakes = 0;
    std::vector<unsigned> weak_failures;  // of each instruction
    std::vector<Snapshot> snapshots;      // before each event
    checker::Request postponed_request;
  };
  static constexpr unsigned kToTheEnd = ~0U;

  // Without an extender, each thread stops where the graph ends.
  void run(checker::Graph& graph, checker::Extender* extender);
  void begin(checker::Graph& graph);
  void run_threads();
  [[nodiscard]] std::optional<unsigned> next_thread();
  // Up to its event at `goal`, or until it can do no more.
  void go_on(unsigned thread, unsigned goal);
  // Up to the next operation that is an event. False if the thread has ended, or the run has.
  [[nodiscard]] bool come_to_operation(unsigned thread);
  // Whether the instruction accesses memory of the run.
  [[nodiscard]] bool is_on_memory(const Instruction& instruction) const;
  void take_plain_step(unsigned thread, const Instruction& instruction);
  // Of an access to an atomic, some of whose accesses are not atomic.
  void look_for_race(unsigned thread, std::uint32_t object, bool is_plain, checker::EventId id);
  [[nodiscard]] bool is_misuse(unsigned thread, const Instruction& instruction);
  [[nodiscard]] std::uint32_t object_of(unsigned thread, const Instruction& instruction);
  [[nodiscard]] checker::Request next_request(unsigned thread);
  // Adds the event that the thread asks for. False if there is none now.
  [[nodiscard]] bool add(unsigned thread, checker::Request request, bool was_postponed);
  [[nodiscard]] std::optional<unsigned> begin_of_iteration(unsigned thread, const checker::Request& request) const;
  [[nodiscard]] bool may_poll(unsigned thread, unsigned first, unsigned end) const;
  void follow(unsigned thread, const checker::Event& event);
  [[nodiscard]] bool is_due_further_left(unsigned thread);
  void judge();

  [[nodiscard]] checker::Moment now(unsigned thread) const;
  void violate(unsigned thread, checker::Violation violation, std::string what);
  void check(unsigned thread, const checker::Safety::Check& fault);
  void write_down(unsigned thread, const Instruction& instruction, const checker::Event& event);
  void write_down_plain(unsigned thread, const Instruction& instruction, std::uint32_t object, bool writes);
  [[nodiscard]] checker::detail::Site site_of(unsigned thread, const Instruction& instruction) const;

  const Program& program_;
  const checker::Options& options_;
  const Locations locations_;
  std::vector<std::uint64_t> tried_by_;  // of each mutex: the threads that try to lock it
  std::vector<bool> is_mixed_;           // of each atomic: some of its accesses are not atomic
  bool undeclared_waits_ = false;
  checker::Graph* graph_ = nullptr;
  checker::Extender* extender_ = nullptr;
  checker::Recorder* recorder_ = nullptr;
  bool is_over_ = false;
  bool has_waited_on_atomic_ = false;
  checker::Ending ending_;
  std::vector<ThreadRun> threads_;
  unsigned postponed_ = 0;
  std::vector<Word> plain_;  // the values of plain objects
  // The accesses of each atomic so far, if it is mixed.
  struct MixedAccess {
    checker::EventId id;
    bool is_plain = false;
  };
  std::vector<std::vector<MixedAccess>> mixed_;
  checker::Safety safety_;
  std::vector<checker::Handle> handles_;  // of all objects
};

}  // namespace vigil::litmus
