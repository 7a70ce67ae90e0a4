#include <vigil/model/checker_plan.hpp>

namespace vigil::models {
namespace {

std::string_view name_of(checker::Spins spins) {
  switch (spins) {
    case checker::Spins::recurring:
      return "recurring";
    case checker::Spins::unrolled:
      break;
  }
  return "unrolled";
}

}  // namespace

std::string describe_bounds(const checker::Options& bounds) {
  const checker::Options usual;
  std::string text;
  const auto add = [&](std::string_view what, std::string_view value) {
    text += (text.empty() ? "" : ", ") + std::string(what) + ' ' + std::string(value);
  };
  if (bounds.spins != usual.spins) add("spins", name_of(bounds.spins));
  if (bounds.spurious_wakes != usual.spurious_wakes) add("spurious wakes", std::to_string(bounds.spurious_wakes));
  if (bounds.weak_failures != usual.weak_failures) add("weak failures", std::to_string(bounds.weak_failures));
  if (bounds.most_events != usual.most_events) add("operations of a thread", std::to_string(bounds.most_events));
  if (bounds.arena_bytes != usual.arena_bytes) add("bytes of a thread", std::to_string(bounds.arena_bytes));
  return text;
}

}  // namespace vigil::models
