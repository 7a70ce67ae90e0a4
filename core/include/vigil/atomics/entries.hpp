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

namespace vigil::entries {

// The entries of an order table or of a protocol table, for programs that do not know the table's type. Such a table is
// an aggregate of `Order<...>` alone, or of `Choice<...>` alone.

/// Converts to any entry, and notes its grounds.
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
template <class Table>
inline constexpr bool kHasChoices = has_entries<Table>(std::make_index_sequence<sizeof(Table)>());
template <class Table>
inline constexpr bool kHasOrders =
    !kHasChoices<Table> && sizeof(Table) % sizeof(std::memory_order) == 0 &&
    has_entries<Table>(std::make_index_sequence<sizeof(Table) / sizeof(std::memory_order)>());
template <class Table>
using Value = std::conditional_t<kHasChoices<Table>, bool, std::memory_order>;
/// How many entries there are; 0 if `Table` is no such table.
template <class Table>
inline constexpr std::size_t kCount = kHasChoices<Table> || kHasOrders<Table> ? sizeof(Table) / sizeof(Value<Table>)
                                                                              : 0;

/// The header that the table belongs to, "deque/chase_lev"; empty if the table does not say.
template <class Table>
constexpr std::string_view primitive_of() {
  if constexpr (requires { Table::kPrimitive; })
    return Table::kPrimitive;
  else
    return {};
}

/// The grounds of all entries, in the order of their declaration.
template <class Table>
std::vector<Grounds> grounds_of() {
  std::vector<Grounds> grounds;
  if constexpr (kCount<Table> != 0) [&]<std::size_t... I>(std::index_sequence<I...>) {
      [[maybe_unused]] const Table table{((void)I, Any{&grounds})...};
    }
  (std::make_index_sequence<kCount<Table>>());
  return grounds;
}

template <class Table>
using Values = std::array<Value<Table>, kCount<Table>>;

/// The value of one entry: its `std::memory_order`, or 0 or 1.
template <class Table>
int value_at(const Table& table, std::size_t index) {
  if constexpr (kCount<Table> == 0)
    return 0;
  else
    return static_cast<int>(std::bit_cast<Values<Table>>(table)[index]);
}

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
