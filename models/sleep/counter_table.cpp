// Which combinations of the counter's directions, of fences and of checks let a worker sleep through a job?
//
// One worker, one poster, one job, and of Sleep only the parts that the table of S-01, S-10 and S-14 varies. Each row
// runs twice: with an even counter, which the poster must change, and with an odd one, which the poster only reads.

#include <vigil/atomics/lock_guard.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kSeqCst = std::memory_order_seq_cst;

struct CounterTable {
  bool starts_odd = false;
  // The worker announces itself by making an odd counter even. Published: an even one odd, as the poster does.
  bool announces_even = true;
  // The poster reads the counters by a read-modify-write, even if it has nothing to change.
  bool poster_writes = false;
  // The worker checks again after it has registered.
  bool checks_after_registering = false;
  // The waker takes the mutex before it checks whether the worker is blocked.
  bool locks_before_checking = true;
  Order<"table.post"> post = std::memory_order_release;
  Order<"table.posted"> posted = kRelaxed;
  Order<"table.announced"> announced = kRelaxed;
  Order<"table.check"> check = std::memory_order_acquire;
  // Between the registration and the check after it.
  Order<"table.registered"> registered = kSeqCst;
  // Of the flag that the waker checks: with the mutex any order suffices, without it none does.
  Order<"table.blocked"> blocked = kSeqCst;
};
CounterTable table;

template <AtomicsLayer Layer>
struct JobOfTable {
  static constexpr std::string_view kSentence = "a job that is posted while the worker goes to sleep is run";
  static constexpr std::string_view kBounds = "1 worker; 1 poster: one job";
  static constexpr auto threads() { return std::tuple{&JobOfTable::worker, &JobOfTable::poster}; }

  void worker() {
    Layer::retry([this] { return try_to_sleep(); });
  }

  void poster() {
    job_.store(1, table.post);
    Layer::fence(table.posted);
    if (table.poster_writes) counters_.fetch_add(0, kSeqCst);
    const auto word = move_counter_on_if_odd(false);
    if (word >= kOneSleeping) wake();
  }

 private:
  // The low bits count events, the others count sleepers.
  static constexpr std::uint32_t kOneSleeping = 1U << 8U;
  static constexpr std::uint32_t event_of(std::uint32_t word) { return word % kOneSleeping; }

  [[nodiscard]] bool sees_job() const { return job_.load(table.check) != 0; }

  std::uint32_t move_counter_on_if_odd(bool odd) {
    std::uint32_t result = 0;
    Layer::retry([&] {
      auto word = counters_.load(kSeqCst);
      const bool is_right = (word % 2 == 1) != odd;
      const auto next = is_right ? word : word + 1;
      if (!is_right && !counters_.compare_exchange_strong(word, next, kSeqCst, kRelaxed)) return false;
      result = next;
      return true;
    });
    return result;
  }

  // True once there is a job.
  bool try_to_sleep() {
    const auto announced = event_of(move_counter_on_if_odd(table.announces_even));
    Layer::fence(table.announced);
    if (sees_job()) return true;
    const LockGuard lock(mutex_);
    if (!is_registered(announced)) return false;
    if (table.checks_after_registering) {
      Layer::fence(table.registered);
      if (sees_job()) return true;
    }
    is_blocked_.store(true, table.blocked);
    Layer::retry([this] {
      if (!is_blocked_.load(table.blocked)) return true;
      condition_.wait(mutex_);
      return false;
    });
    return sees_job();
  }

  // Registers unless an event has occurred since the announcement.
  bool is_registered(std::uint32_t announced) {
    bool is_refused = false;
    Layer::retry([&] {
      auto word = counters_.load(kSeqCst);
      is_refused = event_of(word) != announced;
      return is_refused || counters_.compare_exchange_strong(word, word + kOneSleeping, kSeqCst, kRelaxed);
    });
    return !is_refused;
  }

  void wake() {
    if (!table.locks_before_checking && !is_blocked_.load(table.blocked)) return;
    const LockGuard lock(mutex_);
    if (!is_blocked_.load(table.blocked)) return;
    is_blocked_.store(false, table.blocked);
    counters_.fetch_sub(kOneSleeping, kSeqCst);
    condition_.notify_one();
  }

  typename Layer::template atomic<int> job_{0, "job"};
  typename Layer::template atomic<std::uint32_t> counters_{table.starts_odd ? 1U : 0U, "counters"};
  typename Layer::mutex mutex_{"mutex"};
  typename Layer::condition_variable condition_{"condition"};
  typename Layer::template atomic<bool> is_blocked_{false, "is_blocked"};
};

enum class Verdict { holds, lost, lost_without_weak_memory };

struct Row {
  std::string_view name;
  CounterTable table;
  Verdict starts_even;
  Verdict starts_odd;
};
constexpr auto kSafe = Verdict::holds;
constexpr auto kLost = Verdict::lost;
constexpr auto kAlwaysLost = Verdict::lost_without_weak_memory;

const std::array<Row, 12> kRows{{
    {"same-direction", {.announces_even = false}, kAlwaysLost, kAlwaysLost},
    {"same-direction-both-fences",
     {.announces_even = false, .posted = kSeqCst, .announced = kSeqCst},
     kAlwaysLost,
     kAlwaysLost},
    {"same-direction-posters-fence-and-check-after-registering",
     {.announces_even = false, .checks_after_registering = true, .posted = kSeqCst},
     kSafe,
     kSafe},
    {"no-fences", {}, kSafe, kLost},
    {"posters-fence-only", {.posted = kSeqCst}, kSafe, kLost},
    {"workers-fence-only", {.announced = kSeqCst}, kSafe, kLost},
    {"both-fences", {.posted = kSeqCst, .announced = kSeqCst}, kSafe, kSafe},
    {"poster-modifies", {.poster_writes = true}, kSafe, kSafe},
    {"job-seq-cst", {.post = kSeqCst, .check = kSeqCst}, kSafe, kSafe},
    {"posters-fence-and-check-after-registering", {.checks_after_registering = true, .posted = kSeqCst}, kSafe, kSafe},
    {"posters-fence-and-check-after-registering-without-fence",
     {.checks_after_registering = true, .posted = kSeqCst, .registered = kRelaxed},
     kSafe,
     kLost},
    {"both-fences-waker-checks-before-it-locks",
     {.locks_before_checking = false, .posted = kSeqCst, .announced = kSeqCst},
     kAlwaysLost,
     kAlwaysLost},
}};

bool is_registered(const Row& row, bool starts_odd) {
  auto values = row.table;
  values.starts_odd = starts_odd;
  const auto name = "tables/sleep_counter/" + std::string(row.name) + (starts_odd ? "/starts-odd" : "/starts-even");
  auto draft = model<JobOfTable>(name).tables(table).with(values).defect("S-10");
  if (!row.table.announces_even) draft = std::move(draft).defect("S-01");
  if (!row.table.locks_before_checking) draft = std::move(draft).defect("S-14");
  switch (starts_odd ? row.starts_odd : row.starts_even) {
    case Verdict::holds:
      (void)std::move(draft).holds();
      break;
    case Verdict::lost:
      (void)std::move(draft).needs_weak_memory().fails(Violation::missed_wake);
      break;
    case Verdict::lost_without_weak_memory:
      (void)std::move(draft)
          .under(checker::MemoryModel::sequential, Violation::missed_wake)
          .fails(Violation::missed_wake);
      break;
  }
  return true;
}

const bool rows = [] {
  for (const auto& row : kRows)
    for (const bool starts_odd : {false, true}) is_registered(row, starts_odd);
  return true;
}();

}  // namespace
}  // namespace vigil::models
