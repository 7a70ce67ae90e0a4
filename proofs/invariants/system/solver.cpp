#include "invariants/system/solver.hpp"

#include <algorithm>
#include <stdexcept>

namespace vigil::proofs::invariants {
namespace {

constexpr unsigned kUnbounded = 0;
// Numbers from −8 to 7. A search lets no variable go beyond −1 to 2, so that no sum of a few of them overflows.
constexpr unsigned kBitsOfASearch = 4;
constexpr int kSmallest = -1;
constexpr int kLargest = 2;

bool possible(z3::solver& solver) {
  const z3::check_result result = solver.check();
  if (result == z3::unknown) throw std::runtime_error("z3 has no answer: " + solver.reason_unknown());
  return result == z3::sat;
}

// One by one: the solver is slow with a conjunction of all of them.
z3::expr_vector each_holds(const State& state, const std::vector<Claim>& claims) {
  z3::expr_vector facts(state.numbers().context());
  for (const Claim& claim : claims) facts.push_back(claim.holds(state));
  return facts;
}

z3::expr all_hold(const State& state, const std::vector<Claim>& claims) {
  return z3::mk_and(each_holds(state, claims));
}

// Those of `claims` that can fail in `state`, where `known` holds. Mostly none can, so the first question is whether
// any can. A new solver for each question is faster than one solver that pushes and pops.
std::vector<std::string> can_fail(const z3::expr_vector& known, const State& state, const std::vector<Claim>& claims) {
  const auto can = [&](const z3::expr& claim) {
    z3::solver solver(known.ctx(), z3::solver::simple());
    for (const z3::expr& fact : known) solver.add(fact);
    solver.add(!claim);
    return possible(solver);
  };
  std::vector<std::string> failing;
  if (!can(all_hold(state, claims))) return failing;
  for (const Claim& claim : claims) {
    if (can(claim.holds(state))) failing.push_back(claim.name);
  }
  return failing;
}

// To destroy a context takes ten times as long as a question, so all questions share one.
z3::context& context_of_proofs() {
  static z3::context context;
  return context;
}

State any_state(z3::context& context, const System& system) {
  return State::unknown(Numbers(context, kUnbounded), system.variables.size(), "before");
}

// One case of one step, in a fixed order of all cases.
struct Alternative {
  const Step* step;
  const Case* act;
};

std::vector<Alternative> alternatives_of(const System& system) {
  std::vector<Alternative> alternatives;
  for (const Step& step : system.steps) {
    for (const Case& act : step.cases) alternatives.push_back({&step, &act});
  }
  return alternatives;
}

z3::expr is_small(const State& state) {
  z3::expr all = state.numbers().context().bool_val(true);
  for (Variable variable = 0; variable != state.size(); ++variable) {
    all = all && state[variable] >= state.number(kSmallest) && state[variable] <= state.number(kLargest);
  }
  return all;
}

// The states of a search and the steps between them, given to a solver.
class Unrolled {
 public:
  Unrolled(z3::solver& solver, const System& system, const Search& search)
      : solver_(&solver), numbers_(solver.ctx(), kBitsOfASearch), alternatives_(alternatives_of(system)) {
    for (std::size_t i = 0; i <= search.length; ++i) {
      states_.push_back(State::unknown(numbers_, system.variables.size(), "state." + std::to_string(i)));
      solver.add(is_small(states_.back()) && search.within(states_.back()));
    }
    solver.add(system.initially(states_.front()) && search.begins(states_.front()));
    for (std::size_t i = 0; i != search.length; ++i) add_step(i);
  }

  [[nodiscard]] const State& last() const { return states_.back(); }

  [[nodiscard]] Trace read(const z3::model& model) const {
    Trace trace;
    for (std::size_t i = 0; i != states_.size(); ++i) {
      trace.push_back({i == 0 ? "" : step_before(i, model), numbers_of(states_[i], model)});
    }
    return trace;
  }

 private:
  // One alternative is taken. A variable that it does not mention keeps its value.
  void add_step(std::size_t at) {
    const State& before = states_[at];
    const State& after = states_[at + 1];
    z3::expr_vector choices(solver_->ctx());
    std::vector<z3::expr> changed(before.size(), solver_->ctx().bool_val(false));
    taken_.emplace_back();
    for (std::size_t j = 0; j != alternatives_.size(); ++j) {
      const std::string name = "step." + std::to_string(at) + "." + std::to_string(j);
      const z3::expr taken = solver_->ctx().bool_const(name.c_str());
      Transition transition(before, name);
      (*alternatives_[j].act)(transition);
      solver_->add(z3::implies(taken, transition.guard()));
      for (Variable variable = 0; variable != before.size(); ++variable) {
        if (z3::eq(transition[variable], before[variable])) continue;
        solver_->add(z3::implies(taken, after[variable] == transition[variable]));
        changed[variable] = changed[variable] || taken;
      }
      choices.push_back(taken);
      taken_.back().push_back(taken);
    }
    solver_->add(z3::mk_or(choices));
    solver_->add(z3::atmost(choices, 1));
    for (Variable variable = 0; variable != before.size(); ++variable) {
      solver_->add(changed[variable] || after[variable] == before[variable]);
    }
  }

  [[nodiscard]] std::string step_before(std::size_t state, const z3::model& model) const {
    const auto& taken = taken_[state - 1];
    const auto is_taken = [&](const z3::expr& choice) { return model.eval(choice, true).is_true(); };
    const auto found = std::find_if(taken.begin(), taken.end(), is_taken);
    return alternatives_[static_cast<std::size_t>(found - taken.begin())].step->name;
  }

  [[nodiscard]] std::vector<int> numbers_of(const State& state, const z3::model& model) const {
    std::vector<int> numbers;
    for (Variable variable = 0; variable != state.size(); ++variable) {
      const auto bits = static_cast<int>(model.eval(state[variable], true).get_numeral_uint());
      numbers.push_back(bits > numbers_.largest() ? bits - (1 << kBitsOfASearch) : bits);
    }
    return numbers;
  }

  z3::solver* solver_;
  Numbers numbers_;
  std::vector<Alternative> alternatives_;
  std::vector<State> states_;
  std::vector<std::vector<z3::expr>> taken_;
};

}  // namespace

std::vector<std::string> not_initial(const System& system, const std::vector<Claim>& invariant) {
  z3::context& context = context_of_proofs();
  const State state = any_state(context, system);
  z3::expr_vector known(context);
  known.push_back(system.initially(state));
  return can_fail(known, state, invariant);
}

std::vector<std::string> not_kept(const System& system, const Step& step, const std::vector<Claim>& invariant) {
  std::vector<std::string> failing;
  for (const Case& act : step.cases) {
    z3::context& context = context_of_proofs();
    const State before = any_state(context, system);
    Transition transition(before, "step");
    act(transition);
    z3::expr_vector known = each_holds(before, invariant);
    known.push_back(transition.guard());
    for (const std::string& claim : can_fail(known, transition.state(), invariant)) failing.push_back(claim);
  }
  return failing;
}

std::vector<std::string> steps_that_break(const System& system, const std::vector<Claim>& invariant) {
  std::vector<std::string> names;
  for (const Step& step : system.steps) {
    if (!not_kept(system, step, invariant).empty()) names.push_back(step.name);
  }
  return names;
}

std::vector<std::string> not_implied(const System& system, const std::vector<Claim>& invariant,
                                     const std::vector<Claim>& promises) {
  z3::context& context = context_of_proofs();
  const State state = any_state(context, system);
  return can_fail(each_holds(state, invariant), state, promises);
}

bool can_happen(const System& system, const Case& act, const std::vector<Claim>& invariant) {
  z3::context& context = context_of_proofs();
  z3::solver solver(context, z3::solver::simple());
  const State before = any_state(context, system);
  Transition transition(before, "step");
  act(transition);
  for (const z3::expr& fact : each_holds(before, invariant)) solver.add(fact);
  solver.add(transition.guard());
  return possible(solver);
}

std::optional<Trace> counterexample(const System& system, const Claim& promise, const Search& search) {
  z3::context context;
  z3::solver solver = (z3::tactic(context, "simplify") & z3::tactic(context, "propagate-values") &
                       z3::tactic(context, "card2bv") & z3::tactic(context, "bit-blast") & z3::tactic(context, "sat"))
                          .mk_solver();
  const Unrolled unrolled(solver, system, search);
  solver.add(!promise.holds(unrolled.last()));
  if (!possible(solver)) return std::nullopt;
  return unrolled.read(solver.get_model());
}

}  // namespace vigil::proofs::invariants
