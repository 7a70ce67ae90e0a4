#include "invariants/latch/design.hpp"

#include <stdexcept>

namespace vigil::proofs::invariants::latching {
namespace {

z3::expr zero(const State& s) { return s.number(0); }
z3::expr one(const State& s) { return s.number(1); }
z3::expr is(const State& s, Variable variable) { return s[variable] == one(s); }
z3::expr is_at(const State& s, const std::vector<Variable>& places) { return s.sum(places) == one(s); }

z3::expr every_count_is_a_count(const State& s) {
  z3::expr all = s[was_set] <= one(s);
  for (Variable variable = 0; variable != kPlaces; ++variable) all = all && s[variable] >= zero(s);
  return all;
}

z3::expr latch_follows_owner(const State& s) {
  return z3::implies(is(s, latch_unset), is(s, awake)) &&
         z3::implies(is(s, latch_sleepy), is_at(s, {sleepy, locked})) &&
         z3::implies(is(s, latch_sleeping), is_at(s, {fallen_asleep, blocked, woken, leaving}));
}

}  // namespace

std::vector<Claim> promises() {
  return {
      {"set_latch_is_not_slept_through",
       "if set was called for this wait and the owner is blocked, a setter is between its exchange and its wake",
       [](const State& s) { return !is(s, was_set) || s[blocked] != one(s) || s[waking] >= one(s); }},
      {"set_is_final", "a latch that was set is set, until its owner has seen it",
       [](const State& s) { return z3::implies(is(s, was_set), is(s, latch_set)); }},
      {"one_setter_wakes", "at most one setter of a latch has to wake its owner",
       [](const State& s) { return s[waking] <= one(s); }},
      {"awake_owner_left_its_latch",
       "if the owner is awake, its latch is unset or set, so only a set latch keeps it from sleeping",
       [](const State& s) {
         return z3::implies(s[awake] >= one(s), s[latch_sleepy] == zero(s) && s[latch_sleeping] == zero(s));
       }},
  };
}

Claim promise(const std::string& name) {
  for (Claim& claim : promises()) {
    if (claim.name == name) return claim;
  }
  throw std::invalid_argument("no promise of the latch is called " + name);
}

std::vector<Claim> invariant() {
  return {
      {"every_count_is_a_count", "no number of threads is negative", every_count_is_a_count},
      {"one_owner", "the owner is at one place: each step moves it",
       [](const State& s) {
         return is_at(s, {awake, sleepy, locked, fallen_asleep, blocked, woken, leaving});
       }},
      {"one_state", "the latch is in one state: each transition replaces one by another",
       [](const State& s) {
         return is_at(s, {latch_unset, latch_sleepy, latch_sleeping, latch_set});
       }},
      {"latch_follows_owner",
       "a latch that is not set shows where its owner is: unset means awake, sleepy means before step 3, sleeping "
       "means "
       "from step 3 to step 9",
       latch_follows_owner},
      {"set_is_set", "the latch is set if set was called for this wait, and only then",
       [](const State& s) { return s[was_set] == s[latch_set]; }},
      {"one_exchange_finds_sleeping", "in one wait, one exchange at most finds `sleeping`, and it leaves `set`",
       [](const State& s) { return s[waking] <= s[was_set]; }},
      {"sleeper_has_a_setter",
       "while the latch is set and the owner is blocked or about to block, its setter has yet to wake it: step 3 came "
       "before the exchange, so the exchange found `sleeping`; and an owner that is about to block holds the mutex, "
       "for "
       "which the setter waits",
       [](const State& s) {
         return z3::implies(is(s, was_set) && is_at(s, {fallen_asleep, blocked}), s[waking] >= one(s));
       }},
  };
}

}  // namespace vigil::proofs::invariants::latching
