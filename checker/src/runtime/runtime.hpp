#pragma once

#include "arena.hpp"
#include "crash.hpp"
#include "faults.hpp"
#include "fiber.hpp"
#include "graph.hpp"
#include "iteration_check.hpp"
#include "memory_model.hpp"
#include "mutex_use.hpp"
#include "random_numbers.hpp"
#include "recorder.hpp"
#include "safety.hpp"
#include "started_threads.hpp"
#include "static_memory.hpp"

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::checker {

// Adds an event to the graph that is being run, in whichever way the search wants.
class Extender {
 public:
  virtual ~Extender() = default;
  // `cause`: the event of another thread that `begin` and `join` wait for.
  virtual void extend(unsigned thread, const Request& request, EventId cause) = 0;
  // Whether an operation that may wait would do nothing else now: then it is added later.
  [[nodiscard]] virtual bool postpones(unsigned thread, const Request& request) = 0;
};

// How a run of a model ended.
struct Ending {
  enum class Kind {
    complete,  // every thread ended, and the model found nothing wrong
    stale,     // some thread waits, but what it read was overwritten: another execution shows what it does then
    bounded,   // some thread reached the bound on operations, and what it does then is not known
    violated,
    cut_off,  // `stop` says why
  };
  Kind kind = Kind::complete;
  Violation violation = Violation::requirement;
  std::string what;
  unsigned thread = Moment::kOutside;  // at whose next step it shows
  bool is_whole = false;               // every thread ended
  Stop stop = Stop::none;              // of the search: a limit or the deadline, if that ended the run
  std::string limit;                   // which one
};

// The code of a thread that the model starts. It stays at one address, because the thread's stack refers to it and is
// compared from run to run. What it captures lies in the model's memory if `new` is tracked: if an execution is
// abandoned there is soon something else where that was, and it must not be destroyed.
class StartedCode {
 public:
  StartedCode() : nothing_() {}
  ~StartedCode() { abandon(); }
  StartedCode(const StartedCode&) = delete;
  StartedCode& operator=(const StartedCode&) = delete;

  void begin_as(std::function<void()> code) {
    abandon();
    std::construct_at(&code_, std::move(code));
    is_there_ = true;
  }
  void run() {
    const detail::ModelsTurn turn;
    code_();
    end();
  }

 private:
  void abandon() {
    if (detail::new_is_tracked)
      is_there_ = false;
    else
      end();
  }
  void end() {
    if (std::exchange(is_there_, false)) std::destroy_at(&code_);
  }

  union {
    char nothing_;
    std::function<void()> code_;
  };
  bool is_there_ = false;
};

// Runs the model natively, thread by thread, along an execution graph: reads take their values from the graph. Where
// the graph ends, the leftmost thread that can goes on, and its events are added.
//
// Threads run in an order that respects sb ∪ rf: before a read returns, the thread of its source has got that far.
// So memory that is free of races has its right values without being part of the graph.
class Runtime {
 public:
  Runtime(const ModelCode& code, const Options& options, std::shared_ptr<MutexUse> mutex_use = nullptr);
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  // The whole model. The reference is good until the next run.
  const Ending& run(Graph& graph, Extender& extender);
  // Whether any run so far took a loop for a wait that is not declared.
  [[nodiscard]] bool undeclared_waits() const { return undeclared_waits_; }

  // The same in single steps, for whoever wants to choose the thread too: constructs the model and brings each thread
  // to its first request.
  void begin(Graph& graph, Recorder* recorder);
  // Of the model's own threads, where the model has them.
  [[nodiscard]] std::vector<std::string> thread_names() const {
    if (code_.thread_names == nullptr) return {};
    return {code_.thread_names, code_.thread_names + code_.thread_count};
  }
  [[nodiscard]] std::unique_ptr<Recorder> make_recorder() const {
    return std::make_unique<Recorder>(safety_, memory_, code_.size);
  }
  // What the thread asks for next; null if it has ended, waits to be started or for another thread, or spins and would
  // read nothing new.
  [[nodiscard]] const Request* pending(unsigned thread) const;
  // Likewise of a thread that spins, whether or not it would read anything new: for whoever knows that it does go on.
  [[nodiscard]] const Request* asked(unsigned thread) const;
  // The same of a thread that can do nothing about it; null if it has ended.
  [[nodiscard]] const Request* waits_for(unsigned thread) const;
  [[nodiscard]] EventId cause(unsigned thread) const;
  // After the event for its pending request was added: on to the next request.
  void step(unsigned thread);
  // When no thread can go on: the threads that wait have waited in vain, as the events say that were added for them.
  void wait_in_vain(unsigned thread);
  const Ending& finish();
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  // Whether these steps end only because they have to be taken again, on stacks that are cleared deeper.
  [[nodiscard]] bool begins_again() const { return begins_again_; }
  [[nodiscard]] unsigned threads() const { return graph_->threads(); }

  // The execution that runs in this thread of the program; throws std::logic_error if there is none.
  [[nodiscard]] static Runtime& current() {
    if (running == nullptr) [[unlikely]]
      refuse_use_outside();
    return *running;
  }
  // Whether the address lies in the memory that models allocate from.
  [[nodiscard]] static bool owns(const void* address);

  // What the model asks for: see hooks.hpp.
  Handle construct(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial, bool is_initialised,
                   Name name);
  void destroy(Handle& handle, ObjectKind kind, const void* address);
  std::uint64_t load(const Handle& handle, const void* address, const detail::Site& site,
                     std::optional<std::uint64_t> waits_for_change_of = std::nullopt);
  void store(const Handle& handle, const void* address, std::uint64_t value, const detail::Site& site);
  std::uint64_t modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                       std::uint64_t mask, const detail::Site& site);
  detail::Exchange compare_exchange(const Handle& handle, const void* address, std::uint64_t expected,
                                    std::uint64_t desired, bool weak, const detail::Site& success,
                                    LabelledOrder failure);
  void wait_for_change(const Handle& handle, const void* address, std::uint64_t old, const detail::Site& site);
  std::uint64_t await_update(const Handle& handle, const void* address, const detail::Condition& condition,
                             const detail::Site& success, LabelledOrder failure);
  std::uint64_t await(const Handle& handle, const void* address, const detail::Condition& condition,
                      const detail::Site& site);
  void exchange_or_wait(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                        const detail::Site& success, LabelledOrder failure);
  // An attempt that `A::retry` makes: where it begins, which mutexes the thread holds then, and what its caller's stack
  // is.
  struct Attempt {
    unsigned first = 0;
    std::uint64_t held = 0;
    std::uint64_t state = 0;
    IterationCheck::Attempt declared;
  };
  [[nodiscard]] Attempt begin_attempt(const void* frame);
  void fail_attempt(const Attempt& attempt);
  [[nodiscard]] bool unrolls() const { return options_.spins == Spins::unrolled; }
  void notify(const Handle& handle, const void* address, bool all, Location location);
  void fence(const detail::Site& site);
  void read_var(const Handle& handle, const void* address, std::uint64_t value, Location location);
  void write_var(const Handle& handle, const void* address, std::uint64_t value, Location location);
  void lock(const Handle& mutex, const void* address, Location location);
  bool try_lock(const Handle& mutex, const void* address, Location location);
  void unlock(const Handle& mutex, const void* address, Location location);
  void wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
            Location location);
  unsigned start_thread(std::function<void()> code, Location location);
  [[nodiscard]] void* thread_specific(const void* key);
  void set_thread_specific(const void* key, void* pointer);
  void join_thread(unsigned thread, Location location);
  unsigned choose(unsigned possibilities, Location location);
  void* allocate(std::size_t bytes, std::size_t alignment, Name name, Location location);
  void deallocate(void* memory, Location location);
  void* allocate_exception(std::size_t bytes);
  [[nodiscard]] std::size_t bytes_of(const void* memory) const { return safety_.bytes_of(memory); }
  void yield(Location location);
  void require_failed(const char* what, Location location);
  void record_knowledge(Knowledge& knowledge) const;
  // The model ends the program, as `what` says: a violation.
  [[noreturn]] void leave(std::string what) { violate(Violation::crash, std::move(what)); }
  // The model does what the checker cannot explore: `finish` throws std::logic_error.
  [[noreturn]] void refuse(std::string why);
  // From the handler of a signal: if the model's own code was interrupted at `place`, outside of the libraries that may
  // hold a lock there, its run ends and the search has reached its deadline. `mask`: what was blocked before.
  static void on_deadline(const void* place, const sigset_t& mask);

 private:
  static constexpr unsigned kOutside = Moment::kOutside;  // also the fiber of setup and finish
  static constexpr unsigned kNoTarget = ~0U;

  // A thread of the model in this run.
  struct Thread {
    enum class State { absent, ready, postponed, waiting, joining, bounded, ended };
    State state = State::absent;
    unsigned position = 0;          // its next event
    unsigned size = 0;              // how many the graph has
    unsigned target = kNoTarget;    // where it goes back to whoever wanted it to get this far
    unsigned streak = 0;            // its first event after the last that changed anything
    std::uint64_t held = 0;         // which mutexes it holds
    const Event* events = nullptr;  // in the graph
    unsigned locations = 0;         // that it has constructed
    unsigned spurious_wakes = 0;
    unsigned joins = 0;                                             // the thread that it waits for
    unsigned starts = 0;                                            // of other threads
    unsigned attempts = 0;                                          // that its writer has declared
    std::vector<std::pair<std::uint64_t, unsigned>> weak_failures;  // at each call site
    std::vector<std::pair<const void*, void*>> specific;            // its own pointers, by key
    StartedCode code;                                               // of a thread that another one started
    EventId cause;
    // In single steps: what it asks for, and how that is written down if it is never given.
    std::optional<Request> pending;
    // What it asked for, while it is postponed.
    Request postponed_request;
    // In single steps: whether it is watched for changes of memory, and since which event it has made none.
    bool is_watched = false;
    unsigned watched_from = 0;
    std::optional<unsigned> spins_from;  // where the declared attempt began that has just failed without a change
    const void* deepest = nullptr;       // stack pointer at which its state was compared, in any execution
    Request spinning_for;                // what `pending` would be if it were not `spin`
    Recorder::Entry waiting_for{};
  };

  // What an operation found and did.
  struct Result {
    std::uint64_t before = 0, written = 0;
    bool wrote = false;
    unsigned variant = 0;
  };

  // A crash of the model's code ends its run.
  static void on_crash(int signal, const void* address);

  void reset(Graph& graph);
  void reset_thread(unsigned thread);
  void start(unsigned thread);
  using Part = void (*)(const ModelCode&, void*);
  void begin_model(Graph& graph);
  void on_fiber_of_model(Part part);
  void guarded(void (*code)(Runtime&));
  static void run_thread(void* argument);
  static void run_outside(void* argument);
  void run_threads();
  [[nodiscard]] bool can_run(unsigned thread) const;
  // Whether the thread has performed its last step, in the graph.
  [[nodiscard]] bool has_ended(unsigned thread) const;
  void resume(unsigned thread);
  void end_model();
  [[noreturn]] void abandon();
  void judge_blocked();
  void check_invariant();

  // One step of the current thread. Nearly all of them are replays, which compare what is asked for with the event: so
  // `request` is a function, of whose result they need no copy in memory.
  template <class MakeRequest>
  const Event& perform(MakeRequest request, EventId cause = EventId::none()) {
    Thread& self = *self_;
    if (self.position == self.size) add(request(), cause);
    const Event& event = self.events[self.position];
    const Request asked = request();
    if (!is(event.request, asked.operation, asked.location, asked.operand, asked.expected)) [[unlikely]]
      diverge();
    if (event.source.is_event() && state_[event.source.thread()].position <= event.source.index()) ensure(event.source);
    ++self.position;
    follow(self, event);
    if (event.waits || self.position >= self.target) pause(event);
    want_state(self);
    return event;
  }
  // Whether a request is what the same thread asks for in another run. Its orders may have been adjusted. The fields
  // come by value: g++ compares neighbours in memory as one word, which waits for the bytes that were just stored.
  [[nodiscard]] static bool is(const Request& request, Operation operation, std::uint16_t location,
                               std::uint64_t operand, std::uint64_t expected) {
    if (request.operation == operation && request.location == location && request.operand == operand &&
        request.expected == expected) [[likely]]
      return true;
    return request.operation == Operation::spin;
  }
  [[gnu::noinline]] void add(Request request, EventId cause);
  void postpone(const Request& request);
  // Whether a thread further left, which was postponed, can go on.
  [[nodiscard]] bool is_due_further_left();
  // Of the threads of the graph that can go on, the leftmost in this order does. It changes with their number alone.
  void put_in_order();
  // After a step after which the thread does not go on at once.
  void pause(const Event& event);
  void perform_plain(Operation operation, EventId cause, Action action);
  [[noreturn]] void diverge();
  [[noreturn]] static void refuse_use_outside();
  void set_current(unsigned thread) {
    current_ = thread;
    self_ = &state_[thread];
  }
  void see_events(unsigned thread) {
    state_[thread].events = graph_->events_of(thread);
    state_[thread].size = graph_->size(thread);
  }
  // What the thread's later steps depend on.
  void follow(Thread& self, const Event& event) {
    if (event.writes && !(event.reads && event.written == event.read)) {
      if (is_on_mutex(event.request.operation)) [[unlikely]]
        follow_mutex(self, event);
      else
        self.streak = self.position;
    }
    if (event.request.operation >= Operation::choose) [[unlikely]]
      follow_rare(self, event);
  }
  void follow_rare(Thread& self, const Event& event);
  void follow_mutex(Thread& self, const Event& event);
  // Brings the thread of an event, which has not performed it, so far that it has.
  void ensure(EventId event);
  [[noreturn]] void park();
  // Where the state of the thread is wanted when it asks for its next step: only for a step that is new.
  void want_state(const Thread& thread) {
    const bool is_ahead = is_stepwise_ || thread.position == thread.size;
    detail::wanted_state = is_ahead && options_.spins != Spins::unrolled ? registers_.get() : nullptr;
  }
  [[nodiscard]] bool recognises_spin(unsigned thread, Request& request, std::uint64_t& state);
  [[nodiscard]] bool may_poll(unsigned thread, unsigned first);
  [[nodiscard]] Request spin_of(unsigned thread, unsigned first) const;
  [[nodiscard]] std::uint64_t state_of(unsigned thread);
  [[nodiscard]] std::uint64_t digest_above(const void* frame) const;
  [[nodiscard]] std::optional<unsigned> first_of_watched(const IterationCheck::Visits& visits);
  void resume_watched(unsigned thread);
  [[nodiscard]] std::optional<unsigned> first_of_unchanged(const IterationCheck::Visits& visits,
                                                           const IterationCheck::Attempt& attempt);
  [[noreturn]] void begin_again();
  void take_image();
  void run_sources(unsigned thread, unsigned first, unsigned end);
  void add_own(MemoryImage& image) const;
  void add_memory(IterationCheck::Image& image);
  void compare_images();
  void normalise_statics();
  void retake_images();
  // Call `visit(begin, bytes)` for all memory that the thread can reach, without its own registers and stack.
  template <class Visit>
  void for_each_static(Visit visit) const {
    if (!faults.statics_are_not_compared) statics_.for_each_written(visit);
  }
  template <class Visit>
  void for_each_shared(unsigned thread, Visit visit) const;
  [[nodiscard]] std::optional<unsigned> spinning_since(unsigned thread) const;
  [[nodiscard]] EventId effective(unsigned location, EventId write) const;
  [[nodiscard]] bool spins_in_vain(unsigned thread, unsigned first, unsigned end) const;
  [[nodiscard]] bool is_stale(EventId last) const;

  [[nodiscard]] Moment now() const;
  [[nodiscard]] bool is_outside() const { return current_ == kOutside; }
  Object& accessed(const Handle& handle, ObjectKind kind, const void* address) {
    if (!safety_.access_simply(handle, kind, address, current_, self_->position)) [[unlikely]]
      check(safety_.access(handle, kind, address, now()));
    return safety_.object(handle);
  }
  void check(const Safety::Check& check) {
    if (check) [[unlikely]]
      violate(check->violation, check->what);
  }
  [[noreturn]] void violate(Violation violation, std::string what);
  void note_violation(Violation violation, std::string what);
  // The run ends, and with it the search: it says nothing of the model.
  void cut_off(Stop stop, std::string limit);
  [[noreturn]] void reach_limit(std::string limit);
  [[nodiscard]] void* take_memory(std::size_t bytes, std::size_t alignment);

  [[nodiscard]] Request request_for(Operation operation, unsigned location, Demands demands,
                                    Demands failure = {}) const {
    Request request;
    request.failure = failure;
    request.operation = operation;
    request.thread = static_cast<std::uint8_t>(current_);
    request.location = static_cast<std::uint16_t>(location);
    request.demands = demands;
    return request;
  }
  template <class MakeRequest>
  Result perform_on(MakeRequest request) {
    if (is_outside()) return perform_outside(request());
    const Event& event = perform(request);
    return {event.read, event.written, event.writes, event.variant};
  }
  // An `await` or an `await_update`, with its demands.
  Result wait_until(unsigned location, const detail::Condition& condition, const Request& demanded);
  // Outside of the threads.
  Result perform_outside(const Request& request);
  std::uint64_t& value_outside(unsigned location);
  [[nodiscard]] bool may_fail_weakly(Location location);
  void count_weak_failure(Location location);
  void sleep(const Handle& handle, unsigned queue, const detail::Site& site);
  void wake_up(const Handle& handle, unsigned queue, bool on_atomic, const detail::Site& site);
  bool acquire_mutex(const Handle& mutex, Operation operation);
  void release_mutex(const Handle& mutex);

  [[nodiscard]] bool records() const { return recorder_ != nullptr && !in_invariant_; }
  [[nodiscard]] EventId last_event() const;
  void record(const Recorder::Entry& entry, EventId event);
  void record_access(Action action, const Handle& handle, const detail::Site& site, const Result& result);
  void record_note(Action action, const void* memory, Location location, EventId event);
  void expect_to_wait(Action action, const Handle& handle, const detail::Site& site);

  const ModelCode& code_;
  const Options& options_;
  const std::shared_ptr<MutexUse> mutex_use_;
  const CrashGuard guard_{&Runtime::on_crash};
  RandomNumbers random_numbers_;
  Graph* graph_ = nullptr;
  Extender* extender_ = nullptr;
  Recorder* recorder_ = nullptr;
  unsigned current_ = kOutside;
  bool is_stepwise_ = false;
  bool has_ended_ = false;
  bool undeclared_waits_ = false;
  bool waited_on_atomic_ = false;
  unsigned failed_outside_ = 0;  // attempts of retries, in this run
  bool begins_again_ = false;    // with stacks cleared deeper than they were, or to take images of memory
  bool threads_began_ = false;
  bool in_invariant_ = false;
  bool violated_softly_ = false;  // a requirement failed, and the run went on
  std::string refusal_;           // why the model cannot be checked; empty: it can
  Ending ending_;

  static thread_local constinit Runtime* running;
  std::array<Thread, kMostThreads + 1> state_;
  Thread* self_ = &state_[kOutside];  // of the current thread
  Safety safety_;
  Arena arena_;
  std::array<std::unique_ptr<Fiber>, kMostThreads + 1> fibers_;
  std::vector<std::pair<unsigned, std::uint64_t>> values_outside_;  // of locations written after the threads ended
  std::vector<std::uint64_t> moment_values_;                        // of locations, while the invariant is evaluated
  IterationCheck iteration_;
  unsigned iteration_target_ = kNoTarget;  // of the thread whose iteration is checked
  StaticMemory statics_;
  std::size_t static_pages_ = 0;  // that were noted when the first image was taken
  unsigned postponed_ = 0;        // threads
  unsigned ended_ = 0;            // threads, leftmost ones
  std::vector<unsigned> order_;   // see put_in_order
  std::vector<void*> thrown_;     // memory of objects that the model has thrown
  StartedThreads started_;        // beyond the model's own
  std::unique_ptr<Registers> registers_;
  void* memory_ = nullptr;
  Part part_ = nullptr;
};

template <class Visit>
void Runtime::for_each_shared(unsigned thread, Visit visit) const {
  if (!faults.model_is_not_compared) visit(memory_, code_.size);
  if (!faults.arena_is_not_compared) arena_.for_each_used(visit);
  for (unsigned other = 0; other != graph_->threads(); ++other) {
    const Thread& state = state_[other];
    if (state.state == Thread::State::absent || state.state == Thread::State::ended) continue;
    if (other >= code_.thread_count && !faults.started_code_is_not_compared) visit(&state.code, sizeof(state.code));
    if (other == thread || faults.stacks_are_not_compared) continue;
    const auto* const from = static_cast<const std::byte*>(fibers_[other]->suspended());
    visit(from, static_cast<std::size_t>(static_cast<const std::byte*>(fibers_[other]->top()) - from));
  }
}

}  // namespace vigil::checker
