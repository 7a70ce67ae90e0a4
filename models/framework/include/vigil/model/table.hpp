#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>

namespace vigil::models {

// The entries of an order table or of a protocol table, by label and as numbers: so that they can be walked by whoever
// does not know the table's type. Such a table is an aggregate of `Order<"label">` or of `Choice<"label">` alone.
namespace entries {

// Converts to any entry, and notes its label.
struct Any {
  std::vector<std::string_view>* labels;
  template <class Entry>
  requires requires { Entry::kLabel; }
  operator Entry() const {  // NOLINT(google-explicit-constructor): stands for an entry in an initialiser
    labels->push_back(Entry::kLabel);
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
template <class Table>
inline constexpr std::size_t kCount = kHasChoices<Table> || kHasOrders<Table> ? sizeof(Table) / sizeof(Value<Table>)
                                                                              : 0;

template <class Table>
std::vector<std::string_view> labels_of() {
  std::vector<std::string_view> labels;
  if constexpr (kCount<Table> != 0) [&]<std::size_t... I>(std::index_sequence<I...>) {
      [[maybe_unused]] const Table table{((void)I, Any{&labels})...};
    }
  (std::make_index_sequence<kCount<Table>>());
  return labels;
}

template <class Table>
using Values = std::array<Value<Table>, kCount<Table>>;

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

}  // namespace entries

// A mutable table that a model's primitives refer to (an order table or a protocol table) and what a variant puts in
// it.
class TableBinding {
 public:
  template <class Table>
  static TableBinding of(Table& table) {
    static const Shape shape{
        typeid(Table),
        entries::labels_of<Table>(),
        entries::kHasOrders<Table>,
        [](void* to, const void* from) { as<Table>(to) = as<Table>(from); },
        [](const void* from, std::size_t index) { return entries::value_at(as<Table>(from), index); },
        [](const void* from, std::size_t index, int value) -> std::shared_ptr<const void> {
          return std::make_shared<Table>(entries::with_value_at(as<Table>(from), index, value));
        }};
    return TableBinding(shape, &table, std::make_shared<Table>(table));
  }

  [[nodiscard]] std::type_index type() const { return shape_->type; }
  template <class Table>
  void replace(Table values) {
    values_ = std::make_shared<Table>(std::move(values));
  }
  void install() const { shape_->assign(table_, values_.get()); }
  void restore() const { shape_->assign(table_, shipped_.get()); }

  // Of the entries, in their order; none if this is no such table.
  [[nodiscard]] const std::vector<std::string_view>& labels() const { return shape_->labels; }
  [[nodiscard]] bool has_orders() const { return shape_->has_orders; }
  // Of an entry: its `std::memory_order`, or 0 or 1.
  [[nodiscard]] int shipped(std::size_t index) const { return shape_->value(shipped_.get(), index); }
  [[nodiscard]] int value(std::size_t index) const { return shape_->value(values_.get(), index); }
  // Gives the entries of this table the values of those of `other`, which has the same labels.
  void take_values_of(const TableBinding& other) {
    for (std::size_t i = 0; i != labels().size(); ++i) alter(i, other.value(i));
  }
  void alter(std::size_t index, int value) { values_ = shape_->with_value(values_.get(), index, value); }
  // Whether every entry is what ships.
  [[nodiscard]] bool is_shipped() const;

 private:
  struct Shape {
    std::type_index type;
    std::vector<std::string_view> labels;
    bool has_orders;
    void (*assign)(void* to, const void* from);
    int (*value)(const void* table, std::size_t index);
    std::shared_ptr<const void> (*with_value)(const void* table, std::size_t index, int value);
  };
  template <class Table, class Pointer>
  static auto& as(Pointer* table) {
    return *static_cast<std::conditional_t<std::is_const_v<Pointer>, const Table, Table>*>(table);
  }
  TableBinding(const Shape& shape, void* table, std::shared_ptr<const void> shipped)
      : shape_(&shape), table_(table), shipped_(shipped), values_(std::move(shipped)) {}

  const Shape* shape_;
  void* table_;
  std::shared_ptr<const void> shipped_;
  std::shared_ptr<const void> values_;
};

}  // namespace vigil::models
