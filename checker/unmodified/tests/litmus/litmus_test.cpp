// The runtime for ordinary programs explores exactly what the layer does: the same litmus tests, run as a program and
// as a model, have the same numbers of executions.

#include "litmus.hpp"

#include <vigil/checker.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <ostream>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>

namespace {

using Layer = vigil::checker::CheckedAtomics;
using vigil::checker::MemoryModel;

const char* text_of_model = "";

struct World {
  Layer::atomic<int> variables[litmus::kVariables];
  Layer::mutex mutex;
  static void fence(std::memory_order order) { Layer::fence(order); }
};

template <unsigned... Thread>
struct Model {
  static constexpr auto threads() { return std::tuple{&Model::run<Thread>...}; }
  template <unsigned Which>
  void run() {
    sums[Which] = litmus::run(world, text_of_model, Which);
  }
  World world;
  int sums[sizeof...(Thread)] = {};
};

struct Counts {
  std::uint64_t executions = 0, blocked = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
  friend void PrintTo(const Counts& counts, std::ostream* out) {
    *out << counts.executions << " + " << counts.blocked << " blocked";
  }
};

Counts by_layer(const std::string& text, MemoryModel memory_model) {
  text_of_model = text.c_str();
  vigil::checker::Options options;
  options.memory_model = memory_model;
  const auto verdict = litmus::threads_of(text.c_str()) == 2 ? vigil::checker::run<Model<0, 1>>(options)
                                                             : vigil::checker::run<Model<0, 1, 2>>(options);
  if (!verdict.holds()) throw std::runtime_error(vigil::checker::text(verdict));
  return {verdict.result.executions, verdict.result.blocked};
}

std::uint64_t number_after(const std::string& text, const std::string& key) {
  const auto at = text.find('"' + key + "\":");
  if (at == std::string::npos) throw std::runtime_error("no " + key + " in " + text);
  return std::stoull(text.substr(at + key.size() + 3));
}

Counts by_program(const std::string& program, const std::string& text, MemoryModel memory_model) {
  const std::string command =
      program + " --json - --memory-model " + std::string(name_of(memory_model)) + " -- '" + text + "'";
  std::FILE* const output = popen(command.c_str(), "r");
  if (output == nullptr) throw std::runtime_error("cannot run " + command);
  std::string said;
  std::array<char, 4096> part{};
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), output)) said.append(part.data(), bytes);
  if (pclose(output) != 0) throw std::runtime_error(command + " has failed: " + said);
  return {number_after(said, "executions"), number_after(said, "blocked")};
}

std::string random_operation(std::mt19937& random) {
  const auto one_of = [&](const std::string& letters) { return std::string(1, letters[random() % letters.size()]); };
  const std::string variable = one_of("01");
  switch (random() % 8) {
    case 0:
    case 1:
      return "w" + variable + one_of("rls") + one_of("12");
    case 2:
    case 3:
      return "r" + variable + one_of("ras");
    case 4:
      return "a" + variable + one_of("ralbs");
    case 5:
      return "c" + variable + one_of("ralbs");
    case 6:
      return "x" + variable + one_of("ralbs") + one_of("12");
    default:
      return "f-" + one_of("albs");
  }
}

std::string random_test(std::mt19937& random) {
  const unsigned threads = 2 + random() % 2;
  std::string text;
  for (unsigned thread = 0; thread != threads; ++thread) {
    if (thread != 0) text += '|';
    const bool locks = random() % 4 == 0;
    if (locks) text += "l;";
    for (unsigned i = 0; i != (threads == 2 ? 3U : 2U); ++i) text += (i == 0 ? "" : ";") + random_operation(random);
    if (locks) text += ";u";
  }
  return text;
}

class LitmusProgram : public testing::TestWithParam<const char*> {
 protected:
  [[nodiscard]] static std::string program() {
    return std::string(VIGIL_BUILT_PROGRAMS "/litmus_program_") + GetParam();
  }
};

struct Known {
  const char* name;
  const char* text;
};
constexpr std::array kKnown{
    Known{"store buffering", "w0r1;r1r|w1r1;r0r"},
    Known{"store buffering with fences", "w0r1;f-s;r1r|w1r1;f-s;r0r"},
    Known{"store buffering, seq_cst", "w0s1;r1s|w1s1;r0s"},
    Known{"message passing", "w0r1;w1l1|r1a;r0r"},
    Known{"load buffering", "r0r;w1r1|r1r;w0r1"},
    Known{"2+2W", "w0r1;w1r2|w1r1;w0r2"},
    Known{"coherence of reads", "w0r1;w0r2|r0r;r0r"},
    Known{"write to read causality", "w0r1|r0r;w1l1|r1a;r0r"},
    Known{"read to write causality", "w0r1|r0a;r1r|w1r1;f-s;r0r"},
    Known{"a release sequence", "w0r1;w1l1|a1r|r1a;r0r"},
    Known{"a mutex", "l;w0r1;r1r;u|l;w1r1;r0r;u"},
    Known{"a lost increment", "r0r;w0r1|a0b|c0b"},
};

TEST_P(LitmusProgram, HasTheExecutionsOfTheModelInEachMemoryModel) {
  for (const auto& [name, text] : kKnown)
    for (const MemoryModel memory_model : vigil::checker::kMemoryModels) {
      SCOPED_TRACE(std::string(name) + ", " + std::string(vigil::checker::name_of(memory_model)));
      EXPECT_EQ(by_program(program(), text, memory_model), by_layer(text, memory_model));
    }
}

TEST_P(LitmusProgram, HasTheExecutionsOfTheModelIfDrawnAtRandom) {
  constexpr unsigned kTests = 60;
  std::mt19937 random(16);
  for (unsigned i = 0; i != kTests; ++i) {
    const std::string text = random_test(random);
    const MemoryModel memory_model = vigil::checker::kMemoryModels[i % vigil::checker::kMemoryModels.size()];
    SCOPED_TRACE(text + " under " + std::string(vigil::checker::name_of(memory_model)));
    EXPECT_EQ(by_program(program(), text, memory_model), by_layer(text, memory_model));
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, LitmusProgram, testing::Values("O0", "O2"),
                         [](const auto& level) { return std::string(level.param); });

}  // namespace
