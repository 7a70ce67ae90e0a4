// Does the last runner of a bulk operation, and no other, complete it, with what all of them did?

#include <vigil/execution/bulk_work.hpp>

#include <array>
#include <cstddef>
#include <exception>
#include <optional>
#include <tuple>

#include <vigil/model/model.hpp>

namespace vigil::models {
namespace {

namespace ex = vigil::execution;

ex::BulkOrders orders;

// Two runners, the first of which has started the second, and three pieces. The last runner frees what they share.
template <AtomicsLayer Layer>
struct TwoRunners {
  using Work = ex::detail::BulkWork<Layer, orders>;
  static constexpr std::size_t kPieces = 3;

  std::optional<Work> work{std::in_place, kPieces};
  std::array<typename Layer::template var<int>, kPieces> done = Names("done", 0);
  typename Layer::template var<bool> is_complete{false, "is_complete"};
  ex::detail::Ending ending = ex::detail::Ending::values;
  int sum = 0;
  int error = 0;

  TwoRunners() { work->join(); }

  template <class Stop, class Run>
  void run(const Stop& stop_requested, const Run& run_piece) {
    while (work->do_one(stop_requested, run_piece)) {
    }
    if (!work->leave()) return;
    Layer::require(!is_complete.get(), "the operation completes once");
    is_complete.set(true);
    ending = work->ending();
    if (ending == ex::detail::Ending::error) error = thrown(work->error());
    for (auto& each : done) sum += each.get();
    work.reset();
  }
  void do_piece(std::size_t which) { done[which].set(done[which].get() + 1); }

  static int thrown(const std::exception_ptr& exception) {
    try {
      std::rethrow_exception(exception);
    } catch (int number) {
      return number;
    }
  }
  static bool never() { return false; }
};

template <AtomicsLayer Layer>
struct Completes : TwoRunners<Layer> {
  static constexpr std::string_view kSentence =
      "each piece is done once, and the runner that leaves last has all of them and frees the operation";
  static constexpr std::string_view kBounds = "2 runners, 3 pieces";
  static constexpr auto threads() { return std::tuple{&Completes::runs, &Completes::runs}; }

  void runs() {
    this->run(&TwoRunners<Layer>::never, [this](std::size_t which) { this->do_piece(which); });
  }
  void finish() {
    Layer::require(this->is_complete.get() && this->ending == ex::detail::Ending::values, "the operation completes");
    Layer::require(this->sum == 3, "each piece was done once");
  }
};

const auto completes = model<Completes>("execution/bulk_work/completes").tables(orders).holds();

const auto leave_release = completes.with(ex::BulkOrders{.leave = std::memory_order_release})
                               .named("execution/bulk_work/completes/leave-release")
                               .fails(Violation::data_race, Violation::use_after_free);

const auto leave_acquire = completes.with(ex::BulkOrders{.leave = std::memory_order_acquire})
                               .named("execution/bulk_work/completes/leave-acquire")
                               .fails(Violation::data_race, Violation::use_after_free);

const auto claimed_twice = completes.mutant("bulk_claims_without_read_modify_write")
                               .named("execution/bulk_work/completes/claimed-twice")
                               .fails(Violation::data_race, Violation::requirement);

template <AtomicsLayer Layer>
struct Throws : TwoRunners<Layer> {
  static constexpr std::string_view kSentence =
      "if pieces throw, one of their exceptions is kept, and reaches the runner that leaves last";
  static constexpr std::string_view kBounds = "2 runners, 3 pieces, of which the first and the second throw";
  static constexpr auto threads() { return std::tuple{&Throws::runs, &Throws::runs}; }

  void runs() {
    this->run(&TwoRunners<Layer>::never, [this](std::size_t which) {
      this->do_piece(which);
      if (which != 2) throw static_cast<int>(which + 1);
    });
  }
  void finish() {
    Layer::require(this->is_complete.get() && this->ending == ex::detail::Ending::error, "it completes with an error");
    Layer::require(this->error == 1 || this->error == 2, "the error is one that was thrown");
  }
};

const auto throws = model<Throws>("execution/bulk_work/throws").tables(orders).holds();

const auto keeps_each = throws.mutant("bulk_keeps_every_exception")
                            .named("execution/bulk_work/throws/keeps-every-exception")
                            .fails(Violation::data_race, Violation::requirement);

template <AtomicsLayer Layer>
struct Stops : TwoRunners<Layer> {
  static constexpr std::string_view kSentence = "an operation completes as stopped exactly if a stop left a piece out";
  static constexpr std::string_view kBounds = "2 runners, 3 pieces; a stop is requested at any time";
  static constexpr auto threads() { return std::tuple{&Stops::runs, &Stops::runs, &Stops::requests}; }

  typename Layer::template atomic<bool> is_requested{false, "is_requested"};

  void requests() { is_requested.store(true, std::memory_order_relaxed); }
  void runs() {
    this->run([this] { return is_requested.load(std::memory_order_relaxed); },
              [this](std::size_t which) { this->do_piece(which); });
  }
  void finish() {
    Layer::require(this->is_complete.get() && this->ending != ex::detail::Ending::error, "nothing was thrown");
    Layer::require((this->ending == ex::detail::Ending::values) == (this->sum == 3),
                   "it completes with values if each piece was done, and as stopped otherwise");
  }
};

const auto stops = model<Stops>("execution/bulk_work/stops").tables(orders).holds();

const auto always_stopped = stops.mutant("bulk_is_stopped_by_any_request")
                                .named("execution/bulk_work/stops/by-any-request")
                                .fails(Violation::requirement);

// The first runner starts the second only when it has begun.
template <AtomicsLayer Layer>
struct StartsAnother {
  static constexpr std::string_view kSentence =
      "a runner that starts another one is not the last before that one has left";
  static constexpr std::string_view kBounds = "1 runner starts a second one, which runs on another thread; 1 piece";
  static constexpr auto threads() { return std::tuple{&StartsAnother::starts, &StartsAnother::started}; }

  using Work = ex::detail::BulkWork<Layer, orders>;
  std::optional<Work> work{std::in_place, std::size_t{1}};
  typename Layer::template atomic<bool> is_started{false, "is_started"};
  typename Layer::template var<int> endings{0, "endings"};
  typename Layer::template var<int> pieces{0, "pieces"};

  void run() {
    const auto never = [] { return false; };
    const auto run_piece = [this](std::size_t /*which*/) { pieces.set(pieces.get() + 1); };
    while (work->do_one(never, run_piece)) {
    }
    if (!work->leave()) return;
    endings.set(endings.get() + 1);
    Layer::require(pieces.get() == 1, "the piece was done");
    work.reset();
  }
  void starts() {
    if (work->has_pieces()) {
      work->join();
      is_started.store(true, std::memory_order_release);
    }
    run();
  }
  void started() {
    is_started.spin_until([](bool is) { return is; }, std::memory_order_acquire);
    run();
  }
  void finish() { Layer::require(endings.get() == 1, "the operation completes once"); }
};

const auto starts_another = model<StartsAnother>("execution/bulk_work/starts-another").tables(orders).holds();

const auto counted_late =
    starts_another.mutant("bulk_does_not_count_started_runners")
        .named("execution/bulk_work/starts-another/not-counted")
        .fails(Violation::use_after_free, Violation::data_race, Violation::requirement, Violation::uninitialised_read);

}  // namespace
}  // namespace vigil::models
