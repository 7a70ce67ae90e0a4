#include "insertions.hpp"

#include <algorithm>
#include <tuple>

namespace vigil::mutation {

std::string Insertions::into(std::string_view source) const {
  auto sorted = all_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Insertion& one, const Insertion& other) {
    return std::tie(one.place, one.opens) < std::tie(other.place, other.opens);
  });
  std::string result;
  std::size_t copied = 0;
  for (const auto& [place, opens, text] : sorted) {
    result += source.substr(copied, place - copied);
    result += text;
    copied = place;
  }
  return result + std::string(source.substr(copied));
}

}  // namespace vigil::mutation
