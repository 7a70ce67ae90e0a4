#pragma once

#include <vigil/atomics/grounds.hpp>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// The entries of an order table or of a protocol table, for programs that do not know the table's type. Such a table
/// is an aggregate of Order members alone, or of Choice members alone.
namespace vigil::entries {

namespace detail {

// Converts to any entry, and notes its grounds.
struct Any {
  std::vector<Grounds>* grounds;
  template <class Entry>
  requires requires { Entry::kGrounds; }
  operator Entry() const {  // NOLINT(google-explicit-constructor): stands for an entry in an initialiser
    grounds->push_back(Entry::kGrounds);
    return Entry(decltype(Entry::value){});
  }
};

template <class Table, std::size_t... I>
constexpr bool has_entries(std::index_sequence<I...>) {
  return requires(Any any) { Table{((void)I, any)...}; };
}

}  // namespace detail

/// Whether the table is a protocol table, of choices.
template <class Table>
inline constexpr bool kHasChoices = detail::has_entries<Table>(std::make_index_sequence<sizeof(Table)>());
/// Whether the table is an order table.
template <class Table>
inline constexpr bool kHasOrders =
    !kHasChoices<Table> && sizeof(Table) % sizeof(std::memory_order) == 0 &&
    detail::has_entries<Table>(std::make_index_sequence<sizeof(Table) / sizeof(std::memory_order)>());
/// What an entry holds: `bool` or `std::memory_order`.
template <class Table>
using Value = std::conditional_t<kHasChoices<Table>, bool, std::memory_order>;
/// How many entries there are; 0 if `Table` is no such table.
template <class Table>
inline constexpr std::size_t kCount = kHasChoices<Table> || kHasOrders<Table> ? sizeof(Table) / sizeof(Value<Table>)
                                                                              : 0;

/// The header that the table belongs to, "deque/chase_lev": its `kPrimitive`. Empty if it has none.
template <class Table>
constexpr std::string_view primitive_of() {
  if constexpr (requires { Table::kPrimitive; })
    return Table::kPrimitive;
  else
    return {};
}

/// The grounds of all entries, in the order of their declaration.
///
/// \throws std::bad_alloc if the vector cannot grow.
template <class Table>
std::vector<Grounds> grounds_of() {
  std::vector<Grounds> grounds;
  if constexpr (kCount<Table> != 0) [&]<std::size_t... I>(std::index_sequence<I...>) {
      [[maybe_unused]] const Table table{((void)I, detail::Any{&grounds})...};
    }
  (std::make_index_sequence<kCount<Table>>());
  return grounds;
}

/// What all entries hold, in the order of their declaration.
template <class Table>
using Values = std::array<Value<Table>, kCount<Table>>;

/// The value of one entry: its `std::memory_order`, or 0 or 1. 0 if `Table` is no such table.
///
/// \snippet atomics/entries.cpp example
/// \pre `index` is below \ref kCount.
template <class Table>
int value_at(const Table& table, std::size_t index) {
  if constexpr (kCount<Table> == 0)
    return 0;
  else
    return static_cast<int>(std::bit_cast<Values<Table>>(table)[index]);
}

/// A copy of the table in which one entry has another value. A plain copy if `Table` is no such table.
///
/// \pre `index` is below \ref kCount. `value` is a `std::memory_order`, or 0 or 1.
template <class Table>
Table with_value_at(const Table& table, std::size_t index, int value) {
  if constexpr (kCount<Table> == 0) {
    return table;
  } else {
    auto values = std::bit_cast<Values<Table>>(table);
    values[index] = static_cast<Value<Table>>(value);
    return std::bit_cast<Table>(values);
  }
}

}  // namespace vigil::entries
