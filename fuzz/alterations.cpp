// Names of altered models, "MODEL~label=value", which users and tokens give.

#include "input.hpp"

#include <vigil/atomics/choice.hpp>
#include <vigil/model/exhibit.hpp>
#include <vigil/model/model.hpp>
#include <vigil/mutation/mutants.hpp>

#include <memory>
#include <string>

namespace vigil::models {
namespace {

struct FlagOrders {
  Order<"flag.set"> set = std::memory_order_release;
  Order<"flag.see"> see = std::memory_order_acquire;
};
struct FlagProtocol {
  Choice<"sets_twice"> sets_twice = false;
};
FlagOrders orders;
FlagProtocol protocol;

template <AtomicsLayer Layer>
struct Flag {
  static constexpr std::string_view kSentence = "a flag that is set is seen";
  static constexpr std::string_view kBounds = "1 setter, 1 reader";
  static constexpr auto threads() { return std::tuple{&Flag::setter, &Flag::reader}; }

  typename Layer::template atomic<int> flag{0, "flag"};

  void setter() { flag.store(protocol.sets_twice ? 2 : 1, orders.set); }
  void reader() { (void)flag.load(orders.see); }
};
const auto flag = model<Flag>("fuzz/flag").tables(orders, protocol).holds();
const auto relaxed = flag.with(FlagOrders{.set = std::memory_order_relaxed}).named("fuzz/flag/relaxed").holds();

void check(Registry& registry, std::string_view name) {
  const auto* const found = registry.find(name);
  if (found == nullptr) return;
  fuzz::require(found->name == name, "a model that is found has the name that it was asked for by");
  const InstalledTables installed(*found);
  const auto matching = registry.matching(name);
  fuzz::require(!matching.empty(), "a model that is found matches its name");
}

}  // namespace
}  // namespace vigil::models

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace vigil::models;
  // A registry keeps the altered models that it was asked for.
  Registry registry;
  for (const auto& model : Registry::instance().models()) registry.add(model);
  const std::string text(vigil::fuzz::text_of(data, size));
  check(registry, text);
  check(registry, "fuzz/flag~" + text);
  vigil::fuzz::require(std::memory_order(orders.set) == std::memory_order_release && !protocol.sets_twice,
                       "an alteration lasts as long as it is installed");
  return 0;
}
