#pragma once

#include "model_memory.hpp"
#include "order_use.hpp"
#include "replay.hpp"
#include "safety.hpp"

#include <vigil/checker/hooks.hpp>
#include <vigil/checker/options.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vigil::checker {

// What the code of a model asks for, see hooks.hpp: each operation is checked for safety, performed by a step of the
// thread, and written down. Outside of the threads there are no steps.
class Operations {
 public:
  Operations(const Options& options, Replay& replay, ModelMemory& memory, Safety& safety)
      : options_(options),
        replay_(replay),
        memory_(memory),
        safety_(safety),
        has_changes_(!options.order_changes.empty()) {}

  // Another run, of so many threads.
  void reset(unsigned threads) {
    for (unsigned thread = 0; thread != threads; ++thread) threads_[thread].reset();
    threads_[kOutside].reset();
    thrown_.clear();
  }

  // ---- objects
  Handle construct(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial, bool is_initialised,
                   Name name);
  void destroy(Handle& handle, ObjectKind kind, const void* address);
  // Of an object that no operation has used yet in this run.
  void begin_with(const Handle& handle, std::uint64_t value) {
    replay_.graph().location(safety_.object(handle).location).initial = value;
  }
  // What the thread's last step wrote, if it is the newest value.
  [[nodiscard]] std::optional<std::uint64_t> newest_written(const Handle& handle);
  // An object of a program that does not know the layer: found at its first use, and as old as the execution.
  // `number`: below Graph::kLocationsOfEach, the same in all executions of a search.
  Handle adopt(ObjectKind kind, const void* address, ValueType type, std::uint64_t initial, unsigned number, Name name);

  // ---- atomics
  // The operation with the order that Options::order_changes gives it: itself where they give it none.
  [[nodiscard]] const detail::Site& changed(OrderUse use, const detail::Site& site) {
    if (!has_changes_) [[likely]]
      return site;
    return changed_by_options(use, site);
  }
  [[nodiscard]] bool has_changes() const { return has_changes_; }
  // The order of its failure, which may have no label of its own.
  [[nodiscard]] LabelledOrder changed_failure(const detail::Site& success, LabelledOrder failure);

  std::uint64_t load(const Handle& handle, const void* address, const detail::Site& site,
                     std::optional<std::uint64_t> waits_for_change_of = std::nullopt);
  void store(const Handle& handle, const void* address, std::uint64_t value, const detail::Site& site);
  std::uint64_t modify(const Handle& handle, const void* address, Action action, std::uint64_t operand,
                       std::uint64_t mask, const detail::Site& site);
  detail::Exchange compare_exchange(const Handle& handle, const void* address, std::uint64_t expected,
                                    std::uint64_t desired, bool weak, const detail::Site& success,
                                    LabelledOrder failure);
  void fence(const detail::Site& site);
  // Of the two that are asymmetric.
  void fence(Operation operation, Action action, const detail::Site& site);

  // ---- waiting for a value, or for a notification
  std::uint64_t await(const Handle& handle, const void* address, const detail::Condition& condition,
                      const detail::Site& site);
  std::uint64_t await_rmw(const Handle& handle, const void* address, const detail::Condition& condition,
                          const detail::Site& success, LabelledOrder failure);
  void exchange_or_wait(const Handle& handle, const void* address, std::uint64_t expected, std::uint64_t desired,
                        const detail::Site& success, LabelledOrder failure);
  void wait_for_change(const Handle& handle, const void* address, std::uint64_t old, const detail::Site& site);
  // As a futex: sleeps if the value is `old`, and does not check again when it is woken.
  enum class FutexEnd { changed, woken, timed_out };
  [[nodiscard]] FutexEnd wait_on_futex(const Handle& handle, const void* address, std::uint64_t old,
                                       bool has_time_limit, const detail::Site& site);
  void wait(const Handle& condition, const void* address, const Handle& mutex, const void* mutex_address,
            Location location);
  void notify(const Handle& handle, const void* address, bool all, Location location);
  // With a time limit: false if it ended the wait. See hooks.hpp.
  [[nodiscard]] bool wait_for_change_for(const Handle& handle, const void* address, std::uint64_t old,
                                         const detail::Site& site);
  [[nodiscard]] bool wait_for(const Handle& condition, const void* address, const Handle& mutex,
                              const void* mutex_address, Location location, bool may_be_late);
  [[nodiscard]] bool times_out(const Handle& handle, const void* address, Location location);
  [[nodiscard]] bool lock_for(const Handle& mutex, const void* address, Location location);
  [[nodiscard]] std::optional<std::uint64_t> await_rmw_for(const Handle& handle, const void* address,
                                                           const detail::Condition& condition,
                                                           const detail::Site& success, LabelledOrder failure);
  [[nodiscard]] bool unrolls() const { return options_.spins == Spins::unrolled; }

  // ---- vars and mutexes
  void read_var(const Handle& handle, const void* address, std::uint64_t value, Location location);
  void write_var(const Handle& handle, const void* address, std::uint64_t value, Location location);
  void lock(const Handle& mutex, const void* address, Location location);
  bool try_lock(const Handle& mutex, const void* address, Location location);
  void unlock(const Handle& mutex, const void* address, Location location);

  // ---- threads
  unsigned start_thread(std::function<void()> code, const detail::ThreadCode& what, Location location);
  void backdate(const void* memory, unsigned event) { safety_.backdate(memory, event); }
  void join_thread(unsigned thread, Location location);
  [[nodiscard]] void* thread_specific(const void* key);
  void set_thread_specific(const void* key, void* pointer);
  void yield(Location location);

  // ---- chance, memory and requirements
  unsigned choose(unsigned possibilities);
  void* allocate(std::size_t bytes, std::size_t alignment, Name name, Location location);
  void deallocate(void* memory, Location location);
  void* allocate_exception(std::size_t bytes);
  [[nodiscard]] std::size_t bytes_of(const void* memory) const { return safety_.bytes_of(memory); }
  void require_failed(const char* what);
  void record_knowledge(Knowledge& knowledge) const;

 private:
  static constexpr unsigned kOutside = Replay::kOutside;

  // Such a fence does nothing, so it is no event. It is written down all the same: a stronger one might help.
  void note_relaxed_fence(Action action, const detail::Site& site);

  // What a thread of the model has done in this run.
  struct Thread {
    unsigned locations = 0;  // that it has constructed
    unsigned spurious_wakes = 0;
    unsigned timeouts = 0;
    std::vector<std::pair<std::uint64_t, unsigned>> weak_failures;  // at each call site
    std::vector<std::pair<const void*, void*>> specific;            // its own pointers, by key

    void reset() {
      locations = spurious_wakes = timeouts = 0;
      weak_failures.clear();
      specific.clear();
    }
  };
  // What an operation found and did.
  struct Result {
    std::uint64_t before = 0, written = 0;
    bool wrote = false;
    unsigned variant = 0;
  };

  // What a compare-exchange was asked to do.
  struct Attempted {
    std::uint32_t object = 0;
    const detail::Site& success;
    const LabelledOrder& failure;
    std::uint64_t expected = 0, desired = 0;
  };

  [[nodiscard]] bool is_outside() const { return replay_.is_outside(); }
  [[nodiscard]] Thread& self() { return threads_[replay_.current()]; }
  [[gnu::always_inline]] Object& accessed(const Handle& handle, ObjectKind kind, const void* address) {
    if (!safety_.access_simply(handle, kind, address, replay_.current(), replay_.position())) [[unlikely]]
      check(safety_.access(handle, kind, address, replay_.now()));
    return safety_.object(handle);
  }
  void check(const Safety::Check& check) {
    if (check) [[unlikely]]
      replay_.violate(check->violation, check->what);
  }
  // Before the operation is performed.
  void check_order(OrderUse use, Action action, std::uint32_t object, const detail::Site& site) {
    if (!is_defined(use, site.order.value)) [[unlikely]]
      refuse_order(use, action, object, site);
  }
  void check_orders(const Handle& handle, const detail::Site& success, const LabelledOrder& failure) {
    check_order(OrderUse::read_modify_write, Action::compare_exchange, handle.number, success);
    if (!is_defined(OrderUse::failure, failure.value)) [[unlikely]]
      refuse_order(OrderUse::failure, Action::compare_exchange, handle.number, {failure, success.location});
  }
  [[noreturn]] void refuse_order(OrderUse use, Action action, std::uint32_t object, const detail::Site& site);
  [[noreturn]] void reach_limit(std::string limit) { replay_.cut_off(Stop::limit, std::move(limit)); }
  [[noreturn]] void refuse_to_wait_outside();

  [[nodiscard]] Request request_for(Operation operation, unsigned location, Demands demands,
                                    Demands failure = {}) const {
    Request request;
    request.failure = failure;
    request.operation = operation;
    request.thread = static_cast<std::uint8_t>(replay_.current());
    request.location = static_cast<std::uint16_t>(location);
    request.demands = demands;
    return request;
  }
  template <class MakeRequest>
  Result perform_on(MakeRequest request) {
    if (is_outside()) return perform_outside(request());
    const Event& event = replay_.perform(request);
    return {event.read, event.written, event.writes, event.variant};
  }
  Result perform_outside(const Request& request);
  // To change the value, the condition changes its argument.
  [[nodiscard]] static bool holds(const detail::Condition& condition, std::uint64_t& value);
  // An `await` or an `await_rmw`, with its demands.
  Result wait_until(unsigned location, const detail::Condition& condition, const Request& demanded);
  // How a thread waits in a queue.
  struct Sleep {
    bool on_atomic = false;
    bool has_time_limit = false;
    bool may_be_spurious = false;
  };
  // How a wait ends, if it has a time limit.
  enum class TimedEnd {
    woken,      // not by the limit
    timed_out,  // by the limit
    late,       // woken, but the limit has come by the time that the thread goes on
  };
  [[nodiscard]] TimedEnd choose_end(const Handle& handle, unsigned queue, TimedEnd last, const detail::Site& site);
  void sleep(const Handle& handle, unsigned queue, const detail::Site& site);
  void wake_up(const Handle& handle, unsigned queue, Sleep sleep, const detail::Site& site);
  [[nodiscard]] unsigned queue_to_wait_in(const Handle& condition, const void* address, const Handle& mutex,
                                          const void* mutex_address);
  void lock_again(const Handle& mutex, const void* mutex_address, const detail::Site& site);
  [[nodiscard]] unsigned& weak_failures_at(Location location);
  bool acquire_mutex(const Handle& mutex, Operation operation, bool has_time_limit = false);
  void release_mutex(const Handle& mutex);
  [[nodiscard]] void* take_memory(std::size_t bytes, std::size_t alignment);

  [[nodiscard]] Recording& recording() { return replay_.recording(); }
  [[nodiscard]] bool records() { return replay_.recording().is_on(); }
  [[nodiscard]] Recording::Place last() const { return replay_.place(replay_.last_event()); }
  [[nodiscard]] Recording::Place no_event() const { return replay_.place(EventId::none()); }
  // How the operation is written down if it never ends.
  void expect_to_wait(Action action, const Handle& handle, const detail::Site& site) {
    recording().expect_to_wait(replay_.current(), action, handle, site);
  }
  void record_compare_exchange(const Attempted& attempted, const Result& result);
  void record_access(Action action, const Handle& handle, const detail::Site& site, const Result& result);

  [[nodiscard]] const detail::Site& changed_by_options(OrderUse use, const detail::Site& site);
  [[nodiscard]] const OrderChange* change_for(OrderUse use, const detail::Site& site) const;

  const Options& options_;
  Replay& replay_;
  ModelMemory& memory_;
  Safety& safety_;
  bool has_changes_ = false;
  // They stay while other threads run.
  std::deque<std::pair<detail::Site, detail::Site>> changed_;
  std::array<Thread, kMostThreads + 1> threads_;
  std::vector<void*> thrown_;  // memory of objects that the model has thrown
};

}  // namespace vigil::checker
