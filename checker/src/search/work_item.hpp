#pragma once

#include "explorer.hpp"
#include "item_bytes.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vigil::checker {

// A part of a search: a graph, and branches that begin from it, in the order in which they were left. It is the same in
// every process that has the program at the same addresses.
struct WorkItem {
  Graph graph{1};
  std::vector<Explorer::Branch> branches;

  void pack(WorkItemWriter& item) const { pack(item, graph, branches); }
  static void pack(WorkItemWriter& item, const Graph& graph, std::span<const Explorer::Branch> branches);
  // Throws DamagedItem if what is read is no part of a search.
  void unpack(WorkItemReader& item);
};

// What processes on one machine hand to each other.
[[nodiscard]] std::string pack(const Graph& graph, const Explorer::Branch& branch);
void unpack(const std::string& bytes, WorkItem& item);
[[nodiscard]] std::string pack(const Result& result);
[[nodiscard]] Result unpack_result(std::string_view bytes);

}  // namespace vigil::checker
