// Which orders does a published Chase–Lev deque need, and which program is large enough to show that one is missing?
//
// The deque of Lê, Pop, Cohen and Zappa Nardelli (PPoPP 2013) as it was published, with an array of fixed size, and the
// orders that the seeds give it instead: every row of the table that S-21 comes with, once for each of four programs.

#include <vigil/model/recorder.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kSeqCst = std::memory_order_seq_cst;

// As published, but for [table.push.publish]: there it is a release fence and a relaxed store. What is left to vary are
// the orders in which the rows differ.
struct PublishedOrders {
  Order<"table.push.fence"> push_fence = std::memory_order_release;
  Order<"table.push.publish"> push_publish = kRelaxed;
  Order<"table.pop.reserve"> pop_reserve = kRelaxed;
  Order<"table.pop.fence"> pop_fence = kSeqCst;
  Order<"table.pop.top"> pop_top = kRelaxed;
  Order<"table.steal.top"> steal_top = kAcquire;
  Order<"table.steal.fence"> steal_fence = kSeqCst;
  Order<"table.steal.bottom"> steal_bottom = kAcquire;
};
PublishedOrders orders;

// The seeds' table: no fence anywhere, seq_cst accesses in pop, and in steal what the row says.
constexpr PublishedOrders seed_orders(std::memory_order steal_top, std::memory_order steal_bottom,
                                      std::memory_order steal_fence = kRelaxed) {
  return {.push_fence = kRelaxed,
          .push_publish = std::memory_order_release,
          .pop_reserve = kSeqCst,
          .pop_fence = kRelaxed,
          .pop_top = kSeqCst,
          .steal_top = steal_top,
          .steal_fence = steal_fence,
          .steal_bottom = steal_bottom};
}

template <AtomicsLayer Layer>
class PublishedDeque {
 public:
  static constexpr std::string_view kSentence =
      "a job is taken by the owner or by one thief, never by both, never lost";

  // What nobody took is still there, for the owner to take.
  void finish() {
    while (pop()) {
    }
    recorder_.check();
  }

 protected:
  void push() {
    recorder_.begins();
    const int bottom = bottom_.load(kRelaxed);
    Layer::require(bottom - top_.load(kAcquire) < kSlots, "the array is large enough");
    slot(bottom).store(++pushed_, kRelaxed);
    Layer::fence(orders.push_fence);
    bottom_.store(bottom + 1, orders.push_publish);
    recorder_.pushed(pushed_);
  }

  bool pop() {
    recorder_.begins();
    const Answer answer = take_newest();
    recorder_.popped(answer.status, answer.job);
    return answer.status == StealStatus::success;
  }

  void steal() {
    recorder_.begins();
    const Answer answer = take_oldest();
    recorder_.stole(answer.status, answer.job);
  }

 private:
  static constexpr int kSlots = 4;

  struct Answer {
    StealStatus status = StealStatus::empty;
    int job = 0;
  };

  static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
  typename Layer::template atomic<int>& slot(int index) { return slots_[at(index % kSlots)]; }

  Answer take_newest() {
    const int last = bottom_.load(kRelaxed) - 1;
    bottom_.store(last, orders.pop_reserve);
    Layer::fence(orders.pop_fence);
    int top = top_.load(orders.pop_top);
    const int job = top > last ? 0 : slot(last).load(kRelaxed);
    if (top < last) return {StealStatus::success, job};
    const bool won = top == last && top_.compare_exchange_strong(top, top + 1, kSeqCst, kRelaxed);
    bottom_.store(last + 1, kRelaxed);
    return {won ? StealStatus::success : StealStatus::empty, job};
  }

  Answer take_oldest() {
    int top = top_.load(orders.steal_top);
    Layer::fence(orders.steal_fence);
    if (top >= bottom_.load(orders.steal_bottom)) return {};
    const int job = slot(top).load(kRelaxed);
    const bool won = top_.compare_exchange_strong(top, top + 1, kSeqCst, kRelaxed);
    return {won ? StealStatus::success : StealStatus::retry, job};
  }

  typename Layer::template atomic<int> top_{0, "top"};
  typename Layer::template atomic<int> bottom_{0, "bottom"};
  std::array<typename Layer::template atomic<int>, at(kSlots)> slots_ = Names("slot", 0);
  int pushed_ = 0;
  JobRecorder<Layer, linearizability::DequeSpec> recorder_;
};

template <AtomicsLayer Layer>
struct OnePopTwoSteals : PublishedDeque<Layer> {
  static constexpr std::string_view kBounds = "owner: push push pop; 1 thief: steal steal; 4 slots";
  static constexpr auto threads() { return std::tuple{&OnePopTwoSteals::owner, &OnePopTwoSteals::thief}; }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(), this->steal(); }
};

template <AtomicsLayer Layer>
struct OnePopTwoThieves : PublishedDeque<Layer> {
  static constexpr std::string_view kBounds = "owner: push push pop; 2 thieves: steal; 4 slots";
  static constexpr auto threads() {
    return std::tuple{&OnePopTwoThieves::owner, &OnePopTwoThieves::thief, &OnePopTwoThieves::thief};
  }
  void owner() { this->push(), this->push(), this->pop(); }
  void thief() { this->steal(); }
};

template <AtomicsLayer Layer>
struct TwoPopsOneSteal : PublishedDeque<Layer> {
  static constexpr std::string_view kBounds = "owner: push push pop pop; 1 thief: steal; 4 slots";
  static constexpr auto threads() { return std::tuple{&TwoPopsOneSteal::owner, &TwoPopsOneSteal::thief}; }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void thief() { this->steal(); }
};

template <AtomicsLayer Layer>
struct TwoPopsTwoThieves : PublishedDeque<Layer> {
  static constexpr std::string_view kBounds = "owner: push push pop pop; 2 thieves: steal; 4 slots";
  static constexpr auto threads() {
    return std::tuple{&TwoPopsTwoThieves::owner, &TwoPopsTwoThieves::thief, &TwoPopsTwoThieves::thief};
  }
  void owner() { this->push(), this->push(), this->pop(), this->pop(); }
  void thief() { this->steal(); }
};

struct Row {
  std::string_view name;
  PublishedOrders orders;
  // That Relacy meets where a thief and a pop can meet.
  RelacyLimit limit = RelacyLimit::none;
};
const std::array<Row, 7> kRows{{
    {"as-published", {}},
    {"without-steal-fence", {.steal_fence = kRelaxed}},
    {"without-pop-fence", {.pop_fence = kRelaxed}},
    {"seed-orders", seed_orders(kAcquire, kAcquire)},
    {"seed-orders-bottom-seq-cst", seed_orders(kAcquire, kSeqCst), RelacyLimit::seq_cst_of_cpp11},
    {"seed-orders-both-seq-cst", seed_orders(kSeqCst, kSeqCst)},
    {"seed-orders-and-steal-fence", seed_orders(kAcquire, kAcquire, kSeqCst), RelacyLimit::fence_against_access},
}};

// How many executions a program has with the orders of a row, and in how many of them a job is taken twice.
struct Cell {
  std::uint64_t executions;
  std::uint64_t violating;
};

// A column of the table; `first` is the model of its first row. The verdicts are those of C++20, which is why
// Relacy decides two rows wrongly.
bool column(Draft first, const std::string& name, const std::array<Cell, kRows.size()>& cells) {
  // Some row has a violation, so that a missing order shows.
  const bool thief_can_meet_pop =
      std::any_of(cells.begin(), cells.end(), [](const Cell& cell) { return cell.violating != 0; });
  const auto published = std::move(first)
                             .tables(orders)
                             .named(name + "as-published")
                             .defect("S-21")
                             .executions(cells[0].executions)
                             .holds();
  for (std::size_t row = 1; row != kRows.size(); ++row) {
    const auto [executions, violating] = cells[row];
    auto draft = published.with(kRows[row].orders).named(name + std::string(kRows[row].name));
    if (kRows[row].limit == RelacyLimit::fence_against_access && thief_can_meet_pop)
      draft = std::move(draft).relacy_cannot_decide(kRows[row].limit, Violation::requirement);
    if (kRows[row].limit == RelacyLimit::seq_cst_of_cpp11 && violating != 0)
      draft = std::move(draft).relacy_cannot_decide(kRows[row].limit, kHolds);
    if (violating == 0)
      (void)std::move(draft).executions(executions).holds();
    else
      (void)std::move(draft).executions(executions, violating).needs_weak_memory().fails(Violation::requirement);
  }
  return true;
}

const bool one_pop_two_steals = column(model<OnePopTwoSteals>(""), "tables/chase_lev/ppk-1x2/",
                                       {{{38, 0}, {41, 2}, {41, 2}, {43, 2}, {40, 0}, {40, 0}, {40, 0}}});
const bool one_pop_two_thieves = column(model<OnePopTwoThieves>(""), "tables/chase_lev/ppk-2x1/",
                                        {{{157, 0}, {163, 4}, {163, 4}, {183, 4}, {183, 4}, {177, 0}, {177, 0}}});
const bool two_pops_one_steal = column(model<TwoPopsOneSteal>(""), "tables/chase_lev/ppkk-1x1/",
                                       {{{18, 0}, {18, 0}, {18, 0}, {19, 0}, {19, 0}, {19, 0}, {19, 0}}});
const bool two_pops_two_thieves = column(model<TwoPopsTwoThieves>(""), "tables/chase_lev/ppkk-2x1/",
                                         {{{348, 0}, {374, 16}, {382, 16}, {443, 16}, {443, 16}, {417, 0}, {417, 0}}});

// Where both loads of the thief are seq_cst and no fence stands, the owner's two accesses must be seq_cst as well.
constexpr PublishedOrders without_fences(std::memory_order pop_reserve, std::memory_order pop_top) {
  auto table = seed_orders(kSeqCst, kSeqCst);
  table.pop_reserve = pop_reserve;
  table.pop_top = pop_top;
  return table;
}

const auto pop_top_acquire = model<OnePopTwoThieves>("tables/chase_lev/ppk-2x1/both-seq-cst-but-pop-top")
                                 .tables(orders)
                                 .with(without_fences(kSeqCst, kAcquire))
                                 .defect("S-21")
                                 .needs_weak_memory()
                                 .fails(Violation::requirement);

const auto reserve_release = pop_top_acquire.with(without_fences(std::memory_order_release, kSeqCst))
                                 .named("tables/chase_lev/ppk-2x1/both-seq-cst-but-pop-reserve")
                                 .defect("S-21")
                                 .needs_weak_memory()
                                 .fails(Violation::requirement);

}  // namespace
}  // namespace vigil::models
