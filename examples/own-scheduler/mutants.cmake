# Copies of scheduler.hpp with one mistake each, for the test that the models notice it. Each is in a namespace of its
# own, so one program has them all.

file(READ "${CMAKE_CURRENT_LIST_DIR}/scheduler.hpp" shipped)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/scheduler.hpp")
set(mutants "${CMAKE_CURRENT_BINARY_DIR}/mutants")

function(write_if_changed path text)
  if(EXISTS "${path}")
    file(READ "${path}" before)
  endif()
  if(NOT "${text}" STREQUAL "${before}")
    file(WRITE "${path}" "${text}")
  endif()
endfunction()

# Replaces `right`, which the header must have once, by `wrong`.
function(mutant name right wrong)
  string(FIND "${shipped}" "${right}" first)
  string(FIND "${shipped}" "${right}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "mutant ${name}: scheduler.hpp must have exactly once:\n${right}")
  endif()
  string(REPLACE "${right}" "${wrong}" text "${shipped}")
  string(REPLACE "namespace own" "namespace own::${name}" text "${text}")
  write_if_changed("${mutants}/${name}.hpp" "${text}")
endfunction()

mutant(wakes_nobody
[[    sleep_.new_injected_jobs(1, was_empty);
]]
[[    static_cast<void>(was_empty);
]])

mutant(announces_before_push
[[    const bool was_empty = injector_.push(*task.release());
    sleep_.new_injected_jobs(1, was_empty);
]]
[[    sleep_.new_injected_jobs(1, injector_.is_empty());
    injector_.push(*task.release());
]])

mutant(no_last_check
[[[this] { return injector_.has_jobs(); });
      return false;]]
[[[] { return false; });
      return false;]])

mutant(stays_idle
[[    sleep_.work_found([this] { return has_work(); });
]]
[[]])

mutant(leaves_work_behind
[[[this] { return has_work(); }]]
[[[] { return false; }]])

mutant(stops_by_flag
[[sleep_.set_latch(worker->stop, worker->index)]]
[[static_cast<void>(worker->stop.set())]])

mutant(counts_after_push
[[    unfinished_.enter_once_more();
    try {
      self.deque.push(task.get());
    } catch (...) {
      leave();
      throw;
    }
    static_cast<void>(task.release());
    sleep_.new_internal_jobs(1, [&self] { return self.deque.size() <= 1; });
]]
[[    self.deque.push(task.release());
    sleep_.new_internal_jobs(1, [&self] { return self.deque.size() <= 1; });
    unfinished_.enter_once_more();
]])

mutant(caller_does_not_stay
[[    unfinished_.enter_once_more();           // the task
    const bool was_empty = injector_.push(*task.release());
    sleep_.new_injected_jobs(1, was_empty);
    leave();
]]
[[    const bool was_empty = injector_.push(*task.release());
    sleep_.new_injected_jobs(1, was_empty);
]])

mutant(leaves_before_end
[[  void run(std::unique_ptr<Task> task) {
    try {
      task->run();
    } catch (...) {
      if (!has_error_.exchange(true, std::memory_order_relaxed)) error_.set(std::current_exception());
    }
    task.reset();
    leave();
]]
[[  void run(std::unique_ptr<Task> task) {
    leave();
    try {
      task->run();
    } catch (...) {
      if (!has_error_.exchange(true, std::memory_order_relaxed)) error_.set(std::current_exception());
    }
]])

mutant(relaxed_leave
[[std::memory_order leave = std::memory_order_acq_rel;]]
[[std::memory_order leave = std::memory_order_relaxed;]])

mutant(relaxed_close
[[std::memory_order close = std::memory_order_acquire;]]
[[std::memory_order close = std::memory_order_relaxed;]])

mutant(leaves_threads_running
[[    } catch (...) {
      end_threads();
      throw;]]
[[    } catch (...) {
      throw;]])
