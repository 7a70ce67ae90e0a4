#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vigil::checker {

// A set of events, as a standard library's bitset that can also visit its members.
class Row {
 public:
  static constexpr unsigned kMost = 512;

  void set(std::size_t event) { words_[event / kBits] |= bit(event); }
  [[nodiscard]] bool test(std::size_t event) const { return (words_[event / kBits] & bit(event)) != 0; }
  Row& operator|=(const Row& other) {
    for (std::size_t i = 0; i != words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  Row& operator&=(const Row& other) {
    for (std::size_t i = 0; i != words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  friend Row operator&(Row one, const Row& other) { return one &= other; }
  friend Row operator~(Row row) {
    for (std::uint64_t& word : row.words_) word = ~word;
    return row;
  }
  friend bool operator==(const Row&, const Row&) = default;
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i != words_.size(); ++i)
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
        visit(i * kBits + static_cast<unsigned>(std::countr_zero(rest)));
  }

 private:
  static constexpr std::size_t kBits = 64;
  static constexpr std::uint64_t bit(std::size_t event) { return std::uint64_t{1} << (event % kBits); }

  std::array<std::uint64_t, kMost / kBits> words_{};
};

// A relation over at most Row::kMost events.
class Relation {
 public:
  explicit Relation(unsigned size) : rows_(size) {}

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(rows_.size()); }
  friend bool operator==(const Relation&, const Relation&) = default;
  void add(unsigned from, unsigned to) { rows_[from].set(to); }
  [[nodiscard]] bool has(unsigned from, unsigned to) const { return rows_[from].test(to); }
  [[nodiscard]] Row& operator[](unsigned from) { return rows_[from]; }
  [[nodiscard]] const Row& operator[](unsigned from) const { return rows_[from]; }
  Relation& operator|=(const Relation& other) {
    for (std::size_t i = 0; i != rows_.size(); ++i) rows_[i] |= other.rows_[i];
    return *this;
  }
  [[nodiscard]] Relation then(const Relation& next) const {
    Relation result(size());
    for (std::size_t i = 0; i != rows_.size(); ++i)
      rows_[i].for_each([&](std::size_t j) { result.rows_[i] |= next.rows_[j]; });
    return result;
  }
  [[nodiscard]] Relation or_nothing() const {
    Relation result = *this;
    for (unsigned i = 0; i != rows_.size(); ++i) result.add(i, i);
    return result;
  }
  void keep(const Row& sources, const Row& targets) {
    for (std::size_t i = 0; i != rows_.size(); ++i) rows_[i] = sources.test(i) ? rows_[i] & targets : Row();
  }
  [[nodiscard]] bool has_cycle() const {
    std::vector<Row> closed = rows_;
    for (std::size_t k = 0; k != closed.size(); ++k)
      for (auto& row : closed)
        if (row.test(k)) row |= closed[k];
    for (std::size_t i = 0; i != closed.size(); ++i)
      if (closed[i].test(i)) return true;
    return false;
  }

 private:
  std::vector<Row> rows_;
};

}  // namespace vigil::checker
