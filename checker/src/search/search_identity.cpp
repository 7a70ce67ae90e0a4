#include "search_identity.hpp"

#include <array>
#include <utility>

namespace vigil::checker {
namespace {

constexpr std::string_view kMark = "vigil-item\n";

std::uint64_t digest_of_addresses(const SearchIdentity& identity) {
  return checksum(identity.addresses + identity.first_run);
}

constexpr const char* kOtherAddresses =
    "the program or its libraries lie at other addresses than where the search was begun: other libraries, another "
    "limit of the stack (ulimit -s), or a preloaded library";

}  // namespace

std::string options_in_words(const Options& options) {
  std::string text = "spins=" + std::string(name_of(options.spins));
  const auto add = [&](const char* name, std::uint64_t value) {
    text += ' ';
    text += name;
    text += '=' + std::to_string(value);
  };
  add("symmetry", options.symmetry ? 1 : 0);
  add("spurious_wakes", options.spurious_wakes);
  add("timeouts", options.timeouts);
  add("weak_failures", options.weak_failures);
  add("most_events", options.most_events);
  add("arena_bytes", options.arena_bytes);
  add("count_violations", options.count_violations ? 1 : 0);
  for (const auto& change : options.order_changes) {
    text += " changed=" + change.label + '@' + change.file + ':' + std::to_string(change.line);
    add("use", static_cast<std::uint64_t>(change.use));
    add("from", static_cast<std::uint64_t>(change.from));
    add("to", static_cast<std::uint64_t>(change.to));
  }
  return text;
}

std::string difference(const SearchIdentity& of_store, const SearchIdentity& own) {
  if (of_store.build != own.build)
    return "it is of another build of the program: " + of_store.build + ", and this is " + own.build;
  if (of_store.model != own.model) return "it is of the model " + of_store.model + ", and not of " + own.model;
  if (of_store.memory_model != own.memory_model)
    return "it is under the memory model " + of_store.memory_model + ", and not under " + own.memory_model;
  if (of_store.options != own.options) return "it has other options: " + of_store.options + "; and not: " + own.options;
  if (of_store.addresses != own.addresses) return kOtherAddresses;
  if (of_store.first_run != own.first_run)
    return "the first execution is another one here, although the program is the same: the model depends on something "
           "besides its layer, such as the environment";
  return {};
}

std::string with_head(const SearchIdentity& identity, std::string_view body) {
  WorkItemWriter inner;
  for (const auto* text : {&identity.build, &identity.model, &identity.memory_model, &identity.options})
    inner.put_text(*text);
  inner.put_word(digest_of_addresses(identity));
  const std::string rest = std::move(inner).take().append(body);
  WorkItemWriter outer;
  outer.put(kItemFormat);
  outer.put_word(checksum(rest));
  return std::string(kMark) + std::move(outer).take() + rest;
}

std::string_view without_head(const SearchIdentity& own, std::string_view item) {
  if (!item.starts_with(kMark)) throw DamagedItem("it does not begin as one");
  WorkItemReader reader(item.substr(kMark.size()));
  if (const auto format = reader.get(); format != kItemFormat)
    throw FrontierError("a work item has the form " + std::to_string(format) + ", and this program knows " +
                        std::to_string(kItemFormat));
  if (reader.get_word() != checksum(reader.rest())) throw DamagedItem("its checksum is wrong");
  SearchIdentity identity = own;
  for (auto* text : {&identity.build, &identity.model, &identity.memory_model, &identity.options})
    *text = reader.get_text("the letters of a name");
  if (const auto what = difference(identity, own); !what.empty())
    throw FrontierError("a work item is of another search: " + what);
  if (reader.get_word() != digest_of_addresses(own))
    throw FrontierError(std::string("a work item is of another search: ") + kOtherAddresses);
  return reader.rest();
}

}  // namespace vigil::checker
