// Does a search that gives up pieces early still find the first?

#include <vigil/parallel/find.hpp>

#include "../pool/parts.hpp"

#include <array>
#include <optional>
#include <tuple>

namespace vigil::models {
namespace {

FindOrders find_orders;

template <AtomicsLayer Layer>
struct FindsFirst {
  using Parts = pools::RestlessParts<Layer>;

  static constexpr std::string_view kSentence =
      "of two pieces that both hold a match, the match of the first one is found";
  static constexpr std::string_view kBounds = "1 worker: one search of two pieces; 1 thief: steals once";
  static constexpr auto threads() { return std::tuple{&FindsFirst::owner, &FindsFirst::steals}; }

  WorkerSet<Parts> worker_set{2, pools::kNoRounds, pools::kCapacity};

  FindsFirst() {
    worker_set.add_worker(0);
    worker_set.add_worker(1);
  }
  void owner() {
    const std::optional<int> found = par(worker_set.worker(0), 10, 12, Grain::fixed(1)) |
                                     stage::find_first<find_orders>([](int number) { return number >= 10; });
    Layer::require(found == 10, "the first match is found, also if the second was found before");
  }
  void steals() { (void)worker_set.worker(1).run_one(); }
};

const auto finds_first = model<FindsFirst>("parallel/find/first")
                             .search(kAtRandom)
                             .tables(pools::orders, pools::protocol)
                             .tables(find_orders)
                             .holds();

const auto gives_up_all = finds_first.mutant("find_gives_up_all_pieces")
                              .named("parallel/find/first/all-pieces-given-up")
                              .fails(Violation::requirement);

template <AtomicsLayer Layer>
struct FindsAny : FindsFirst<Layer> {
  static constexpr std::string_view kSentence = "what any of two pieces holds is found, and comes with its data";
  static constexpr auto threads() { return std::tuple{&FindsAny::searches, &FindsAny::steals}; }

  std::array<typename Layer::template var<int>, 2> examined = Names("examined");

  void searches() {
    const std::optional<std::size_t> found =
        par(this->worker_set.worker(0), std::size_t{0}, std::size_t{2}, Grain::fixed(1)) |
        stage::find_any<find_orders>([this](std::size_t number) {
          examined[number].set(1);
          return true;
        });
    Layer::require(found.has_value() && examined[*found].get() == 1, "a match is found, and was examined");
  }
};

const auto finds_any = model<FindsAny>("parallel/find/any")
                           .search(kAtRandom)
                           .tables(pools::orders, pools::protocol)
                           .tables(find_orders)
                           .holds();

}  // namespace
}  // namespace vigil::models
