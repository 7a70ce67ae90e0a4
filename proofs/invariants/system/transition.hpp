#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <z3++.h>

namespace vigil::proofs::invariants {

// A system of steps over whole numbers, without a bound on any of them.
//
// A state gives each variable a number. A step has one or several cases. A case is a function that records in a
// Transition, line by line as code does, what must hold for the case to happen and how it changes the state.
//
// Proofs by induction and searches for a counterexample use the same function. In a proof, the state before is any
// state that the invariants allow. In a search, it is the state that the earlier steps have reached.

using Variable = std::size_t;

// The numbers of a proof or a search. A proof has integers without a bound. A search has signed numbers of a few bits,
// which is faster and misses no short counterexample.
class Numbers {
 public:
  Numbers(z3::context& context, unsigned bits) : context_(&context), bits_(bits) {}

  [[nodiscard]] z3::context& context() const { return *context_; }
  [[nodiscard]] bool bounded() const { return bits_ != 0; }
  [[nodiscard]] int largest() const { return (1 << (bits_ - 1)) - 1; }
  [[nodiscard]] z3::expr number(int value) const {
    return bounded() ? context_->bv_val(value, bits_) : context_->int_val(value);
  }
  [[nodiscard]] z3::expr unknown(const std::string& name) const {
    return bounded() ? context_->bv_const(name.c_str(), bits_) : context_->int_const(name.c_str());
  }

 private:
  z3::context* context_;
  unsigned bits_;
};

// A number for each variable.
class State {
 public:
  // Any numbers at all: `prefix` keeps them apart from those of other states.
  static State unknown(const Numbers& numbers, std::size_t variables, const std::string& prefix);

  [[nodiscard]] z3::expr operator[](Variable variable) const { return values_[variable]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  void set(Variable variable, const z3::expr& value) { values_[variable] = value; }
  [[nodiscard]] const Numbers& numbers() const { return numbers_; }
  [[nodiscard]] z3::expr number(int value) const { return numbers_.number(value); }
  [[nodiscard]] z3::expr sum(const std::vector<Variable>& variables) const;

 private:
  explicit State(const Numbers& numbers) : numbers_(numbers) {}

  Numbers numbers_;
  std::vector<z3::expr> values_;
};

// One case of a step: from the state before it to `state()`, if `guard()` holds.
class Transition {
 public:
  // `prefix` names the choices that the case makes.
  Transition(State before, std::string prefix) : state_(std::move(before)), prefix_(std::move(prefix)) {}

  // The variable after the lines so far.
  [[nodiscard]] z3::expr operator[](Variable variable) const { return state_[variable]; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] z3::expr guard() const;

  void requires_that(const z3::expr& condition) { guards_.push_back(condition); }
  void at_least_one(Variable variable) { requires_that(state_[variable] >= state_.number(1)); }
  void is_zero(Variable variable) { requires_that(state_[variable] == state_.number(0)); }
  void add(Variable variable, int number) { state_.set(variable, state_[variable] + state_.number(number)); }
  void set(Variable variable, const z3::expr& value) { state_.set(variable, value); }
  // A thread at `from` goes to `to`.
  void moves(Variable from, Variable to);
  // A thread at `from` leaves it.
  void leaves(Variable from);
  // All threads at `from` go to `to`, if `condition` holds.
  void all_move_if(const z3::expr& condition, Variable from, Variable to);
  // Any number between 0 and `most`.
  [[nodiscard]] z3::expr any_up_to(const z3::expr& most);

 private:
  State state_;
  std::string prefix_;
  std::vector<z3::expr> guards_;
  int choices_ = 0;
};

using Case = std::function<void(Transition&)>;

// An atomic step of the code, under its name in proofs and traces.
struct Step {
  std::string name;
  std::vector<Case> cases;
};

// A statement about every state, and its reason.
struct Claim {
  std::string name;
  std::string says;
  std::function<z3::expr(const State&)> holds;
};

struct System {
  std::vector<std::string_view> variables;
  std::function<z3::expr(const State&)> initially;
  std::vector<Step> steps;
};

}  // namespace vigil::proofs::invariants
