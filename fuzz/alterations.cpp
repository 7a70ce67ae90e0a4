// Names of altered models, "MODEL~label=value", which users and tokens give.

#include "input.hpp"

#include <vigil/atomics/choice.hpp>
#include <vigil/model/exhibit.hpp>
#include <vigil/model/model.hpp>
#include <vigil/mutation/mutants.hpp>

#include <memory>
#include <set>
#include <string>
#include <string_view>

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

// Of a label that is said twice the last value counts, and the name of the model says it once.
bool says_each_label_once(std::string_view name) {
  std::set<std::string_view> labels;
  for (auto at = name.find('~'); at != std::string_view::npos; at = name.find('~')) {
    name.remove_prefix(at + 1);
    if (!labels.insert(name.substr(0, name.find('='))).second) return false;
  }
  return true;
}

void check(Registry& registry, std::string_view name) {
  const auto* const found = registry.find(name);
  if (found == nullptr) return;
  if (says_each_label_once(name))
    fuzz::require(found->name == name, "a model that is found has the name that it was asked for by");
  const auto* const again = registry.find(found->name);
  fuzz::require(again != nullptr && again->name == found->name, "a model is found by its own name");
  fuzz::require(says_each_label_once(found->name), "a model's name says each of its labels once");
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
