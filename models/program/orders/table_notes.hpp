#pragma once

#include <map>
#include <string>
#include <vector>

namespace vigil::program {

// What a header of core says of an entry of a table, in the comment above it.
struct Note {
  std::string label;
  std::string comment;  // without the label that it opens with
};

// An order table or a protocol table.
struct NotedTable {
  std::string name;  // "ChaseLevOrders"
  std::vector<Note> orders, choices;
};

// The tables of each primitive, which is called as its header is: "deque/chase_lev".
using TableNotes = std::map<std::string, std::vector<NotedTable>>;

// Reads core's headers. Throws std::runtime_error if there are none.
[[nodiscard]] TableNotes read_table_notes(const std::string& source_directory);

}  // namespace vigil::program
