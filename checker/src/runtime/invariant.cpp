// The model's invariant, evaluated at every step of one interleaving of an execution.

#include "runtime.hpp"

namespace vigil::checker {

void Runtime::check_invariant() {
  if (code_.invariant == nullptr) return;
  const auto evaluate = [this] {
    on_fiber_of_model([](const ModelCode& code, void* memory) { code.invariant(memory); });
    return !has_ended_;
  };
  in_invariant_ = true;
  moment_values_.resize(Graph::kNumbers);
  graph_->for_each_location([this](unsigned number) { moment_values_[number] = graph_->location(number).initial; });
  bool holds = evaluate();
  for (const EventId id : graph_->interleaving()) {
    if (!holds) break;
    const Event& event = (*graph_)[id];
    if (!event.writes || event.written == event.read) continue;
    moment_values_[event.request.location] = event.written;
    holds = evaluate();
  }
  in_invariant_ = false;
}

}  // namespace vigil::checker
