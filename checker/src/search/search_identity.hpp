#pragma once

#include "item_bytes.hpp"

#include <vigil/checker/frontier.hpp>

#include <string>

namespace vigil::checker {

// The version of the form of items. Another one is refused.
inline constexpr std::uint64_t kItemFormat = 3;

// All that changes a search, but the memory model.
[[nodiscard]] std::string options_in_words(const Options& options);

// The head of an item: that it is one, the version of its form, a checksum of all that follows, and which search it is
// of. `body`: what comes behind it.
[[nodiscard]] std::string with_head(const SearchIdentity& identity, std::string_view body);
// The body. Throws DamagedItem, or FrontierError if it is of another search.
[[nodiscard]] std::string_view without_head(const SearchIdentity& own, std::string_view item);

}  // namespace vigil::checker
