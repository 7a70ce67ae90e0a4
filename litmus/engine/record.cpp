// What a trace shows of a run: each step with its place in the text.

#include "interpreter.hpp"

#include <utility>

namespace vigil::litmus {

using checker::Action;
using checker::Event;
using checker::EventId;
using checker::Operation;
using Kind = Instruction::Kind;

namespace {

// What a trace says without a value or an order.
bool shows_values(Operation operation) { return operation < Operation::lock || is_await(operation); }

}  // namespace

checker::RecordedExecution Interpreter::record(const checker::Graph& graph) {
  checker::Graph copy = graph;
  checker::Recorder recorder(safety_, nullptr, 0);
  recorder_ = &recorder;
  run(copy, nullptr);
  recorder_ = nullptr;
  checker::RecordedExecution execution = std::move(recorder).take(copy);
  for (const Thread& thread : program_.threads) execution.thread_names.push_back(thread.name);
  if (ending_.kind != checker::Ending::Kind::violated) return execution;
  execution.violation = ending_.violation;
  execution.what = ending_.what;
  const auto& steps = execution.threads[ending_.thread];
  if (!steps.empty())
    execution.violating = checker::StepName{static_cast<int>(ending_.thread), static_cast<unsigned>(steps.size()) - 1};
  return execution;
}

checker::detail::Site Interpreter::site_of(unsigned thread, const Instruction& instruction) const {
  Location location;
  location.file = program_.name.c_str();
  location.function = program_.threads[thread].name.c_str();
  location.line = instruction.place.line;
  return {instruction.order, location};
}

void Interpreter::write_down(unsigned thread, const Instruction& instruction, const Event& event) {
  const Operation operation = event.request.operation;
  // A thread that spins waits at the last thing that it did.
  if (operation == Operation::spin || operation == Operation::before_fence || operation == Operation::after_fence)
    return;
  std::uint32_t object = instruction.object;
  if (is_on_mutex(operation) && instruction.kind == Kind::wait)
    object = instruction.mutex;
  else
    object = object_of(thread, instruction);
  checker::Recorder::Entry entry{
      action_of(event), handles_[object].number, site_of(thread, instruction), false, {}, {}, {}};
  if (is_fence(operation)) entry.object = checker::Recorder::Entry::kNoObject;
  entry.has_order = shows_values(operation) || is_fence(operation);
  if (is_plain_access(instruction.kind)) {
    entry.action = event.writes ? Action::write : Action::read;
    entry.has_order = false;
  }
  if (shows_values(operation) && event.reads && !event.waits) entry.read = event.read;
  if (shows_values(operation) && event.writes) entry.written = event.written;
  if (entry.action == Action::failed_compare_exchange || entry.action == Action::spurious_failure) {
    entry.expected = event.request.expected;
    entry.site.order.value = instruction.failure;
  }
  recorder_->add(thread, false, entry, EventId(thread, threads_[thread].position - 1));
}

void Interpreter::write_down_plain(unsigned thread, const Instruction& instruction, std::uint32_t object, bool writes) {
  checker::Recorder::Entry entry{
      writes ? Action::write : Action::read, handles_[object].number, site_of(thread, instruction), false, {}, {}, {}};
  (writes ? entry.written : entry.read) = plain_[object];
  recorder_->add(thread, false, entry, EventId::none());
}

}  // namespace vigil::litmus
