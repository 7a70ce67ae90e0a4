#pragma once

#include "ending.hpp"
#include "extender.hpp"
#include "graph.hpp"
#include "model_memory.hpp"
#include "outside_values.hpp"
#include "recording.hpp"
#include "started_threads.hpp"
#include "waiting.hpp"

#include <vigil/checker/model_code.hpp>
#include <vigil/checker/options.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::checker {

using detail::ThreadCode;

// Runs the model natively, thread by thread, along an execution graph: reads take their values from the graph. Where
// the graph ends, the leftmost thread that can goes on, and its events are added.
//
// Threads run in an order that respects sb ∪ rf: before a read returns, the thread of its source has got that far.
// So memory that is free of races has its right values without being part of the graph.
class Replay {
 public:
  static constexpr unsigned kOutside = Moment::kOutside;

  Replay(const ModelCode& code, const Options& options, const std::shared_ptr<Assumptions>& assumptions,
         ModelMemory& memory, const Safety& safety)
      : code_(code),
        options_(options),
        memory_(memory),
        assumptions_(assumptions),
        waiting_(options, assumptions, memory, safety) {}

  // ---- its parts, which operations use too
  [[nodiscard]] Waiting& waiting() { return waiting_; }
  [[nodiscard]] const Waiting& waiting() const { return waiting_; }
  [[nodiscard]] Recording& recording() { return recording_; }
  // Where the code of the current thread is, and which object it uses.
  void note_place(const Location& location, std::uint32_t object) {
    if (recording_.is_on()) [[unlikely]]
      recording_.note_place(current(), location, object);
  }
  [[nodiscard]] OutsideValues& values() { return values_; }
  [[nodiscard]] StartedThreads& started_threads() { return started_; }

  // ---- executions

  // Another execution, in single steps or not, and another run of it. `recorder`: null if it is not written down.
  void begin_execution(bool is_stepwise, Recorder* recorder);
  void reset(Graph& graph);
  // Runs the threads until none of them can go on.
  void run(Extender& extender);
  // What comes after the threads: the invariant, finish and the destructor of the model, or the judgement on those that
  // wait. Whether the model has come to its end.
  [[nodiscard]] bool finish();
  [[nodiscard]] bool has_ended() const { return course_ != Course::runs; }
  // Whether the run ended only because it has to be taken again.
  [[nodiscard]] bool begins_again() const { return course_ == Course::begins_again; }
  // Of a run that has ended. Throws std::logic_error if the model did what cannot be explored.
  [[nodiscard]] const Ending& ending();

  // ---- single steps, for a caller who chooses the thread too

  // Constructs the model and brings each thread to its first request.
  void begin_steps();
  // What the thread asks for next; null if it has ended, waits to be started or for another thread, or spins and would
  // read nothing new.
  [[nodiscard]] const Request* pending(unsigned thread) const;
  // Likewise of a thread that spins, whether or not it would read anything new: for a caller who knows that it goes on.
  [[nodiscard]] const Request* asked(unsigned thread) const;
  // The same of a thread that can do nothing about it; null if it has ended.
  [[nodiscard]] const Request* waits_for(unsigned thread) const;
  [[nodiscard]] EventId cause(unsigned thread) const { return threads_[thread].cause; }
  // After the event for its pending request was added: on to the next request.
  void step(unsigned thread);
  // When no thread can go on: the threads that wait have waited in vain, as the events say that were added for them.
  void wait_in_vain(unsigned thread);

  // ---- what operations ask, on the fiber of the thread that performs them

  // One step of the current thread. Nearly all of them are replays, which compare what is asked for with the event: so
  // `request` is a function, of whose result they need no copy in memory.
  template <class MakeRequest>
  const Event& perform(MakeRequest request, EventId cause = EventId::none());
  [[nodiscard]] Graph& graph() { return *graph_; }
  [[nodiscard]] unsigned current() const { return current_; }
  [[nodiscard]] bool is_outside() const { return current_ == kOutside; }
  [[nodiscard]] unsigned position() const { return self_->position; }
  [[nodiscard]] EventId last_event() const {
    return is_outside() ? EventId::none() : EventId(current_, self_->position - 1);
  }
  [[nodiscard]] Recording::Place place(EventId event) const { return {current_, values_.is_setup(), event}; }
  [[nodiscard]] Moment now() const {
    if (is_outside()) return {};
    const unsigned position = self_->position;
    static constexpr View kNothing{};
    return {current_, position,
            position == 0 ? &kNothing : &graph_->views(EventId(current_, position - 1)).happens_before};
  }
  // The loops of the current thread have begun to do something else.
  void note_progress() {
    if (!is_outside()) waiting_.progress(current_, self_->position);
  }
  // Before the step by which the current thread starts another one, that runs `what`.
  struct Start {
    unsigned number = 0;  // of the new thread
    // How many events ago one was started that runs the same, in the same row; 0: none was, or they are not exchanged.
    unsigned events_since = 0;
  };
  // Nothing if there are too many threads.
  [[nodiscard]] std::optional<Start> prepare_start(std::function<void()> code, const ThreadCode& what);
  // The event of the current thread by which the first of these was started, in the same row as one that is started
  // next; nothing if they are not exchanged.
  [[nodiscard]] std::optional<unsigned> first_start_of(const ThreadCode& what) const;
  // The program has learnt the name of a thread. If others do the same, it can distinguish them.
  void note_name_of(unsigned thread);
  void join(unsigned thread);
  // Whether the current thread times out more often than the bound allows, to see whether it spins. If it does anything
  // else, that is no part of any execution.
  [[nodiscard]] bool polls() const { return self_->polls; }
  void begin_to_poll() { self_->polls = true; }
  void note_wait_on_atomic() { waited_on_atomic_ = true; }
  // Around what `Layer::retry` attempts.
  [[nodiscard]] Waiting::Attempt begin_attempt(const void* frame);
  void fail_attempt(const Waiting::Attempt& attempt);

  // ---- what ends the run

  [[noreturn]] void violate(Violation violation, std::string what);
  // The same, and the run goes on. The first violation counts.
  void note_violation(Violation violation, std::string what);
  // The run ends, and with it the search: it says nothing of the model.
  [[noreturn]] void cut_off(Stop stop, std::string limit);
  // What the current thread did is no part of any execution. The others go on: what they write may lead to one.
  [[noreturn]] void exclude();
  // There is no memory for what the checker has to remember.
  [[noreturn]] void run_out_of_memory();
  // The model does what the checker cannot explore.
  [[noreturn]] void refuse(std::string why);
  // The fiber is not resumed again in this run.
  [[noreturn]] void park() {
    for (;;) memory_.fiber(current_).suspend();
  }

 private:
  static constexpr unsigned kNoGoal = ~0U;
  enum class Course { runs, ended, begins_again };

  // A thread of the model in this run.
  struct Thread {
    enum class State { absent, ready, postponed, waiting, joining, bounded, excluded, ended };
    State state = State::absent;
    unsigned position = 0;          // its next event
    unsigned size = 0;              // how many it is shown of those that the graph has
    unsigned halt = kNoGoal;        // the position at which it pauses next
    unsigned goal = kNoGoal;        // the position that the thread which resumed it waits for
    const Event* events = nullptr;  // in the graph
    unsigned joins = 0;             // the thread that it waits for
    unsigned starts = 0;            // of other threads
    // The last ones in a row: at which position, and to run what.
    std::vector<std::pair<unsigned, ThreadCode>> started;
    bool polls = false;
    EventId cause;
    // In single steps: what it asks for, and what that would be if it were no spin.
    std::optional<Request> pending;
    Request spinning_for;
    // What it asked for, while it is postponed.
    Request postponed_request;
  };

  void reset_thread(unsigned thread);
  [[nodiscard]] unsigned events_since_start_of(const ThreadCode& what);
  // Whether a thread that is started now is in a row with those that were started last.
  [[nodiscard]] bool is_in_row() const;
  void start_own_threads();
  void start(unsigned thread);
  using Part = void (*)(const ModelCode&, void*);
  void on_fiber_of_model(Part part);
  void guarded(void (*code)(Replay&));
  static void run_thread(void* argument);
  static void run_outside(void* argument);
  void perform_note(Operation operation, EventId cause, Action action);

  void run_threads();
  [[nodiscard]] bool can_run(unsigned thread) const;
  // Whether the thread has performed its last step, in the graph.
  [[nodiscard]] bool is_over(unsigned thread) const;
  void resume(unsigned thread) {
    const unsigned outer = current_;
    set_current(thread);
    memory_.fiber(thread).resume();
    set_current(outer);
  }
  // Of the threads of the graph that can go on, the leftmost in this order does. It changes with their number alone.
  void put_in_order();
  // Whether a thread further left, which was postponed, can go on.
  [[nodiscard]] bool is_due_further_left();
  void suspend() {
    memory_.fiber(current_).suspend();
    if (has_ended()) park();
  }
  void postpone(const Request& request);

  [[gnu::noinline]] void add(Request request, EventId cause);
  void extend(const Request& request, EventId cause);
  void halt_for_image();
  // After a step after which the thread does not go on at once.
  void pause(const Event& event);
  void pause_checked(const Event& event);
  // Brings the thread of an event, which has not performed it, so far that it has.
  void ensure(EventId event);
  void follow_rare(const Event& event);
  [[noreturn]] void diverge();
  void set_goal(unsigned thread, unsigned goal) {
    threads_[thread].goal = goal;
    threads_[thread].halt = waiting_.is_checked(thread) ? threads_[thread].position + 1 : goal;
  }
  void set_current(unsigned thread) {
    current_ = thread;
    self_ = &threads_[thread];
  }
  void see_events(unsigned thread) {
    threads_[thread].events = graph_->events_of(thread);
    threads_[thread].size = graph_->size(thread);
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
  // Where the state of the thread is wanted when it asks for its next step: only for a step that is new.
  void want_state(const Thread& thread) const {
    const bool is_ahead = is_stepwise_ || thread.position == thread.size;
    detail::wanted_state = is_ahead ? waiting_.wanted_state() : nullptr;
  }

  [[nodiscard]] bool all_have_ended();
  void judge_blocked();
  void check_invariant();
  [[noreturn]] void end_run(Course course = Course::ended) {
    course_ = course;
    park();
  }

  const ModelCode& code_;
  const Options& options_;
  ModelMemory& memory_;
  const std::shared_ptr<Assumptions> assumptions_;
  Waiting waiting_;
  Recording recording_;
  OutsideValues values_;
  Graph* graph_ = nullptr;
  Extender* extender_ = nullptr;
  bool is_stepwise_ = false;
  bool is_violated_ = false;       // perhaps by a requirement, after which the run went on
  bool waited_on_atomic_ = false;  // some thread has
  Course course_ = Course::runs;
  unsigned failed_outside_ = 0;  // attempts of retries, in this run
  std::string refusal_;          // why the model cannot be checked; empty: it can
  bool is_out_of_memory_ = false;
  Ending ending_;
  unsigned current_ = kOutside;
  std::array<Thread, kMostThreads + 1> threads_;
  Thread* self_ = &threads_[kOutside];  // of the current thread
  unsigned postponed_ = 0;              // threads
  unsigned ended_ = 0;                  // threads, leftmost ones
  std::vector<unsigned> order_;         // see put_in_order
  StartedThreads started_;              // beyond the model's own
  Part part_ = nullptr;
};

template <class MakeRequest>
const Event& Replay::perform(MakeRequest request, EventId cause) {
  Thread& self = *self_;
  if (self.position == self.size) add(request(), cause);
  const Event& event = self.events[self.position];
  const Request asked = request();
  if (!is(event.request, asked.operation, asked.location, asked.operand, asked.expected)) [[unlikely]]
    diverge();
  if (event.source.is_event() && threads_[event.source.thread()].position <= event.source.index()) ensure(event.source);
  ++self.position;
  waiting_.follow(current_, self.position, event);
  if (event.request.operation >= Operation::choose) [[unlikely]]
    follow_rare(event);
  if (event.waits || self.position >= self.halt) pause(event);
  want_state(self);
  return event;
}

}  // namespace vigil::checker
