#include "runtime.hpp"

#include "allocation.hpp"
#include "symmetry.hpp"
#include "system_code.hpp"

#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace vigil::checker {
namespace {

const ModelCode& checked(const ModelCode& code, const Options& options) {
  if (code.thread_count == 0 || code.thread_count > kMostThreads)
    throw std::invalid_argument("a model has 1 to " + std::to_string(kMostThreads) + " threads");
  if (options.most_events == 0 || options.most_events > EventId::kMostEvents)
    throw std::invalid_argument("most_events is 1 to " + std::to_string(EventId::kMostEvents));
  if (options.arena_bytes == 0 || options.arena_bytes > kMostArenaBytes)
    throw std::invalid_argument("arena_bytes is 1 to " + std::to_string(kMostArenaBytes));
  return code;
}

std::new_handler handler_before = nullptr;

}  // namespace

VIGIL_PER_THREAD constinit Runtime* Runtime::running = nullptr;

void Runtime::refuse_use_outside() { throw std::logic_error("CheckedAtomics is used outside of a check"); }

Runtime::Runtime(const ModelCode& code, const Options& options, std::shared_ptr<Assumptions> assumptions,
                 FixedPlace* place)
    : code_(checked(code, options)),
      assumptions_(std::move(assumptions)),
      memory_(code, options.arena_bytes, place),
      replay_(code, options, assumptions_, memory_, safety_),
      operations_(options, replay_, memory_, safety_) {
  if (running != nullptr) throw std::logic_error("a check begins inside another one");
  (void)malloc_is_tracked();
  // It stays: other threads of the program may check models too.
  [[maybe_unused]] static const bool is_set = (handler_before = std::set_new_handler(&Runtime::on_exhaustion), true);
  running = this;
  own_memory = {memory_.arena().begin(), memory_.arena().distance()};
  detail::check_runs = true;
}

Runtime::~Runtime() {
  running = nullptr;
  detail::check_runs = false;
}

void Runtime::reset(Graph& graph) {
  random_numbers_.begin_execution();
  safety_.reset();
  memory_.reset();
  operations_.reset(graph.threads());
  replay_.reset(graph);
}

const Ending& Runtime::run(Graph& graph, Extender& extender) {
  replay_.begin_execution(false, nullptr);
  do {
    reset(graph);
    replay_.run(extender);
  } while (replay_.begins_again());
  return finish();
}

void Runtime::begin(Graph& graph, Recorder* recorder) {
  replay_.begin_execution(true, recorder);
  reset(graph);
  replay_.begin_steps();
}

const Ending& Runtime::finish() {
  if (!replay_.has_ended() && replay_.finish())
    if (const auto leak = code_.hosted == nullptr ? safety_.leaks() : safety_.leaks(code_.hosted->memory))
      replay_.note_violation(leak->violation, leak->what);
  return replay_.ending();
}

bool Runtime::owns(const void* address) { return running != nullptr && running->memory_.arena().contains(address); }

void Runtime::on_deadline(const void* place, const sigset_t& mask) {
  if (!detail::model_runs || running == nullptr || Fiber::current() == nullptr || is_system_code(place)) return;
  // The code that was interrupted will not end its turn.
  detail::model_runs = false;
  // The handler does not return, which would do this.
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  running->replay_.cut_off(Stop::deadline, {});
}

void Runtime::on_exhaustion() {
  const bool is_on_models_stack = running != nullptr && Fiber::current() != nullptr;
  if (is_on_models_stack && !detail::model_runs) running->replay_.run_out_of_memory();
  if (handler_before != nullptr) return handler_before();
  throw std::bad_alloc();
}

void Runtime::on_crash(int signal, const void* address) {
  if (running == nullptr || Fiber::current() == nullptr) return;
  // The code that crashed will not end its turn.
  detail::model_runs = false;
  Runtime& self = *running;
  const bool overflows = self.memory_.fiber(self.replay_.current()).overflows_at(address);
  self.replay_.violate(Violation::crash, overflows ? "the stack of a thread overflows" : strsignal(signal));
}

}  // namespace vigil::checker
