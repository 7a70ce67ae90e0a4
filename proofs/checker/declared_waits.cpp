// Does an operation that waits have the outcomes of the loop that it stands for, for all orders? The reference is the
// search that explores every iteration: there the operation is that loop.

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>

namespace vigil::conformance {
namespace {

using Layer = checker::CheckedAtomics;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

struct Orders {
  std::memory_order success = kRelaxed;
  std::memory_order failure = kRelaxed;
};

// What the models below read: model code has no state of its own.
Orders orders;
using Outcome = std::array<int, 4>;
std::set<Outcome> outcomes;

// Adds ten to the first value that `accepts`.
template <class Accepts>
auto add_ten_if(Accepts accepts) {
  return [accepts](int value) { return accepts(value) ? std::optional(value + 10) : std::nullopt; };
}

constexpr auto kAny = [](int) { return true; };
constexpr auto kNotZero = [](int value) { return value != 0; };
constexpr auto kOdd = [](int value) { return value % 2 != 0; };

struct Record {
  Layer::atomic<int> x{0};
  Layer::atomic<int> y{0};
  Outcome seen{};
  [[nodiscard]] Outcome outcome() {
    const int last_x = x.load(kRelaxed);
    const int last_y = y.load(kRelaxed);
    return {seen[0], seen[1], last_x, last_y};
  }

 protected:
  template <class Accepts>
  int modify(Layer::atomic<int>& word, Accepts accepts) {
    return word.spin_update(add_ten_if(accepts), orders.success, orders.failure);
  }
};

// The message may be read once the read-modify-write has followed its store.
struct MessageIsPassed : Record {
  static constexpr auto threads() { return std::tuple{&MessageIsPassed::sends, &MessageIsPassed::receives}; }
  void sends() {
    y.store(1, kRelaxed);
    x.store(1, kRelease);
  }
  void receives() {
    seen[0] = modify(x, kNotZero);
    seen[1] = y.load(kRelaxed);
  }
};

// The value that is accepted is written twice, once with the message and once without.
struct ValueComesBack : Record {
  static constexpr auto threads() { return std::tuple{&ValueComesBack::sends, &ValueComesBack::receives}; }
  void sends() {
    x.store(1, kRelaxed);
    y.store(1, kRelaxed);
    x.store(2, kRelease);
    x.store(1, kRelaxed);
  }
  void receives() {
    seen[0] = modify(x, kOdd);
    seen[1] = y.load(kRelaxed);
  }
};

// The message comes with a value that is not accepted.
struct RefusedValueCarries : Record {
  static constexpr auto threads() { return std::tuple{&RefusedValueCarries::sends, &RefusedValueCarries::receives}; }
  void sends() {
    y.store(1, kRelaxed);
    x.store(2, kSeqCst);
    x.store(3, kRelaxed);
  }
  void receives() {
    seen[0] = modify(x, kOdd);
    seen[1] = y.load(kRelaxed);
  }
};

// Each thread may miss the other's write, unless the orders forbid it.
struct StoreBuffering : Record {
  static constexpr auto threads() { return std::tuple{&StoreBuffering::one, &StoreBuffering::other}; }
  void one() {
    (void)modify(x, kAny);
    seen[0] = y.load(kSeqCst);
  }
  void other() {
    y.store(1, kSeqCst);
    seen[1] = x.load(kSeqCst);
  }
};

struct TwoRmwsBuffered : Record {
  static constexpr auto threads() { return std::tuple{&TwoRmwsBuffered::one, &TwoRmwsBuffered::other}; }
  void one() {
    (void)modify(x, kAny);
    seen[0] = y.load(kRelaxed);
  }
  void other() {
    (void)modify(y, kAny);
    seen[1] = x.load(kRelaxed);
  }
};

struct LoadBuffering : Record {
  static constexpr auto threads() { return std::tuple{&LoadBuffering::one, &LoadBuffering::other}; }
  void one() {
    seen[0] = y.load(kRelaxed);
    (void)modify(x, kAny);
  }
  void other() {
    seen[1] = x.load(kRelaxed);
    (void)modify(y, kAny);
  }
};

// Three threads race for one word. Each accepts the value that another thread leaves.
struct TurnByTurn : Record {
  static constexpr auto threads() {
    return std::tuple{&TurnByTurn::begins, &TurnByTurn::waits, &TurnByTurn::waits_too};
  }
  void begins() {
    y.store(1, kRelaxed);
    (void)modify(x, kAny);
    x.store(1, kRelaxed);
  }
  void waits() { seen[0] = modify(x, kNotZero); }
  void waits_too() { seen[1] = modify(x, kOdd) + 100 * y.load(kRelaxed); }
};

// What the read-modify-write passes on: a third thread reads after it.
struct PassesOn : Record {
  static constexpr auto threads() { return std::tuple{&PassesOn::sends, &PassesOn::passes, &PassesOn::receives}; }
  void sends() {
    y.store(1, kRelaxed);
    x.store(1, kRelease);
  }
  void passes() { (void)modify(x, kNotZero); }
  void receives() {
    seen[0] = x.spin_until([](int value) { return value > 1; }, kAcquire);
    seen[1] = y.load(kRelaxed);
  }
};

// Its outcomes are kept by the test, not by the model.
template <class Model>
checker::ModelCode code_of() {
  auto code = checker::code_of<Model>();
  code.finish = [](void* model) { outcomes.insert(static_cast<Model*>(model)->outcome()); };
  return code;
}

struct NamedProgram {
  const char* name;
  checker::ModelCode code;
};
void PrintTo(const NamedProgram& program, std::ostream* out) { *out << program.name; }

const auto kPrograms = std::to_array<NamedProgram>({
    {"MessageIsPassed", code_of<MessageIsPassed>()},
    {"ValueComesBack", code_of<ValueComesBack>()},
    {"RefusedValueCarries", code_of<RefusedValueCarries>()},
    {"StoreBuffering", code_of<StoreBuffering>()},
    {"TwoRmwsBuffered", code_of<TwoRmwsBuffered>()},
    {"LoadBuffering", code_of<LoadBuffering>()},
    {"TurnByTurn", code_of<TurnByTurn>()},
    {"PassesOn", code_of<PassesOn>()},
});

using checker::MemoryModel;

// Instrumented code is slow.
#ifdef VIGIL_INSTRUMENTED
constexpr auto kModels = {MemoryModel::cpp20};
constexpr auto kSuccesses = {kRelaxed, kAcqRel};
constexpr auto kFailures = {kAcquire};
#else
constexpr auto kModels = {MemoryModel::cpp20, MemoryModel::rc11, MemoryModel::x86_tso};
constexpr auto kSuccesses = {kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst};
constexpr auto kFailures = {kRelaxed, kAcquire, kSeqCst};
#endif

std::set<Outcome> outcomes_of(const checker::ModelCode& code, MemoryModel model, checker::Spins spins) {
  checker::Options options;
  options.memory_model = model;
  options.spins = spins;
  options.weak_failures = 0;
  options.most_events = 9;  // enough for the other operations and several attempts
  outcomes.clear();
  const auto result = checker::check(code, options);
  EXPECT_FALSE(result.finding) << result.finding->what;
  EXPECT_TRUE(result.holds() || spins == checker::Spins::unrolled);
  return outcomes;
}

class DeclaredRmws : public ::testing::TestWithParam<NamedProgram> {};

TEST_P(DeclaredRmws, HaveTheOutcomesOfTheirLoops) {
  for (const auto model : kModels) {
    for (const auto success : kSuccesses) {
      for (const auto failure : kFailures) {
        orders = {success, failure};
        const auto declared = outcomes_of(GetParam().code, model, checker::Spins::recurring);
        const auto of_loop = outcomes_of(GetParam().code, model, checker::Spins::unrolled);
        EXPECT_EQ(declared, of_loop) << name_of(model) << ", orders " << static_cast<int>(success) << " and "
                                     << static_cast<int>(failure);
        EXPECT_FALSE(declared.empty());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, DeclaredRmws, ::testing::ValuesIn(kPrograms),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace vigil::conformance
