// Does a scope end after all its tasks, and is it its owner's alone when it ends?

#include <vigil/pool/scope.hpp>

#include "parts.hpp"

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

namespace vigil::models {
namespace {

using pools::with_tables;

ScopeOrders scope_orders;
ScopeProtocol scope_protocol;

template <class Parts>
struct TwoTasks {
  using Layer = typename Parts::Layer;
  using Worker = vigil::Worker<Parts>;

  TwoTasks() {
    worker_set.add_worker(0);
    worker_set.add_worker(1);
  }
  void steals() { (void)worker_set.worker(1).run_one(); }

  // What a task holds of the frame. Its destructor reads it once more.
  class Borrowed {
   public:
    explicit Borrowed(typename Layer::template var<int>& lent) : lent_(&lent) {}
    Borrowed(Borrowed&& other) noexcept : lent_(std::exchange(other.lent_, nullptr)) {}
    ~Borrowed() {
      if (lent_ != nullptr) (void)lent_->get();
    }
    void operator()() { lent_->set(lent_->get() + 1); }

   private:
    typename Layer::template var<int>* lent_;
  };

  WorkerSet<Parts> worker_set{2, pools::kNoRounds, pools::kCapacity};
};

template <AtomicsLayer Layer>
struct Borrows : TwoTasks<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "tasks end, and let go of the frame, before their scope does";
  static constexpr std::string_view kBounds = "1 worker: a scope with two tasks; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&Borrows::owner, &Borrows::steals}; }

  using typename TwoTasks<pools::RestlessParts<Layer>>::Borrowed;

  void owner() {
    typename Layer::template var<int> first{0, "first"};
    typename Layer::template var<int> second{0, "second"};
    auto& worker = this->worker_set.worker(0);
    scope<scope_orders, scope_protocol>(worker, [&](auto& tasks) {
      tasks.spawn(worker, Borrowed(first));
      tasks.spawn(worker, Borrowed(second));
    });
    Layer::require(first.get() == 1 && second.get() == 1, "each task has run once");
  }
};

const auto borrows = with_tables(model<Borrows>("pool/scope/borrows")).tables(scope_orders, scope_protocol).holds();

const auto done_release = borrows.with(ScopeOrders{.done = std::memory_order_release})
                              .named("pool/scope/borrows/done-release")
                              .fails(Violation::data_race, Violation::use_after_free);

const auto body_forgets =
    borrows.mutant("scope_forgets_the_tasks_of_its_body")
        .named("pool/scope/borrows/body-forgets")
        .fails(Violation::use_after_free, Violation::data_race, Violation::requirement, Violation::livelock);

const auto destroyed_late = borrows.mutant("scope_destroys_task_after_count")
                                .named("pool/scope/borrows/destroyed-after-done")
                                .defect("S-24")
                                .fails(Violation::use_after_free, Violation::data_race);

template <AtomicsLayer Layer>
struct ScopeThrows : TwoTasks<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "a scope in which the body or a task throws ends after its tasks, with an exception";
  static constexpr std::string_view kBounds =
      "1 worker: a scope with one task, of which either throws, or both; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&ScopeThrows::owner, &ScopeThrows::steals}; }

  void owner() {
    const bool body_throws = Layer::choose(2) == 1;
    const bool task_throws = Layer::choose(2) == 1;
    typename Layer::template var<int> lent{0, "lent"};
    auto& worker = this->worker_set.worker(0);
    int caught = 0;
    try {
      scope<scope_orders, scope_protocol>(worker, [&](auto& tasks) {
        tasks.spawn(worker, [&lent, task_throws] {
          lent.set(1);
          if (task_throws) throw 2;
        });
        if (body_throws) throw 1;
      });
    } catch (int which) {
      caught = which;
    }
    Layer::require(caught == (body_throws ? 1 : task_throws ? 2 : 0), "the body's exception, or else the task's");
    Layer::require(lent.get() == 1, "the task has run");
  }
};

const auto throws =
    with_tables(model<ScopeThrows>("pool/scope/throws")).tables(scope_orders, scope_protocol).defect("S-26").holds();

const auto left_at_once =
    throws.with(ScopeProtocol{.wait_after_exception = false})
        .named("pool/scope/throws/left-at-once")
        .defect("S-26")
        .fails(Violation::use_after_free, Violation::data_race, Violation::requirement, Violation::leak);

const auto failed_task_counts_on = throws.mutant("scope_keeps_failed_task_counted")
                                       .named("pool/scope/throws/failed-task-stays-counted")
                                       .defect("S-26")
                                       .fails(Violation::livelock);

template <AtomicsLayer Layer>
struct Spawns : TwoTasks<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence = "a scope ends after the tasks that its tasks have spawned";
  static constexpr std::string_view kBounds = "1 worker: a scope with a task that spawns one; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&Spawns::owner, &Spawns::steals}; }

  using typename TwoTasks<pools::RestlessParts<Layer>>::Worker;

  void owner() {
    typename Layer::template var<int> first{0, "first"};
    typename Layer::template var<int> second{0, "second"};
    auto& worker = this->worker_set.worker(0);
    scope<scope_orders, scope_protocol>(worker, [&](auto& tasks) {
      tasks.spawn(worker, [&](Worker& other) {
        first.set(first.get() + 1);
        tasks.spawn(other, [&] { second.set(second.get() + 1); });
      });
    });
    Layer::require(first.get() == 1 && second.get() == 1, "each task has run once");
  }
};

const auto spawns = with_tables(model<Spawns>("pool/scope/spawns")).tables(scope_orders, scope_protocol).holds();

const auto counted_late =
    spawns.mutant("scope_counts_task_after_push")
        .named("pool/scope/spawns/counted-after-push")
        .fails(Violation::use_after_free, Violation::data_race, Violation::requirement, Violation::livelock);

const auto counted_elsewhere =
    spawns.mutant("scope_counts_for_the_owner_elsewhere")
        .named("pool/scope/spawns/counted-elsewhere")
        .fails(Violation::data_race, Violation::use_after_free, Violation::requirement, Violation::livelock);

const auto counted_after_body =
    spawns.mutant("scope_counts_for_the_body_after_it")
        .named("pool/scope/spawns/counted-after-body")
        .fails(Violation::use_after_free, Violation::data_race, Violation::requirement, Violation::livelock);

template <AtomicsLayer Layer>
struct ScopeSleeps : TwoTasks<pools::Parts<Layer>> {
  static constexpr std::string_view kSentence =
      "an owner that falls asleep is woken by the end of its scope's last task";
  static constexpr std::string_view kBounds =
      "1 worker: a scope with one task; 1 thief: steals once; no round of yielding";
  static constexpr auto threads() { return std::tuple{&ScopeSleeps::owner, &ScopeSleeps::steals}; }

  void owner() {
    typename Layer::template var<int> lent{0, "lent"};
    auto& worker = this->worker_set.worker(0);
    scope<scope_orders, scope_protocol>(worker, [&](auto& tasks) { tasks.spawn(worker, [&] { lent.set(1); }); });
    Layer::require(lent.get() == 1, "the task has run");
  }
};

const auto owner_sleeps =
    with_tables(model<ScopeSleeps>("pool/scope/owner-sleeps")).tables(scope_orders, scope_protocol).holds();

template <AtomicsLayer Layer>
struct TwoThrow : TwoTasks<pools::RestlessParts<Layer>> {
  static constexpr std::string_view kSentence =
      "a scope of which two tasks throw keeps one exception, and the first one if one worker runs both";
  static constexpr std::string_view kBounds = "1 worker: a scope with two tasks, which throw; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&TwoThrow::owner, &TwoThrow::steals}; }

  using typename TwoTasks<pools::RestlessParts<Layer>>::Worker;

  void owner() {
    // Which worker ran a task; its own tasks the owner runs one after the other.
    std::array<typename Layer::template var<std::size_t>, 2> where = Names("where", kNone);
    auto& worker = this->worker_set.worker(0);
    std::size_t caught = kNone;
    try {
      scope<scope_orders, scope_protocol>(worker, [&](auto& tasks) {
        for (std::size_t task = 0; task != 2; ++task)
          tasks.spawn(worker, [&where, task](Worker& runner) {
            where[task].set(runner.index());
            throw task;
          });
      });
    } catch (std::size_t which) {
      caught = which;
    }
    Layer::require(where[0].get() != kNone && where[1].get() != kNone, "both tasks have run");
    Layer::require(caught < 2, "what one of them has thrown is thrown");
    if (where[0].get() == where[1].get())
      Layer::require(caught == 1, "the newest task is run first, so its exception is the first");
  }

 private:
  static constexpr std::size_t kNone = 2;
};

const auto two_throw =
    with_tables(model<TwoThrow>("pool/scope/two-throw")).tables(scope_orders, scope_protocol).holds();

const auto last_wins = two_throw.mutant("scope_keeps_every_exception")
                           .named("pool/scope/two-throw/last-wins")
                           .fails(Violation::data_race, Violation::requirement);

}  // namespace
}  // namespace vigil::models
