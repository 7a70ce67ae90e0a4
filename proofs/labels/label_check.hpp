#pragma once

#include <map>
#include <string>
#include <vector>

namespace vigil::proofs {

// The rules that keep order tables, their comments and the docs telling one story; docs/protocols and traces quote the
// labels, so a label that is wrong somewhere misleads everywhere. Each function returns one sentence per breach.
//
// A tree is given as text, by path relative to its root, so that each rule can be shown a tree that breaks it.
using Tree = std::map<std::string, std::string>;
using Problems = std::vector<std::string>;

// `core/**/*.hpp` and `docs/protocols/*.md` below `root`.
Tree read_tree(const std::string& root);

// Each entry of a table has a comment that opens with its label and a reason: a partner, or that it has none.
Problems entries_without_a_reason(const Tree& tree);

// A label names one entry in the whole of core.
Problems labels_used_twice(const Tree& tree);

// Every label that a comment speaks of exists, and a partner speaks of its partner.
Problems partners_that_do_not_answer(const Tree& tree);

// Every label has its place in docs/protocols.
Problems labels_that_the_docs_lack(const Tree& tree);

// No memory order is spelled outside a table, except in the layers themselves.
Problems orders_outside_tables(const Tree& tree);

// Core includes itself and the standard library; one header, for threads that are POSIX's, says so in its name.
Problems foreign_includes(const Tree& tree);

}  // namespace vigil::proofs
