#include "changes.hpp"

#include "order_use.hpp"
#include "thread_steps.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vigil::litmus {
namespace {

using checker::OrderUse;
using Kind = Instruction::Kind;

constexpr std::array kOrders{std::memory_order_relaxed, std::memory_order_acquire, std::memory_order_release,
                             std::memory_order_acq_rel, std::memory_order_seq_cst};

// Whether each promise of one order is a promise of the other.
bool is_weaker(std::memory_order one, std::memory_order other) {
  if (one == other) return false;
  if (one == std::memory_order_relaxed || other == std::memory_order_seq_cst) return true;
  return other == std::memory_order_acq_rel && one != std::memory_order_seq_cst;
}

bool is_between(std::memory_order one, std::memory_order middle, std::memory_order other) {
  return (is_weaker(one, middle) && is_weaker(middle, other)) || (is_weaker(other, middle) && is_weaker(middle, one));
}

// What stands where the change is made. No fence is like one that orders nothing.
std::memory_order order_before(const Program& program, const Change& change) {
  const Instruction& instruction = program.threads[change.thread].code[change.instruction];
  if (change.kind == Change::Kind::fence) return std::memory_order_relaxed;
  return change.kind == Change::Kind::order ? instruction.order : instruction.failure;
}

bool has_nearer(const Program& program, const std::vector<Effects::Effect>& effects, const Effects::Effect& effect) {
  const auto before = order_before(program, effect.change);
  return std::ranges::any_of(effects, [&](const Effects::Effect& other) {
    Change same_place = other.change;
    same_place.order = effect.change.order;
    return same_place == effect.change && other.verdict == effect.verdict &&
           is_between(before, other.change.order, effect.change.order);
  });
}

// "line 5 of P0"; "line 5, column 12 of P0" if the line has several operations.
std::string place_in_words(const Thread& thread, std::uint32_t instruction) {
  const Place place = thread.code[instruction].place;
  const auto on_line = std::ranges::count_if(
      thread.code, [&](const Instruction& each) { return is_operation(each.kind) && each.place.line == place.line; });
  return "line " + std::to_string(place.line) + (on_line > 1 ? ", column " + std::to_string(place.column) : "") +
         " of " + thread.name;
}

}  // namespace

std::vector<Change> single_changes(const Program& program) {
  std::vector<Change> changes;
  for (std::uint32_t thread = 0; thread != program.threads.size(); ++thread) {
    bool is_first = true;
    const auto& code = program.threads[thread].code;
    for (std::uint32_t at = 0; at != code.size(); ++at) {
      if (!is_operation(code[at].kind)) continue;
      const auto add = [&](Change::Kind kind, OrderUse use, std::optional<std::memory_order> now) {
        for (const auto order : kOrders)
          if (order != now && checker::is_defined(use, order)) changes.push_back({kind, thread, at, order});
      };
      if (!std::exchange(is_first, false)) add(Change::Kind::fence, OrderUse::fence, std::memory_order_relaxed);
      if (const auto use = order_use_of(code[at].kind)) add(Change::Kind::order, *use, code[at].order);
      if (has_failure_order(code[at].kind)) add(Change::Kind::failure_order, OrderUse::failure, code[at].failure);
    }
  }
  return changes;
}

Program changed(Program program, const Change& change) {
  auto& code = program.threads[change.thread].code;
  Instruction& instruction = code[change.instruction];
  if (change.kind == Change::Kind::order) instruction.order = change.order;
  if (change.kind == Change::Kind::failure_order) instruction.failure = change.order;
  if (change.kind != Change::Kind::fence) return program;
  // A jump to the operation meets the fence.
  for (Instruction& each : code)
    if (each.target > change.instruction) ++each.target;
  Instruction fence;
  fence.kind = Kind::fence;
  fence.order = change.order;
  fence.place = instruction.place;
  code.insert(code.begin() + change.instruction, fence);
  return program;
}

std::string in_words(const Program& program, const Change& change) {
  const Thread& thread = program.threads[change.thread];
  const auto line = place_in_words(thread, change.instruction);
  const auto order = checker::word_for(change.order);
  if (change.kind == Change::Kind::fence)
    return "before " + line + (order.front() == 'a' ? ": an " : ": a ") + order + " fence";
  return line + (change.kind == Change::Kind::failure_order ? ", on failure: " : ": ") + order + " instead of " +
         checker::word_for(order_before(program, change));
}

Effects effects_of_changes(const Test& test, Verdict now, const checker::Options& options) {
  Effects found;
  Test attempt = test;
  for (const Change& change : single_changes(test.program)) {
    attempt.program = changed(test.program, change);
    const Verdict verdict = explore(attempt, options).verdict();
    ++found.tried;
    if (verdict == Verdict::unknown)
      ++found.unknown;
    else if (verdict != now)
      found.effects.push_back({change, verdict});
  }
  const auto all = found.effects;
  std::erase_if(found.effects, [&](const Effects::Effect& effect) { return has_nearer(test.program, all, effect); });
  return found;
}

}  // namespace vigil::litmus
