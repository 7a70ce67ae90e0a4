#pragma once

#include <vigil/parallel/find_tables.hpp>
#include <vigil/parallel/terminals.hpp>

#include <atomic>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace vigil {

// Which pieces of a search still matter.
//
// A piece is known by its first position. Who finds the first of all that are sought announces that pieces behind its
// own do not matter; who only wants any announces that none does. The announcement is one word, read before each
// element, and only spares work: what was found goes to the caller through the joins. So it may come late, and may be
// overwritten by that of a piece further right: any word was announced by somebody who had found something to the left
// of what it gives up.

enum class Sought { any, first };

template <Sought kSought, AtomicsLayer A = StdAtomics, const FindOrders& Orders = kFindOrders,
          const FindProtocol& Protocol = kFindProtocol>
class SearchLimit {
 public:
  // Whether the piece that begins at `first` has become needless.
  [[nodiscard]] bool is_passed(std::size_t first) const { return first >= limit_.load(Orders.look); }

  // Something was found in the piece that begins at `first`.
  void found_in(std::size_t first) {
    const bool gives_up_all = kSought == Sought::any || !Protocol.give_up_only_behind;
    limit_.store(gives_up_all ? 0 : first + 1, Orders.announce);
  }

 private:
  typename A::template atomic<std::size_t> limit_{std::numeric_limits<std::size_t>::max(), "limit"};
};

namespace stage {
namespace detail {

template <Sought kSought, const FindOrders& Orders, const FindProtocol& Protocol, class Line, class Predicate>
auto found(Line& line, const Predicate& predicate) {
  using Parts = typename vigil::detail::PartsOf<std::remove_reference_t<decltype(line.place)>>::type;
  using Result = std::optional<ValueOf<decltype(line.elements)>>;
  SearchLimit<kSought, typename Parts::Layer, Orders, Protocol> limit;
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

// The first element that `predicate` holds of, wherever else it holds; nothing if it holds of none. Elements behind are
// perhaps looked at, until the pieces that they are in are given up.
template <const FindOrders& Orders = kFindOrders, const FindProtocol& Protocol = kFindProtocol, class Predicate>
[[nodiscard]] auto find_first(Predicate predicate) {
  return Stage{[predicate](auto line) { return detail::found<Sought::first, Orders, Protocol>(line, predicate); }};
}

// Any element that `predicate` holds of, by chance; nothing if it holds of none. Ends as soon as one is found.
template <const FindOrders& Orders = kFindOrders, const FindProtocol& Protocol = kFindProtocol, class Predicate>
[[nodiscard]] auto find_any(Predicate predicate) {
  return Stage{[predicate](auto line) { return detail::found<Sought::any, Orders, Protocol>(line, predicate); }};
}

// Whether `predicate` holds of any element, of all, of none; they end as find_any does.
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

}  // namespace stage
}  // namespace vigil
