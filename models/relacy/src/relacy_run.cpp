// The one translation unit in which Relacy's contexts and schedulers are compiled.

#include "relacy_run.hpp"

#include "left_objects.hpp"
#include "relacy_heap.hpp"
#include "relacy_schedulers.hpp"
#include "relacy_violation.hpp"
#include "started_threads.hpp"

#include <vigil/model/relacy_atomics.hpp>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace vigil::models {
namespace detail {
namespace {

using Clock = std::chrono::steady_clock;

// Relacy constructs its suites itself and hands nothing to them, so the run under way is global.
struct Run {
  const ModelCode& code;
  const Deadline& deadline;
  Progress& progress;
  std::uint64_t limit;  // 0: none
  void* memory;
  StartedThreads threads;
  RelacyHeap heap{};
  LeftObjects objects{};
  std::uint64_t begun = 0;
  // What Relacy does not know: that an exception or a signal ended the execution.
  std::optional<Violation> violation{};
  std::array<char, 256> what{};

  void say(const char* text) { std::strncpy(what.data(), text, what.size() - 1); }
};
Run* run = nullptr;

// Runs code of the model. An exception must not leave through Relacy's frames, and the handler must be over before
// Relacy switches to another stack.
template <class Code>
void guarded(Code code) {
  std::array<char, 200> what{};
  bool left = false;
  OwnExceptions::forget();
  try {
    code();
  } catch (const std::exception& exception) {
    std::strncpy(what.data(), exception.what(), what.size() - 1);
    left = true;
  } catch (...) {
    std::strncpy(what.data(), "not a std::exception", what.size() - 1);
    left = true;
  }
  if (left) end_execution(Violation::exception, what.data());
}

template <unsigned Threads>
struct Suite : rl::test_suite<Suite<Threads>, static_cast<rl::thread_id_t>(Threads)> {
  // Not `before()`, which every thread may be the one to run: that multiplies a full search.
  Suite() {
    constexpr std::uint64_t kBetweenChecks = 256;
    if (run->limit != 0 && run->begun == run->limit) rl::ctx().rl_until("limit", {});
    if (run->begun % kBetweenChecks == 0) {
      run->progress.show(run->begun);
      if (run->deadline && Clock::now() >= *run->deadline) rl::ctx().rl_until("deadline", {});
    }
    ++run->begun;
    run->threads.begin_execution();
    guarded([] { run->code.construct(run->memory); });
    run->threads.run_now(true);
  }
  ~Suite() {
    guarded([] { run->code.destroy(run->memory); });
    run->objects.destroy_all();
    run->heap.end_execution();
  }
  void thread(unsigned index) {
    guarded(
        [index] { index < run->code.thread_count ? run->code.thread(run->memory, index) : run->threads.run(index); });
  }
  void after() {
    run->threads.run_now(false);
    if (run->code.finish != nullptr) guarded([] { run->code.finish(run->memory); });
  }
  void invariant() {
    if (run->code.invariant != nullptr) guarded([] { run->code.invariant(run->memory); });
  }
};

template <unsigned Threads>
rl::test_result_e run_suite(rl::test_params& parameters, rl::ostringstream& final_state) {
  constexpr auto kThreads = static_cast<rl::thread_id_t>(Threads);
  switch (parameters.search_type) {
    case rl::random_scheduler_type:
      return rl::run_test<Suite<Threads>, LateStarts<rl::random_scheduler<kThreads>>>(parameters, final_state, false);
    case rl::fair_context_bound_scheduler_type:
      return rl::run_test<Suite<Threads>, LateStarts<rl::context_bound_scheduler<kThreads>>>(parameters, final_state,
                                                                                             false);
    default:
      return rl::run_test<Suite<Threads>, LateStarts<rl::full_search_scheduler<kThreads>>>(parameters, final_state,
                                                                                           false);
  }
}

rl::test_result_e run_suite(unsigned threads, rl::test_params& parameters, rl::ostringstream& final_state) {
  switch (threads) {
    case 2:
      return run_suite<2>(parameters, final_state);
    case 3:
      return run_suite<3>(parameters, final_state);
    case 4:
      return run_suite<4>(parameters, final_state);
    case 5:
      return run_suite<5>(parameters, final_state);
    case kMostThreads:
      return run_suite<kMostThreads>(parameters, final_state);
    default:
      throw std::logic_error("a model has 1 to 6 threads");
  }
}

// A signal raised by the model's own code ends its execution as any other violation does, so that it has a history and
// can be replayed. Whatever happens outside an execution is left to the default action.
class CrashesAreViolations {
 public:
  CrashesAreViolations() {
    stack_t stack{};
    stack.ss_sp = stack_.data();
    stack.ss_size = stack_.size();
    sigaltstack(&stack, &old_stack_);
    struct sigaction action {};
    action.sa_handler = &on_signal;
    // The handler leaves by a jump, after which the signal must not stay blocked.
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (std::size_t i = 0; i != kSignals.size(); ++i) sigaction(kSignals[i], &action, &old_actions_[i]);
  }
  ~CrashesAreViolations() {
    for (std::size_t i = 0; i != kSignals.size(); ++i) sigaction(kSignals[i], &old_actions_[i], nullptr);
    sigaltstack(&old_stack_, nullptr);
  }
  CrashesAreViolations(const CrashesAreViolations&) = delete;
  CrashesAreViolations& operator=(const CrashesAreViolations&) = delete;

 private:
  static constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

  static void on_signal(int number) {
    if (rl::is_ctx() && rl::ctx().threadx_ != nullptr) end_execution(Violation::crash, strsignal(number));
    signal(number, SIG_DFL);
    raise(number);
  }

  std::array<char, 64 * 1024> stack_{};
  stack_t old_stack_{};
  std::array<struct sigaction, kSignals.size()> old_actions_{};
};

class Memory {
 public:
  explicit Memory(const ModelCode& code) {
    const std::size_t alignment = std::max(code.alignment, alignof(std::max_align_t));
    pointer_ = std::aligned_alloc(alignment, (code.size + alignment - 1) / alignment * alignment);
    if (pointer_ == nullptr) throw std::bad_alloc();
  }
  ~Memory() { std::free(pointer_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  [[nodiscard]] void* get() const { return pointer_; }

 private:
  void* pointer_;
};

rl::test_params parameters_for(const RelacyOrders& orders, std::ostream& printed) {
  // Each operation of a model is two of the steps that Relacy counts: see detail::Watched.
  constexpr unsigned kStepsForEach = 2;
  static std::ostream nowhere(nullptr);
  rl::test_params parameters;
  parameters.iteration_count = orders.search.iterations;
  parameters.output_stream = &printed;
  parameters.progress_stream = &nowhere;
  parameters.collect_history = orders.one_execution_with_history;
  parameters.context_bound = orders.search.bound;
  parameters.execution_depth_limit = orders.depth * kStepsForEach;
  parameters.initial_state = orders.initial_state.c_str();
  parameters.search_type = orders.search.kind == Search::Kind::random  ? rl::random_scheduler_type
                           : orders.search.kind == Search::Kind::bound ? rl::fair_context_bound_scheduler_type
                                                                       : rl::fair_full_search_scheduler_type;
  return parameters;
}

}  // namespace

void* memory_of_object(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void free_object(void* memory) noexcept { std::free(memory); }
void add_object(RelacyObject& object) { run->objects.add(object); }
void remove_object(RelacyObject& object) noexcept { LeftObjects::remove(object); }

StartedThreads& threads_of_run() { return run->threads; }

void fail_execution(const char* what, rl::test_result_e kind, const rl::debug_info& info) {
  run->say(what);
  rl::ctx().fail_test(what, kind, info);
  std::abort();  // not reached: the execution ends by a jump
}

void end_execution(Violation violation, const char* what) {
  run->violation = violation;
  fail_execution(what, rl::test_result_user_assert_failed, {});
}

const char* remembered(std::string_view label, const char* function) {
  using Key = std::pair<std::string_view, std::string_view>;
  static std::map<Key, rl::string, std::less<>, rl::raw_allocator<std::pair<const Key, rl::string>>> texts;
  auto& text = texts[Key(label, function)];
  if (text.empty()) {
    text.append(label.data(), label.size());
    text += '\x1f';
    text += function;
  }
  return text.c_str();
}

RelacyResult run_relacy(const ModelCode& code, const RelacyOrders& orders, const Deadline& deadline,
                        Progress& progress) {
  const Memory memory(code);
  const std::uint64_t limit = orders.one_execution_with_history            ? 1
                              : orders.search.kind == Search::Kind::random ? 0
                                                                           : orders.search.iterations;
  const unsigned threads = code.thread_count + orders.can_start;
  // Relacy does not compile cleanly for one thread.
  const unsigned all = std::max(threads, 2U);
  Run current{code, deadline, progress, limit, memory.get(), {code.thread_count, orders.can_start, all}};
  run = &current;
  rl::ostringstream printed;
  rl::ostringstream final_state;
  auto parameters = parameters_for(orders, printed);
  rl::test_result_e result{};
  {
    const CrashesAreViolations crashes;
    result = run_suite(all, parameters, final_state);
  }
  run = nullptr;

  RelacyResult outcome;
  outcome.executions = current.begun;
  outcome.history = printed.str().c_str();
  if (result == rl::test_result_success) return outcome;
  outcome.end = RelacyResult::End::stopped;
  if (result == rl::test_result_until_condition_hit) return outcome;
  outcome.end = RelacyResult::End::violated;
  outcome.violation = current.violation.value_or(violation_of(result));
  outcome.what = current.what[0] != '\0' ? current.what.data() : words_for(outcome.violation);
  outcome.final_state = final_state.str().c_str();
  return outcome;
}

}  // namespace detail

void* RelacyAtomics::allocate(std::size_t bytes, std::size_t alignment, Name /*name*/, Location location) {
  return detail::run->heap.allocate(bytes, alignment, location);
}

void RelacyAtomics::record_knowledge(checker::Knowledge& knowledge) {
  knowledge = {};
  const auto& threads = detail::run->threads;
  if (!threads.run()) return;
  const auto& thread = *rl::ctx().threadx_;
  knowledge.thread = static_cast<unsigned>(thread.index_);
  for (unsigned other = 0; other != threads.all(); ++other)
    knowledge.steps[other] = static_cast<std::uint32_t>(thread.acq_rel_order_[other]);
}

void RelacyAtomics::deallocate(void* memory, std::size_t /*bytes*/, std::size_t /*alignment*/, Location location) {
  detail::run->heap.deallocate(memory, location);
}

}  // namespace vigil::models
