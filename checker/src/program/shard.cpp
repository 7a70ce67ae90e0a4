#include "shard.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

namespace vigil::checker {
namespace {

std::optional<unsigned> number_in(std::string_view text) {
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || text.front() == '0') return std::nullopt;
  return number;
}

struct Load {
  std::uint64_t cost = 0;
  std::size_t pieces = 0;
};

}  // namespace

std::optional<Shard> shard_named(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = number_in(text.substr(0, slash)), of = number_in(text.substr(slash + 1));
  if (!number || !of || *number > *of || *of > kMostShards) return std::nullopt;
  return Shard{*number, *of};
}

std::vector<bool> chosen_by(const Shard& shard, const std::vector<Piece>& pieces) {
  std::vector<std::size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::size_t one, std::size_t other) {
    return std::tie(pieces[other].cost, pieces[one].name) < std::tie(pieces[one].cost, pieces[other].name);
  });
  std::vector<Load> loads(shard.of);
  std::vector<bool> chosen(pieces.size());
  for (const auto piece : order) {
    // Pieces that cost nothing are dealt out evenly too.
    const auto least =
        std::ranges::min_element(loads, {}, [](const Load& load) { return std::pair(load.cost, load.pieces); });
    least->cost += pieces[piece].cost;
    ++least->pieces;
    chosen[piece] = least - loads.begin() == static_cast<std::ptrdiff_t>(shard.number) - 1;
  }
  return chosen;
}

}  // namespace vigil::checker
