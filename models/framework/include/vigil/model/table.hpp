#pragma once

#include <vigil/atomics/entries.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>

namespace vigil::models {

// A mutable table that a model's primitives refer to (an order table or a protocol table) and what a variant puts in
// it.
class TableBinding {
 public:
  template <class Table>
  static TableBinding of(Table& table) {
    static const Shape shape{
        typeid(Table),
        entries::primitive_of<Table>(),
        entries::grounds_of<Table>(),
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

  // The header that the table belongs to, "deque/chase_lev"; empty if the table is a model's own.
  [[nodiscard]] std::string_view primitive() const { return shape_->primitive; }
  // Of the entries, in their order; none if this is no such table.
  [[nodiscard]] const std::vector<Grounds>& entries() const { return shape_->entries; }
  // The place of the entry of that label among them, if there is one.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view label) const;
  [[nodiscard]] bool has_orders() const { return shape_->has_orders; }
  // Of an entry: its `std::memory_order`, or 0 or 1.
  [[nodiscard]] int shipped(std::size_t index) const { return shape_->value(shipped_.get(), index); }
  [[nodiscard]] int value(std::size_t index) const { return shape_->value(values_.get(), index); }
  void alter(std::size_t index, int value) { values_ = shape_->with_value(values_.get(), index, value); }
  // Whether `other` has the same entries. Another compilation of a table is another type.
  [[nodiscard]] bool has_labels_of(const TableBinding& other) const;
  // Gives the entries the values of those of a table with the same labels.
  void take_values_of(const TableBinding& other);
  // Whether every entry is what ships.
  [[nodiscard]] bool is_shipped() const;

 private:
  struct Shape {
    std::type_index type;
    std::string_view primitive;
    std::vector<Grounds> entries;
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
