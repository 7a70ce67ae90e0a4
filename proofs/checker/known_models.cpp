#include "known_models.hpp"

#include <vigil/checker/check.hpp>
#include <vigil/checker/checked_atomics.hpp>

#include <array>
#include <atomic>
#include <exception>
#include <tuple>

namespace vigil::conformance {
namespace {

using checker::CheckedAtomics;
using checker::Violation;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

// One writes, and another one reads if it sees a flag.
template <std::memory_order Publish>
struct Publication {
  static constexpr auto threads() { return std::tuple{&Publication::publish, &Publication::read}; }

  CheckedAtomics::atomic<bool> is_there{false};
  CheckedAtomics::var<int> message{0};

  void publish() {
    message.set(1);
    is_there.store(true, Publish);
  }
  void read() {
    if (is_there.load(kAcquire)) CheckedAtomics::require(message.get() == 1, "the message is there");
  }
};

struct TwoWriters {
  static constexpr auto threads() { return std::tuple{&TwoWriters::write, &TwoWriters::write}; }

  CheckedAtomics::var<int> message{0};

  void write() { message.set(1); }
};

// The reader comes first in every run; the writer does not wait for it.
struct ReadThenWritten {
  static constexpr auto threads() { return std::tuple{&ReadThenWritten::read, &ReadThenWritten::write}; }

  CheckedAtomics::var<int> message{0};

  void read() { (void)message.get(); }
  void write() { message.set(1); }
};

// A thread that compares addresses does not notice that the memory was freed and allocated again.
struct AddressComparison {
  static constexpr auto threads() { return std::tuple{&AddressComparison::run}; }

  void run() {
    void* const first = CheckedAtomics::allocate(8, 8);
    CheckedAtomics::deallocate(first, 8, 8);
    void* const second = CheckedAtomics::allocate(8, 8);
    CheckedAtomics::require(first != second, "another allocation has another address");
    CheckedAtomics::deallocate(second, 8, 8);
  }
};

// The flag is changed under the mutex, or without a mutex.
template <bool Locks>
struct Sleeper {
  static constexpr auto threads() { return std::tuple{&Sleeper::sleep, &Sleeper::wake}; }

  CheckedAtomics::mutex mutex;
  CheckedAtomics::condition_variable changed;
  CheckedAtomics::atomic<bool> is_due{false};

  void sleep() {
    mutex.lock();
    if (!is_due.load(kRelaxed)) changed.wait(mutex);
    mutex.unlock();
  }
  void wake() {
    if (Locks) mutex.lock();
    is_due.store(true, kRelaxed);
    if (Locks) mutex.unlock();
    changed.notify_one();
  }
};

// A wait without a loop mistakes a spurious wakeup for a message.
struct TrustingSleeper {
  static constexpr auto threads() { return std::tuple{&TrustingSleeper::sleep, &TrustingSleeper::wake}; }

  CheckedAtomics::mutex mutex;
  CheckedAtomics::condition_variable changed;
  CheckedAtomics::var<bool> is_due{false};

  void sleep() {
    mutex.lock();
    if (!is_due.get()) changed.wait(mutex);
    CheckedAtomics::require(is_due.get(), "a thread that wakes up has a reason");
    mutex.unlock();
  }
  void wake() {
    mutex.lock();
    is_due.set(true);
    mutex.unlock();
    changed.notify_one();
  }
};

// Alternates between two kinds of iterations. The loop does not wait, although single steps look as if it did.
struct Counting {
  static constexpr auto threads() { return std::tuple{&Counting::count}; }

  CheckedAtomics::atomic<int> value{0};

  void count() {
    for (int round = 0; round != 3; ++round) (void)value.load(kRelaxed);
  }
};

template <class Model>
constexpr KnownModel model(std::string_view name, std::uint64_t executions, std::uint64_t violating = 0,
                           checker::Outcome outcome = checker::kHolds) {
  return {name, checker::code_of<Model>(), executions, violating, outcome};
}

const auto kModels = std::to_array<KnownModel>({
    model<Publication<kRelease>>("publication by release", 2),
    model<Publication<kRelaxed>>("relaxed publication", 1, 1, Violation::data_race),
    model<TwoWriters>("two writers", 0, 1, Violation::data_race),
    model<ReadThenWritten>("a reader and a writer", 0, 1, Violation::data_race),
    model<AddressComparison>("comparison of addresses", 2, 1, Violation::requirement),
    model<Sleeper<true>>("a sleeper that is woken", 4),
    model<Sleeper<false>>("a sleeper that is not", 4, 1, Violation::missed_wake),
    model<TrustingSleeper>("a spurious wakeup taken for a message", 4, 1, Violation::requirement),
    model<Counting>("a loop that ends by itself", 1),
});

}  // namespace

std::span<const KnownModel> known_models() { return kModels; }

std::string disagreement(const KnownModel& model) {
  checker::Options options;
  options.count_violations = true;
  checker::Result result;
  try {
    result = checker::check(model.code, options);
  } catch (const std::exception& exception) {
    return std::string(model.name) + " throws: " + exception.what() + "\n";
  }
  const checker::Outcome outcome = result.finding ? checker::Outcome(result.finding->violation) : checker::kHolds;
  if (outcome == model.outcome && result.executions == model.executions && result.violating == model.violating)
    return "";
  return std::string(model.name) + ": " + std::string(name_of(outcome)) + " instead of " +
         std::string(name_of(model.outcome)) + ", " + std::to_string(result.executions) + " executions instead of " +
         std::to_string(model.executions) + ", " + std::to_string(result.violating) + " violating instead of " +
         std::to_string(model.violating) + "\n";
}

}  // namespace vigil::conformance
