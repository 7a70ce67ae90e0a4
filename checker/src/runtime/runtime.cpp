#include "runtime.hpp"

#include "allocation.hpp"
#include "faults.hpp"
#include "late_waits.hpp"
#include "system_code.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <numeric>
#include <stdexcept>

namespace vigil::checker {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;

}  // namespace

namespace detail {
thread_local constinit Registers* wanted_state = nullptr;
}  // namespace detail

thread_local constinit Runtime* Runtime::running = nullptr;

void Runtime::refuse_use_outside() { throw std::logic_error("CheckedAtomics is used outside of a check"); }

Runtime::Runtime(const ModelCode& code, const Options& options, std::shared_ptr<MutexUse> mutex_use)
    : code_(code),
      options_(options),
      mutex_use_(mutex_use != nullptr ? std::move(mutex_use) : std::make_shared<MutexUse>()),
      arena_(Arena::kOwners, options.arena_bytes),
      registers_(std::make_unique<Registers>()) {
  if (code.thread_count == 0 || code.thread_count > kMostThreads)
    throw std::invalid_argument("a model has 1 to " + std::to_string(kMostThreads) + " threads");
  if (options.most_events == 0 || options.most_events > EventId::kMostEvents)
    throw std::invalid_argument("most_events is 1 to " + std::to_string(EventId::kMostEvents));
  if (options.arena_bytes == 0 || options.arena_bytes > kMostArenaBytes)
    throw std::invalid_argument("arena_bytes is 1 to " + std::to_string(kMostArenaBytes));
  if (running != nullptr) throw std::logic_error("a check begins inside another one");
  for (unsigned i = 0; i != code.thread_count; ++i) fibers_[i] = std::make_unique<Fiber>(kStackBytes);
  fibers_[kOutside] = std::make_unique<Fiber>(kStackBytes);
  const std::size_t alignment = std::max(code.alignment, alignof(std::max_align_t));
  memory_ = std::aligned_alloc(alignment, (code.size + alignment - 1) / alignment * alignment);
  if (memory_ == nullptr) throw std::bad_alloc();
  (void)malloc_is_tracked();
  running = this;
  detail::check_runs = true;
}

Runtime::~Runtime() {
  std::free(memory_);
  detail::wanted_state = nullptr;
  running = nullptr;
  detail::check_runs = false;
}

// ---- one run

void Runtime::reset(Graph& graph) {
  graph_ = &graph;
  set_current(kOutside);
  has_ended_ = begins_again_ = threads_began_ = in_invariant_ = violated_softly_ = false;
  refusal_.clear();
  waited_on_atomic_ = false;
  failed_outside_ = 0;
  ending_.kind = Ending::Kind::complete;
  ending_.thread = kOutside;
  ending_.is_whole = false;
  ending_.stop = Stop::none;
  postponed_ = ended_ = 0;
  values_outside_.clear();
  thrown_.clear();
  random_numbers_.begin_execution();
  safety_.reset();
  arena_.reset();
  for (unsigned thread = 0; thread != graph.threads(); ++thread) reset_thread(thread);
  state_[kOutside].locations = 0;
  state_[kOutside].specific.clear();
}

void Runtime::reset_thread(unsigned thread) {
  Thread& state = state_[thread];
  state.state = Thread::State::absent;
  state.position = state.streak = state.locations = state.spurious_wakes = state.starts = state.attempts = 0;
  state.target = kNoTarget;
  state.weak_failures.clear();
  state.specific.clear();
  state.cause = EventId::none();
  state.pending.reset();
  state.held = 0;
  state.is_watched = false;
  state.spins_from.reset();
  see_events(thread);
  // There the run halts for an image.
  if (thread == iteration_.thread()) state.size = std::min(state.size, iteration_.next());
  if (is_stepwise_ && state.deepest != nullptr) fibers_[thread]->clear(state.deepest);
}

const Ending& Runtime::run(Graph& graph, Extender& extender) {
  extender_ = &extender;
  is_stepwise_ = false;
  recorder_ = nullptr;
  iteration_.reset();
  do {
    iteration_.begin();
    begin_model(graph);
    if (!has_ended_) run_threads();
  } while (begins_again_);
  return finish();
}

void Runtime::begin_model(Graph& graph) {
  reset(graph);
  on_fiber_of_model([](const ModelCode& code, void* memory) { code.construct(memory); });
  if (has_ended_) return;
  threads_began_ = true;
  for (unsigned thread = 0; thread != code_.thread_count; ++thread) start(thread);
}

const Ending& Runtime::finish() {
  if (!has_ended_) end_model();
  if (!refusal_.empty()) throw std::logic_error(refusal_);
  if (violated_softly_) ending_.kind = Ending::Kind::violated;
  return ending_;
}

void Runtime::start(unsigned thread) {
  state_[thread].state = Thread::State::ready;
  if (fibers_[thread] == nullptr) fibers_[thread] = std::make_unique<Fiber>(kStackBytes);
  fibers_[thread]->start(&Runtime::run_thread, this);
}

// Setup, finish and the rest have a fiber too, so that a violation can end them anywhere.
void Runtime::on_fiber_of_model(Part part) {
  part_ = part;
  set_current(kOutside);
  fibers_[kOutside]->start(&Runtime::run_outside, this);
  fibers_[kOutside]->resume();
}

void Runtime::guarded(void (*code)(Runtime&)) {
  std::string what;
  bool left = false;
  try {
    code(*this);
  } catch (const std::exception& exception) {
    what = exception.what();
    left = true;
  } catch (...) {
    what = "not a std::exception";
    left = true;
  }
  if (left) violate(Violation::exception, std::move(what));
}

void Runtime::run_outside(void* argument) {
  auto& self = *static_cast<Runtime*>(argument);
  self.guarded([](Runtime& runtime) { runtime.part_(runtime.code_, runtime.memory_); });
  self.park();
}

void Runtime::run_thread(void* argument) {
  auto& self = *static_cast<Runtime*>(argument);
  const unsigned thread = self.current_;
  self.want_state(self.state_[thread]);
  self.guarded([](Runtime& runtime) {
    const unsigned current = runtime.current_;
    if (current < runtime.code_.thread_count) return runtime.code_.thread(runtime.memory_, current);
    Thread& state = runtime.state_[current];
    runtime.perform_plain(Operation::begin, state.cause, Action::begin);
    state.code.run();
    runtime.perform_plain(Operation::end, EventId::none(), Action::end);
  });
  self.state_[thread].state = Thread::State::ended;
  self.park();
}

// The fiber is not resumed again in this run.
void Runtime::park() {
  for (;;) fibers_[current_]->suspend();
}

bool Runtime::can_run(unsigned thread) const {
  const Thread& state = state_[thread];
  if (state.state == Thread::State::ready) return true;
  if (state.state == Thread::State::joining) return has_ended(state.joins);
  return state.state == Thread::State::postponed && !extender_->postpones(thread, state.postponed_request);
}

bool Runtime::has_ended(unsigned thread) const {
  const unsigned size = graph_->size(thread);
  return size != 0 && (*graph_)[EventId(thread, size - 1)].request.operation == Operation::end;
}

void Runtime::run_threads() {
  for (;;) {
    if (order_.size() != graph_->threads()) [[unlikely]]
      put_in_order();
    const auto end = order_.end();
    auto next = order_.begin() + ended_;
    while (next != end && state_[*next].state == Thread::State::ended) ++next;
    ended_ = static_cast<unsigned>(next - order_.begin());
    while (next != end && state_[*next].state != Thread::State::ready && !can_run(*next)) ++next;
    // If no other thread can go on, the leftmost postponed one has to wait.
    if (next == end && postponed_ != 0)
      next =
          std::ranges::find(order_, Thread::State::postponed, [this](unsigned thread) { return state_[thread].state; });
    if (next == end) return;
    resume(*next);
    if (has_ended_) return;
  }
}

void Runtime::put_in_order() {
  ended_ = 0;
  order_.resize(graph_->threads());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::sort(
      order_, [this](unsigned one, unsigned other) { return started_.goes_first(one, other, code_.thread_count); });
}

void Runtime::resume(unsigned thread) {
  const unsigned outer = current_;
  set_current(thread);
  fibers_[thread]->resume();
  set_current(outer);
}

void Runtime::end_model() {
  bool waits = false;
  for (unsigned thread = 0; ended_ != graph_->threads() && thread != graph_->threads(); ++thread) {
    const auto state = state_[thread].state;
    waits |= state != Thread::State::ended && state != Thread::State::absent;
    if (state == Thread::State::bounded) ending_.kind = Ending::Kind::bounded;
  }
  if (ending_.kind == Ending::Kind::bounded) return;
  if (waits) return judge_blocked();
  if (waited_on_atomic_ && has_late_wait(*graph_)) {
    ending_.kind = Ending::Kind::stale;
    return;
  }
  ending_.is_whole = true;
  check_invariant();
  if (!has_ended_ && code_.finish != nullptr)
    on_fiber_of_model([](const ModelCode& code, void* memory) { code.finish(memory); });
  if (!has_ended_) on_fiber_of_model([](const ModelCode& code, void* memory) { code.destroy(memory); });
  if (has_ended_) return;
  if (const auto leak = safety_.leaks()) note_violation(leak->violation, leak->what);
  if (violated_softly_) ending_.kind = Ending::Kind::violated;
}

// ---- one step

void Runtime::pause(const Event& event) {
  if (event.waits) {
    self_->state = Thread::State::waiting;
    park();
  }
  const bool is_checked = iteration_.is_under_way(current_);
  if (is_checked) {
    if (event.writes) compare_images();
    self_->target = self_->position + 1;
    if (self_->position < iteration_target_) return;
  }
  self_->target = kNoTarget;
  fibers_[current_]->suspend();
  if (has_ended_) park();
  if (!is_checked) return;
  iteration_target_ = self_->target;
  self_->target = self_->position + 1;
  retake_images();
}

void Runtime::perform_plain(Operation operation, EventId cause, Action action) {
  Request request;
  request.operation = operation;
  request.thread = static_cast<std::uint8_t>(current_);
  perform([&] { return request; }, cause);
  record_note(action, nullptr, {}, last_event());
}

void Runtime::add(Request request, EventId cause) {
  const unsigned thread = current_;
  Thread& self = *self_;
  if (self.position < graph_->size(thread)) return take_image();
  if (self.position >= options_.most_events) {
    self.state = Thread::State::bounded;
    park();
  }
  std::uint64_t state = 0;
  self.spinning_for = request;
  const bool spins = recognises_spin(thread, request, state);
  if (is_stepwise_) {
    self.pending = request;
    self.cause = cause;
    fibers_[thread]->suspend();
    if (has_ended_) park();
  } else {
    const EventId id(thread, self.position);
    const bool is_late = is_wait_on_atomic(request) && waits_too_late(*graph_, id);
    if (is_late && entered_at_once(*graph_, EventId(thread, self.position - 1))) abandon();
    if (!is_late && may_wait(request.operation)) postpone(request);
    extender_->extend(thread, request, cause);
  }
  see_events(thread);
  Event& event = (*graph_)[EventId(thread, self.position)];
  if (!spins || event.request.operation != Operation::spin) event.state = state;
  // Which thread goes on depends on the graph alone.
  if (postponed_ != 0 && is_due_further_left()) self.target = self.position + 1;
}

// Nothing comes of this execution, nor of any that it leads to.
void Runtime::abandon() {
  ending_.kind = Ending::Kind::stale;
  has_ended_ = true;
  park();
}

// An operation that would only wait is not added as long as another thread can go on: what lets it go on may still
// come.
void Runtime::postpone(const Request& request) {
  Thread& self = *self_;
  self.postponed_request = request;
  if (extender_->postpones(current_, request)) {
    self.state = Thread::State::postponed;
    ++postponed_;
    fibers_[current_]->suspend();
    if (has_ended_) park();
    --postponed_;
    self.state = Thread::State::ready;
  }
}

bool Runtime::is_due_further_left() {
  if (order_.size() != graph_->threads()) put_in_order();
  for (const unsigned thread : order_) {
    if (thread == current_) break;
    if (state_[thread].state == Thread::State::postponed && can_run(thread)) return true;
  }
  return false;
}

// Not an exception: the model's own frames lie between here and whoever would catch it.
void Runtime::refuse(std::string why) {
  refusal_ = std::move(why);
  has_ended_ = true;
  park();
}

void Runtime::diverge() {
  refuse("two runs of the same execution differ: the model depends on something besides its layer");
}

void Runtime::follow_rare(Thread& self, const Event& event) {
  if (event.request.operation == Operation::choose) self.streak = self.position;
  if (event.request.operation != Operation::start_thread) return;
  self.streak = self.position;
  start(static_cast<unsigned>(event.request.operand));
}

// To lock a mutex and to unlock it again changes nothing.
void Runtime::follow_mutex(Thread& self, const Event& event) {
  if (!faults.held_mutexes_forgotten) self.held ^= (event.request.location + 1U) * 0x9e3779b97f4a7c15ULL;
}

void Runtime::ensure(EventId event) {
  const unsigned thread = event.thread();
  const bool is_checked = iteration_.is_under_way(current_);
  if (is_checked) compare_images();
  if (state_[thread].state == Thread::State::absent) ensure((*graph_)[EventId(thread, 0)].source);
  state_[thread].target = event.index() + 1;
  resume(thread);
  if (has_ended_) park();
  if (state_[thread].position <= event.index()) diverge();
  if (is_checked) retake_images();
}

// ---- violations

Moment Runtime::now() const {
  if (is_outside()) return {};
  const unsigned position = self_->position;
  static constexpr View kNothing{};
  const View* known = position == 0 ? &kNothing : &(*graph_)[EventId(current_, position - 1)].happens_before;
  return {current_, position, known};
}

void Runtime::record_knowledge(Knowledge& knowledge) const {
  static_assert(Knowledge::kThreads == kMostThreads && Knowledge::kOutside == kOutside);
  const Moment moment = now();
  knowledge.thread = moment.thread;
  for (unsigned thread = 0; thread != kMostThreads; ++thread)
    knowledge.steps[thread] = moment.is_outside() ? 0 : moment.known->count(thread);
}

void Runtime::note_violation(Violation violation, std::string what) {
  if (ending_.kind == Ending::Kind::violated || violated_softly_) return;
  ending_.violation = violation;
  ending_.what = std::move(what);
  ending_.thread = current_;
  ending_.kind = Ending::Kind::violated;
}

void Runtime::violate(Violation violation, std::string what) {
  note_violation(violation, std::move(what));
  has_ended_ = true;
  park();
}

void Runtime::cut_off(Stop stop, std::string limit) {
  if (!violated_softly_) ending_.kind = Ending::Kind::cut_off;
  ending_.stop = stop;
  ending_.limit = std::move(limit);
  has_ended_ = true;
}

void Runtime::on_deadline(const void* place, const sigset_t& mask) {
  if (!detail::model_runs || running == nullptr || Fiber::current() == nullptr || is_system_code(place)) return;
  // The code that was interrupted will not end its turn.
  detail::model_runs = false;
  // The handler does not return, which would do this.
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  running->cut_off(Stop::deadline, {});
  running->park();
}

void Runtime::reach_limit(std::string limit) {
  cut_off(Stop::limit, std::move(limit));
  park();
}

void Runtime::require_failed(const char* what, Location location) {
  (void)location;
  if (!options_.count_violations) violate(Violation::requirement, what);
  note_violation(Violation::requirement, what);
  violated_softly_ = true;
}

void Runtime::on_crash(int signal, const void* address) {
  if (running == nullptr || Fiber::current() == nullptr) return;
  // The code that crashed will not end its turn.
  detail::model_runs = false;
  Runtime& self = *running;
  std::string what = strsignal(signal);
  if (self.fibers_[self.current_]->overflows_at(address)) what = "the stack of a thread overflows";
  self.violate(Violation::crash, std::move(what));
}

bool Runtime::owns(const void* address) { return running != nullptr && running->arena_.contains(address); }

// ---- single steps

void Runtime::begin(Graph& graph, Recorder* recorder) {
  is_stepwise_ = true;
  iteration_.reset();
  recorder_ = recorder;
  // One execution by itself, that looks the same whatever ran before.
  started_.clear();
  order_.clear();
  begin_model(graph);
  for (unsigned thread = 0; thread != code_.thread_count && !has_ended_; ++thread) resume(thread);
}

const Request* Runtime::asked(unsigned thread) const {
  const Thread& state = state_[thread];
  if (state.state == Thread::State::joining && !has_ended(state.joins)) return nullptr;
  if (!state.pending) return nullptr;
  return state.pending->operation == Operation::spin ? &state.spinning_for : &*state.pending;
}

const Request* Runtime::pending(unsigned thread) const {
  const Request* const request = asked(thread);
  const auto& pending = state_[thread].pending;
  if (request == nullptr || pending->operation != Operation::spin) return request;
  const bool is_in_vain = spins_in_vain(thread, static_cast<unsigned>(pending->operand), state_[thread].position);
  return is_in_vain ? nullptr : request;
}

const Request* Runtime::waits_for(unsigned thread) const {
  return state_[thread].pending ? &*state_[thread].pending : nullptr;
}

void Runtime::wait_in_vain(unsigned thread) {
  state_[thread].state = Thread::State::waiting;
  if (recorder_ == nullptr) return;
  const EventId last = graph_->last_of(thread);
  if ((*graph_)[last].request.operation == Operation::spin) return;
  recorder_->add(thread, false, state_[thread].waiting_for, last);
}

EventId Runtime::cause(unsigned thread) const { return state_[thread].cause; }

void Runtime::step(unsigned thread) {
  state_[thread].pending.reset();
  resume_watched(thread);
  // Whoever was started by this step comes to its first request, and whoever waited for its end to the join.
  for (unsigned other = 0; other != graph_->threads() && !has_ended_; ++other) {
    Thread& state = state_[other];
    const bool is_new = state.state == Thread::State::ready && !state.pending && state.position == 0;
    if (is_new || (state.state == Thread::State::joining && has_ended(state.joins))) resume(other);
  }
}

}  // namespace vigil::checker
