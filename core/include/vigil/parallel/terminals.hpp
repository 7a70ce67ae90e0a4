#pragma once

#include <vigil/parallel/par.hpp>
#include <vigil/parallel/sync_ptr.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace vigil::stage {

// The stages that do the work. All of them: whoever computes the pipeline blocks and, being a worker, runs other jobs
// meanwhile. Exceptions of the user's functions: the piece of the one that threw ends there, other pieces are done, and
// what the leftmost threw is thrown. Everything before happens before each call, and everything in the calls before the
// return. Linear, in pieces as Grain says.

template <class Elements>
using ValueOf = std::remove_cvref_t<typename Elements::reference>;

namespace detail {

// Folds each piece by leaf(elements, first, last), and the results of neighbours by combine.
template <class Result, class Line, class Leaf, class Combine>
Result fold_pieces(Line& line, const Leaf& leaf, const Combine& combine) {
  return vigil::detail::divide<Result>(
      line.place, line.elements.size(), line.grain,
      [&](std::size_t first, std::size_t last) -> Result { return leaf(line.elements, first, last); }, combine);
}

// Of the elements, from left to right, what `combine` makes of two; nothing if there is none.
template <class Line, class Combine>
auto combined(Line& line, const Combine& combine) {
  using Value = ValueOf<decltype(line.elements)>;
  using Result = std::optional<Value>;
  return fold_pieces<Result>(
      line,
      [&](const auto& elements, std::size_t first, std::size_t last) {
        Result sum;
        elements.each(first, last, [&](auto&& element) {
          if (sum.has_value()) [[likely]]
            sum = std::invoke(combine, std::move(*sum), std::forward<decltype(element)>(element));
          else
            sum.emplace(std::forward<decltype(element)>(element));
          return true;
        });
        return sum;
      },
      [&](Result left, Result right) -> Result {
        if (!left.has_value()) return right;
        if (right.has_value()) left = std::invoke(combine, *std::move(left), *std::move(right));
        return left;
      });
}

}  // namespace detail

// Calls function(element) for each element.
template <class Function>
[[nodiscard]] auto for_each(Function function) {
  return Stage{[function](auto line) {
    detail::fold_pieces<Nothing>(
        line,
        [&](const auto& elements, std::size_t first, std::size_t last) {
          elements.each(first, last, [&](auto&& element) {
            std::invoke(function, std::forward<decltype(element)>(element));
            return true;
          });
          return Nothing();
        },
        vigil::detail::NothingTwice());
  }};
}

// How many elements there are.
[[nodiscard]] inline auto count() {
  return Stage{[](auto line) {
    return detail::fold_pieces<std::size_t>(
        line,
        [](const auto& elements, std::size_t first, std::size_t last) {
          std::size_t seen = 0;
          elements.each(first, last, [&](auto&&) {
            ++seen;
            return true;
          });
          return seen;
        },
        std::plus<std::size_t>());
  }};
}

// init ∘ element ∘ element …, in the order of the elements, `init` once: what parallel_reduce says of `combine` holds.
template <class T, class Combine>
[[nodiscard]] auto reduce(T init, Combine combine) {
  return Stage{[init, combine](auto line) -> T {
    const auto to_result = [](auto&& element) -> T { return std::forward<decltype(element)>(element); };
    auto values = line | stage::transform(to_result);
    auto all = detail::combined(values, combine);
    if (!all.has_value()) return init;
    return std::invoke(combine, init, *std::move(all));
  }};
}

// The sum of the elements, in their type. Of floating-point numbers it is the same in each run only with Grain::fixed.
[[nodiscard]] inline auto sum() {
  return Stage{[](auto line) {
    using Value = ValueOf<decltype(line.elements)>;
    return line | stage::reduce(Value{}, std::plus<Value>());
  }};
}

// The least element by comp(proj(a), proj(b)), the first of several; nothing if there is none.
template <class Comp = std::ranges::less, class Proj = std::identity>
[[nodiscard]] auto min(Comp comp = {}, Proj proj = {}) {
  return Stage{[comp, proj](auto line) {
    using Value = ValueOf<decltype(line.elements)>;
    return detail::combined(line, [&](Value left, Value right) -> Value {
      return std::invoke(comp, std::invoke(proj, right), std::invoke(proj, left)) ? std::move(right) : std::move(left);
    });
  }};
}

// The greatest element, the first of several; nothing if there is none.
template <class Comp = std::ranges::less, class Proj = std::identity>
[[nodiscard]] auto max(Comp comp = {}, Proj proj = {}) {
  return stage::min([comp](auto&& a, auto&& b) { return std::invoke(comp, b, a); }, proj);
}

namespace detail {

// Of a known number of elements: each is assigned to its place.
template <class Value, class Line>
std::vector<Value> places_filled(Line& line) {
  std::vector<Value> out(line.elements.size());
  const SyncPtr<Value> places(out);
  fold_pieces<Nothing>(
      line,
      [&](const auto& elements, std::size_t first, std::size_t last) {
        elements.each(first, last, [&](auto&& element) {
          places.write(first++, std::forward<decltype(element)>(element));
          return true;
        });
        return Nothing();
      },
      vigil::detail::NothingTwice());
  return out;
}

// Of nobody knows how many: a vector for each piece, and then one of all.
template <class Value, class Line>
std::vector<Value> pieces_gathered(Line& line) {
  using Pieces = std::list<std::vector<Value>>;
  Pieces pieces = fold_pieces<Pieces>(
      line,
      [](const auto& elements, std::size_t first, std::size_t last) {
        Pieces one(1);
        elements.each(first, last, [&](auto&& element) {
          one.front().push_back(std::forward<decltype(element)>(element));
          return true;
        });
        return one;
      },
      [](Pieces left, Pieces right) {
        left.splice(left.end(), right);
        return left;
      });
  std::vector<Value> all = std::move(pieces.front());
  pieces.pop_front();
  std::size_t size = all.size();
  for (const auto& piece : pieces) size += piece.size();
  all.reserve(size);
  for (auto& piece : pieces)
    all.insert(all.end(), std::make_move_iterator(piece.begin()), std::make_move_iterator(piece.end()));
  return all;
}

}  // namespace detail

// The elements in a vector, in their order. Copies once what is not filtered; what is filtered is moved once more.
// Throws std::bad_alloc.
[[nodiscard]] inline auto to_vector() {
  return Stage{[](auto line) {
    using Elements = decltype(line.elements);
    using Value = ValueOf<Elements>;
    // Neighbours in a std::vector<bool> share a word.
    if constexpr (IndexedProducer<Elements> && std::default_initializable<Value> && !std::same_as<Value, bool>)
      return detail::places_filled<Value>(line);
    else
      return detail::pieces_gathered<Value>(line);
  }};
}

}  // namespace vigil::stage
