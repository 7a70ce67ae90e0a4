#pragma once

#include <vigil/parallel/find_tables.hpp>
#include <vigil/parallel/terminals.hpp>

#include <atomic>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace vigil {

/// Which match a search is for.
enum class Sought {
  any,    ///< Any match.
  first,  ///< The first match.
};

/// Which pieces of a search still matter.
///
/// The workers of a search each search one *piece* at a time. A piece is known by its first position. The limit is one
/// word: a piece whose first position is at or behind it is given up. Before each element a worker checks the limit. A
/// worker that finds a match announces a new limit:
///
///   * if the first match is sought, the position behind the first one of its piece, so that the pieces behind its own
///     are given up;
///   * if any match will do, 0, so that all pieces are given up.
///
/// Each value of the limit was announced by a worker that had found a match to the left of all that this value gives
/// up. The limit only saves work, because what was found reaches the caller through the joins. So an announcement may
/// come late, and one from further right may overwrite it.
///
/// \tparam kSought which match is sought.
/// \tparam Layer the atomics layer.
/// \tparam Orders the order table; models pass their own.
/// \threads Any worker of the search, for all members.
/// \progress Wait-free.
/// \source Rayon's `find_first`, which narrows its bounds by compare-and-swap.
template <Sought kSought, AtomicsLayer Layer = StdAtomics, const FindOrders& Orders = kFindOrders>
class SearchLimit {
 public:
  /// Whether the piece that begins at `first` is given up.
  [[nodiscard]] bool is_passed(std::size_t first) const { return first >= limit_.load(Orders.check); }

  /// Announces that a match was found in the piece that begins at `first`.
  void found_in(std::size_t first) { limit_.store(kSought == Sought::any ? 0 : first + 1, Orders.announce); }

 private:
  typename Layer::template atomic<std::size_t> limit_{std::numeric_limits<std::size_t>::max(), "limit"};
};

namespace stage {
namespace detail {

template <Sought kSought, const FindOrders& Orders, class Line, class Predicate>
auto found(Line& line, const Predicate& predicate) {
  using Parts = typename vigil::detail::PartsOf<std::remove_reference_t<decltype(line.place)>>::type;
  using Result = std::optional<ValueOf<decltype(line.elements)>>;
  SearchLimit<kSought, typename Parts::Layer, Orders> limit;
  // How long a search takes says nothing about the next one, which may end later.
  if (line.grain.is_automatic()) line.grain = Grain::adaptive();
  return fold_pieces<Result>(
      line,
      [&](const auto& elements, std::size_t first, std::size_t last) {
        Result result;
        elements.each(first, last, [&](auto&& element) {
          if (limit.is_passed(first)) return false;
          if (!std::invoke(predicate, std::as_const(element))) return true;
          result.emplace(std::forward<decltype(element)>(element));
          limit.found_in(first);
          return false;
        });
        return result;
      },
      [](Result left, Result right) { return left.has_value() ? std::move(left) : std::move(right); });
}

}  // namespace detail

/// The first element for which `predicate` is true; nothing if there is none. A last stage, see Pipeline.
///
/// Elements behind it may be examined too, until their pieces are given up.
///
/// \snippet parallel/find.cpp example
/// \return a `std::optional` of the element's value.
template <const FindOrders& Orders = kFindOrders, class Predicate>
[[nodiscard]] auto find_first(Predicate predicate) {
  return Stage{[predicate](auto line) { return detail::found<Sought::first, Orders>(line, predicate); }};
}

/// Any element for which `predicate` is true; nothing if there is none. A last stage, see Pipeline.
///
/// The search ends as soon as one is found.
///
/// \return a `std::optional` of the element's value.
template <const FindOrders& Orders = kFindOrders, class Predicate>
[[nodiscard]] auto find_any(Predicate predicate) {
  return Stage{[predicate](auto line) { return detail::found<Sought::any, Orders>(line, predicate); }};
}

/// Whether `predicate` is true for any element, for none, or for all. A last stage, see Pipeline.
///
/// The search ends as soon as the answer is known.
/// \{
template <class Predicate>
[[nodiscard]] auto any_of(Predicate predicate) {
  return Stage{[predicate](auto line) {
    const auto holds = [&](auto&& element) { return static_cast<bool>(std::invoke(predicate, element)); };
    return (line | transform(holds) | find_any(std::identity())).has_value();
  }};
}
template <class Predicate>
[[nodiscard]] auto none_of(Predicate predicate) {
  return Stage{[predicate](auto line) { return !(line | any_of(predicate)); }};
}
template <class Predicate>
[[nodiscard]] auto all_of(Predicate predicate) {
  return Stage{[predicate](auto line) { return line | none_of(std::not_fn(predicate)); }};
}
/// \}

}  // namespace stage
}  // namespace vigil
