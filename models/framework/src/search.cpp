#include <vigil/model/search.hpp>

#include <algorithm>

namespace vigil::models {

std::string describe(const Search& search) {
  switch (search.kind) {
    case Search::Kind::random:
      return "random";
    case Search::Kind::bound:
      return "context bound " + std::to_string(search.bound);
    case Search::Kind::full:
      return "full search";
    case Search::Kind::sample:
      break;
  }
  return "sample (" + std::string(checker::name_of(search.sampling)) + ", seed " + std::to_string(search.seed) + ")";
}

std::vector<Search> searches_of(const Searches& wanted, bool until_found) {
  // Faults that need two preemptions at the right places show up within some ten thousand random executions.
  constexpr std::uint64_t kRandomUntilFound = 200'000;
  std::vector<Search> searches;
  const auto random = until_found ? std::max(wanted.random, kRandomUntilFound) : wanted.random;
  if (random != 0) searches.push_back({.kind = Search::Kind::random, .iterations = random});
  for (const unsigned bound : until_found ? std::vector<unsigned>{2, 3} : wanted.bounds)
    searches.push_back({.kind = Search::Kind::bound, .bound = bound, .iterations = wanted.limit});
  if (wanted.full || until_found) searches.push_back({.kind = Search::Kind::full, .iterations = wanted.limit});
  return searches;
}

}  // namespace vigil::models
