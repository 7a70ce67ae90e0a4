#pragma once

#include <vigil/atomics/grounds.hpp>

#include <atomic>
#include <map>
#include <set>
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

// Every file below `core`, `docs/protocols` and `docs/orders`.
Tree read_tree(const std::string& root);

// Each order has exactly one of: partners with a reason, `PerformanceOnly`, `Uniformity`.
Problems entries_without_a_reason(const Entries& orders);

// An order is relaxed if and only if its grounds are PerformanceOnly: these claim that nothing is weaker, which the
// models back by holding with it. Other grounds are backed by `vigil orders`, which tries what is weaker.
Problems grounds_of_another_order(const Entries& orders, const std::vector<std::memory_order>& shipped);

// Each text is a sentence of some words, or names the entry whose reason it shares. This one has a reason of its own
// and the same kind of grounds.
Problems reasons_that_say_nothing(const Entries& entries);

// `vigil orders` judges the grounds of each primitive, and `docs/orders` prints what it finds, so that a difference
// fails.
Problems primitives_that_no_page_judges(const std::set<std::string>& primitives, const Tree& tree);

// A label names one entry in the whole of core.
Problems labels_used_twice(const Entries& entries);

// Every label in a text exists, and partners name each other.
Problems partners_that_do_not_answer(const Entries& orders);

// Every label is mentioned in docs/protocols.
Problems labels_that_the_docs_lack(const Entries& orders, const Tree& tree);

// A choice has the name of its member.
Problems choices_called_otherwise(const Tree& tree);

// Entries stand in order tables, and the list has all of them.
Problems entries_in_no_list(const Entries& entries, const Tree& tree);

}  // namespace vigil::proofs
