#include "invariants/system/transition.hpp"

namespace vigil::proofs::invariants {

State State::unknown(const Numbers& numbers, std::size_t variables, const std::string& prefix) {
  State state(numbers);
  for (Variable variable = 0; variable != variables; ++variable) {
    state.values_.push_back(numbers.unknown(prefix + "." + std::to_string(variable)));
  }
  return state;
}

z3::expr State::sum(const std::vector<Variable>& variables) const {
  z3::expr sum = number(0);
  for (const Variable variable : variables) sum = sum + values_[variable];
  return sum;
}

z3::expr Transition::guard() const {
  z3::expr all = state_.numbers().context().bool_val(true);
  for (const z3::expr& guard : guards_) all = all && guard;
  return all;
}

void Transition::moves(Variable from, Variable to) {
  leaves(from);
  add(to, 1);
}

void Transition::leaves(Variable from) {
  at_least_one(from);
  add(from, -1);
}

void Transition::all_move_if(const z3::expr& condition, Variable from, Variable to) {
  const z3::expr all = state_[from];
  const z3::expr none = state_.number(0);
  state_.set(to, state_[to] + z3::ite(condition, all, none));
  state_.set(from, z3::ite(condition, none, all));
}

z3::expr Transition::any_up_to(const z3::expr& most) {
  z3::expr choice = state_.numbers().unknown(prefix_ + ".choice." + std::to_string(choices_++));
  requires_that(choice >= state_.number(0) && choice <= most);
  return choice;
}

}  // namespace vigil::proofs::invariants
