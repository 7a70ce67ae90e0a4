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

/// The type of the values of a producer: its elements without reference and const.
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

// Combines the elements from left to right; nothing if there is none.
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

/// Calls `function(element)` for each element. A last stage, see Pipeline.
///
/// \snippet parallel/terminals.cpp example
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

/// The number of elements. A last stage, see Pipeline.
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

/// Computes init ∘ element ∘ element …, in the order of the elements, where a ∘ b is `combine(a, b)`. A last stage, see
/// Pipeline.
///
/// `combine` must be associative; see parallel_reduce().
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

/// The sum of the elements, in their type. A last stage, see Pipeline.
///
/// The sum of floating-point numbers is the same in each run only with Grain::fixed.
[[nodiscard]] inline auto sum() {
  return Stage{[](auto line) {
    using Value = ValueOf<decltype(line.elements)>;
    return line | stage::reduce(Value{}, std::plus<Value>());
  }};
}

/// The least element, the first if several are least; nothing if there is no element. A last stage, see Pipeline.
///
/// \param comp `comp(proj(a), proj(b))` is true if `a` is less than `b`.
/// \param proj what is compared of an element.
/// \return a std::optional of the value.
template <class Comp = std::ranges::less, class Proj = std::identity>
[[nodiscard]] auto min(Comp comp = {}, Proj proj = {}) {
  return Stage{[comp, proj](auto line) {
    using Value = ValueOf<decltype(line.elements)>;
    return detail::combined(line, [&](Value left, Value right) -> Value {
      return std::invoke(comp, std::invoke(proj, right), std::invoke(proj, left)) ? std::move(right) : std::move(left);
    });
  }};
}

/// The greatest element, the first if several are greatest. Otherwise as min.
template <class Comp = std::ranges::less, class Proj = std::identity>
[[nodiscard]] auto max(Comp comp = {}, Proj proj = {}) {
  return stage::min([comp](auto&& a, auto&& b) { return std::invoke(comp, b, a); }, proj);
}

namespace detail {

// For a known number of elements: assigns each to its place.
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

// For an unknown number of elements: makes a vector of each piece, and then one of all.
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
  // The first piece is empty from now on.
  std::vector<Value> all = std::move(pieces.front());
  std::size_t size = all.size();
  for (const auto& piece : pieces) size += piece.size();
  all.reserve(size);
  for (auto& piece : pieces)
    all.insert(all.end(), std::make_move_iterator(piece.begin()), std::make_move_iterator(piece.end()));
  return all;
}

}  // namespace detail

/// The elements in a std::vector, in their order. A last stage, see Pipeline.
///
/// Each element is copied, or moved if it is a temporary, once. After a filter it is moved once more.
///
/// \throws std::bad_alloc if the vector cannot be allocated.
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
