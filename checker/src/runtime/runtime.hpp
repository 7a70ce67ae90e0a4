#pragma once

#include "assumptions.hpp"
#include "crash.hpp"
#include "model_memory.hpp"
#include "operations.hpp"
#include "random_numbers.hpp"
#include "recorder.hpp"
#include "replay.hpp"
#include "runner.hpp"
#include "safety.hpp"

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>

#include <csignal>
#include <memory>
#include <string>
#include <vector>

namespace vigil::checker {

// All that it takes to run a model again and again: its memory, and the parts of a run. Replay runs the threads along a
// graph; it has a Waiting, which knows which of them only wait, and a Recording, which writes down what they do.
// Operations does what their code asks for. There is one Runtime in a thread of the program.
class Runtime final : public Runner {
 public:
  // Throws std::invalid_argument if the model has no threads or too many, or an option is out of bounds.
  // `place`: where everything of an execution lies; null if that does not matter.
  Runtime(const ModelCode& code, const Options& options, std::shared_ptr<Assumptions> assumptions,
          FixedPlace* place = nullptr);
  ~Runtime() override;
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  const Ending& run(Graph& graph, Extender& extender) override;
  [[nodiscard]] bool undeclared_waits() const override { return replay_.waiting().undeclared_waits(); }
  [[nodiscard]] bool is_contradicted() const override { return assumptions_->are_contradicted(); }
  void part_started_threads() override { assumptions_->started_exchange.contradict(); }
  void begin_again() override { assumptions_->begin_again(); }

  // The same in single steps, which `replay` then takes.
  void begin(Graph& graph, Recorder* recorder);
  // Of the model's own threads, where the model has them.
  [[nodiscard]] std::vector<std::string> thread_names() const {
    if (code_.thread_names == nullptr) return {};
    return {code_.thread_names, code_.thread_names + code_.thread_count};
  }
  [[nodiscard]] std::unique_ptr<Recorder> make_recorder() const {
    return std::make_unique<Recorder>(safety_, memory_.model(), memory_.model_bytes());
  }
  [[nodiscard]] Replay& replay() { return replay_; }
  [[nodiscard]] const Replay& replay() const { return replay_; }
  const Ending& finish();

  // The execution that runs in this thread of the program; throws std::logic_error if there is none.
  [[nodiscard]] static Runtime& current() {
    if (running == nullptr) [[unlikely]]
      refuse_use_outside();
    return *running;
  }
  [[nodiscard]] Operations& operations() { return operations_; }
  [[nodiscard]] const Safety& safety() const { return safety_; }
  [[nodiscard]] const ModelMemory& memory() const { return memory_; }
  // Whether the address lies in the memory that models allocate from.
  [[nodiscard]] static bool owns(const void* address);
  // From the handler of a signal: if the model's own code was interrupted at `place`, outside of the libraries that may
  // hold a lock there, its run ends and the search has reached its deadline. `mask`: what was blocked before.
  static void on_deadline(const void* place, const sigset_t& mask);

 private:
  // Ends the run where the checker can get no memory while it runs on the stack of a model's thread. An exception would
  // pass through the model's own frames, and count as the model's.
  static void on_exhaustion();
  // A crash of the model's code ends its run.
  static void on_crash(int signal, const void* address);
  [[noreturn]] static void refuse_use_outside();
  void reset(Graph& graph);

  static VIGIL_PER_THREAD constinit Runtime* running;

  const ModelCode& code_;
  const std::shared_ptr<Assumptions> assumptions_;
  const CrashGuard guard_{&Runtime::on_crash};
  RandomNumbers random_numbers_;
  Safety safety_;
  ModelMemory memory_;
  Replay replay_;
  Operations operations_;
};

}  // namespace vigil::checker
