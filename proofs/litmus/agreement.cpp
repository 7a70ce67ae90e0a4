// Does the interpreter find the executions that native code has, and that the oracle finds?

#include "checker/as_litmus.hpp"
#include "checker/corpus.hpp"
#include "checker/oracle.hpp"
#include "checker/random_programs.hpp"
#include "checker/runner.hpp"
#include "checker/uses.hpp"
#include "checker/variations.hpp"

#include <explore.hpp>
#include <herd_reader.hpp>
#include <interpreter.hpp>
#include <search.hpp>

#include <vigil/checker/check.hpp>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace vigil::conformance {

namespace {

namespace fs = std::filesystem;
using checker::MemoryModel;
using Kind = litmus::Instruction::Kind;

constexpr std::size_t kMostGraphs = 20'000;
constexpr std::uint64_t kMostExecutions = 200'000;

struct Interpreted {
  ExecutionSet found;
  checker::Result result;
};

Interpreted interpret(const litmus::Program& program, checker::Options options) {
  Interpreted interpreted;
  options.most_executions = kMostExecutions;
  litmus::Interpreter interpreter(program, options);
  options.on_execution = [&](const checker::ObservedExecution& observed) {
    if (observed.blocked) return;
    interpreted.found.executions.push_back(execution_of(observed));
    Outcome outcome;
    for (unsigned thread = 0; thread != program.threads.size(); ++thread)
      outcome.registers.push_back(interpreter.registers(thread));
    // A mutex or a condition variable has no value that a program could see.
    for (std::uint32_t object = 0; object != program.objects.size(); ++object)
      outcome.values.push_back(program.objects[object].kind <= litmus::Object::Kind::plain ? interpreter.newest(object)
                                                                                           : 0);
    interpreted.found.outcomes.insert(std::move(outcome));
  };
  checker::Search search(interpreter, static_cast<unsigned>(program.threads.size()), options);
  search.run();
  interpreted.result = search.result();
  interpreted.found.blocks = interpreted.result.finding.has_value();
  std::ranges::sort(interpreted.found.executions);
  return interpreted;
}

std::string in_words(const checker::Result& result) {
  return std::to_string(result.executions) + " executions, " + std::to_string(result.blocked) + " blocked, " +
         std::to_string(result.violating) + " violating";
}

bool is_cut_short(const checker::Result& result) { return !result.complete() || result.bounded != 0; }

// Loops that wait are one instruction each, which both declare. An attempt that carries a value on is like no other.
std::string difference_from_native(const litmus::Program& program, MemoryModel model) {
  const Interpreted interpreted = interpret(program, options_for(model, Loops::declared));
  checker::Options options = options_for(model, Loops::declared);
  options.most_executions = kMostExecutions;
  const checker::ModelCode code = code_of(program, Loops::declared);
  const checker::Result native = checker::check(code, options);
  if (is_cut_short(native) && is_cut_short(interpreted.result)) return "";
  // Where native code tries to lock a mutex again and again, the interpreter locks it.
  const bool is_blocked_alike = native.blocked == interpreted.result.blocked || uses(Kind::await_lock, program);
  if (native.executions == interpreted.result.executions && is_blocked_alike &&
      native.violating == interpreted.result.violating && is_cut_short(native) == is_cut_short(interpreted.result))
    return "";
  return "native: " + in_words(native) + "; interpreted: " + in_words(interpreted.result) + "\n";
}

std::string difference_from_oracle(const litmus::Program& program, MemoryModel model, std::size_t most_graphs,
                                   bool& was_compared) {
  const ExecutionSet oracle = enumerate(program, model, most_graphs);
  was_compared = !oracle.cut_short && !uses(Kind::carrying_add, program);
  if (!was_compared) return "";
  const Interpreted interpreted = interpret(program, options_for(model));
  if (is_cut_short(interpreted.result)) return "the interpreter is cut short\n";
  return difference(oracle, interpreted.found, true);
}

class InterpretedPrograms : public ::testing::TestWithParam<Family> {};

TEST_P(InterpretedPrograms, HaveTheExecutionsOfNativeCodeAndOfTheOracle) {
  std::uint64_t compared = 0;
  const auto failure_of = [&](std::uint64_t number, const rc::Shrinkable<Program>& notation, rc::Random& random) {
    litmus::Program program = as_litmus(notation.value());
    if (number % 2 == 1) program = with_computed_values(std::move(program), random.split());
    const MemoryModel model = checker::kMemoryModels[number % checker::kMemoryModels.size()];
    std::string found = difference_from_native(program, model);
    bool was_compared = false;
    if (found.empty()) found = difference_from_oracle(program, model, kMostGraphs, was_compared);
    compared += was_compared ? 1 : 0;
    return found.empty() ? found : print(notation.value()) + " under " + std::string(name_of(model)) + ": " + found;
  };
  EXPECT_EQ(first_failure(GetParam(), failure_of), "");
  std::cout << compared << " of them compared with the oracle" << std::endl;
}

INSTANTIATE_TEST_SUITE_P(Families, InterpretedPrograms, ::testing::ValuesIn(families().begin(), families().end()),
                         [](const auto& each) { return identifier(each.param.name); });

TEST(Interpreter, HasTheCountsOfNativeCodeOnTheSmallPrograms) {
  for (const Litmus& litmus : corpus())
    for (const MemoryModel model : checker::kMemoryModels)
      EXPECT_EQ(difference_from_native(as_litmus(parse(litmus.text)), model), "")
          << litmus.name << " under " << checker::name_of(model);
}

// ---- the corpus of litmus tests

struct FileOfTest {
  std::string name;
  litmus::Test test;
};

std::vector<FileOfTest> litmus_tests() {
  std::vector<FileOfTest> tests;
  for (const auto& entry : fs::recursive_directory_iterator(VIGIL_LITMUS_CORPUS)) {
    if (entry.path().extension() != ".litmus") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    tests.push_back({entry.path().filename().string(), litmus::read_herd(text.str())});
  }
  return tests;
}

// A race, or an order that is undefined: executions then mean nothing, and each engine stops where it notices.
bool is_undefined(const litmus::Test& test, MemoryModel model) {
  checker::Options options;
  options.memory_model = model;
  return litmus::explore(test, options).undefined != 0;
}

TEST(LitmusCorpus, HasTheOutcomesThatTheOracleFinds) {
  unsigned compared = 0;
  for (const auto& [name, test] : litmus_tests())
    for (const MemoryModel model : checker::kMemoryModels) {
      if (is_undefined(test, model)) continue;
      const ExecutionSet oracle = enumerate(test.program, model, kMostGraphs);
      if (oracle.cut_short) continue;
      const Interpreted interpreted = interpret(test.program, options_for(model));
      EXPECT_EQ(difference(oracle, interpreted.found, false), "") << name << " under " << checker::name_of(model);
      ++compared;
    }
  std::cout << compared << " of " << litmus_tests().size() * checker::kMemoryModels.size() << " searches compared\n";
  EXPECT_GT(compared, 800U);
}

TEST(LitmusCorpus, HasTheCountsOfNativeCode) {
  unsigned compared = 0;
  for (const auto& [name, test] : litmus_tests())
    for (const MemoryModel model : checker::kMemoryModels) {
      const auto waits = [](const litmus::Thread& thread) {
        return std::ranges::any_of(thread.code, [&](const litmus::Instruction& each) {
          const auto at = static_cast<std::uint32_t>(&each - thread.code.data());
          return each.kind >= Kind::jump && each.target <= at;
        });
      };
      // What iterations of native loops leave on the stack makes them differ.
      if (std::ranges::any_of(test.program.threads, waits) || is_undefined(test, model)) continue;
      EXPECT_EQ(difference_from_native(test.program, model), "") << name << " under " << checker::name_of(model);
      ++compared;
    }
  EXPECT_GT(compared, 800U);
}

}  // namespace
}  // namespace vigil::conformance
