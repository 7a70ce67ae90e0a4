#pragma once

#include <vigil/atomics/grounds.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace vigil::proofs {

// The rules that keep order tables and docs consistent. Pages and traces quote labels, so a wrong label misleads
// readers.
// Each function returns one sentence for each broken rule.
//
// The source tree is passed as text, by path relative to its root, and entries as values. So a test can break each
// rule.
using Tree = std::map<std::string, std::string>;
using Entries = std::vector<Grounds>;
using Problems = std::vector<std::string>;

// `core/**/*.hpp` and `docs/protocols/**/*.md` below `root`.
Tree read_tree(const std::string& root);

// Each order has exactly one of: partners with a reason, `PerformanceOnly`, `Uniformity`.
Problems entries_without_a_reason(const Entries& orders);

// A label names one entry in the whole of core.
Problems labels_used_twice(const Entries& entries);

// Every label in a text exists, and partners name each other.
Problems partners_that_do_not_answer(const Entries& orders);

// Every label is mentioned in docs/protocols.
Problems labels_that_the_docs_lack(const Entries& orders, const Tree& tree);

// A choice has the name of its member.
Problems choices_called_otherwise(const Tree& tree);

// How many order tables and protocol tables core declares.
std::size_t tables_in(const Tree& tree);

// No memory order is spelled outside of `*_tables.hpp` and the layers.
Problems orders_outside_tables(const Tree& tree);

// Core includes itself and the standard library. One header, for POSIX threads, says so in its name.
Problems foreign_includes(const Tree& tree);

}  // namespace vigil::proofs
