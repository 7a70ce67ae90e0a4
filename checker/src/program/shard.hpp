#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// One of several parts of a run that are done elsewhere, or at another time: the first of four is {1, 4}.
struct Shard {
  unsigned number = 1;
  unsigned of = 1;
};
inline constexpr unsigned kMostShards = 1000;

// "1/4"; nothing if the text is none.
[[nodiscard]] std::optional<Shard> shard_named(std::string_view text);

// Something that one shard does. The unit of the cost is the caller's.
struct Piece {
  std::string name;
  std::uint64_t cost = 0;
};
// For each piece, whether it is in the shard. Each is in exactly one of them, whatever their order is. The most
// expensive pieces are dealt out first, each to the shard that has the least so far: so no shard costs more than an
// equal share of all and the most expensive piece together.
[[nodiscard]] std::vector<bool> chosen_by(const Shard& shard, const std::vector<Piece>& pieces);

}  // namespace vigil::checker
