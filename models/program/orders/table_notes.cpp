#include "table_notes.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

namespace vigil::program {
namespace {

namespace fs = std::filesystem;

std::string without_margin(const std::string& line) {
  const auto first = line.find_first_not_of(" \t");
  return first == std::string::npos ? std::string() : line.substr(first);
}

// The label that an order's comment opens with says nothing more.
std::string without_label(const std::string& comment, const std::string& label) {
  const auto opening = "[" + label + "] ";
  return comment.starts_with(opening) ? comment.substr(opening.size()) : comment;
}

std::vector<NotedTable> tables_in(std::istream& header) {
  static const std::regex kTable(R"(^struct (\w+(?:Orders|Protocol)) \{)");
  static const std::regex kEntry(R"re(^(Order|Choice)<"([^"]*)"> )re");
  std::vector<NotedTable> tables;
  std::string comment;
  std::smatch found;
  for (std::string raw; std::getline(header, raw);) {
    const auto line = without_margin(raw);
    if (std::regex_search(line, found, kTable)) tables.push_back({found[1], {}, {}});
    if (line.starts_with("// ")) {
      comment += (comment.empty() ? "" : " ") + line.substr(3);
      continue;
    }
    if (!tables.empty() && std::regex_search(line, found, kEntry))
      (found[1] == "Order" ? tables.back().orders : tables.back().choices)
          .push_back({found[2], without_label(comment, found[2])});
    comment.clear();
  }
  return tables;
}

}  // namespace

TableNotes read_table_notes(const std::string& source_directory) {
  const auto root = fs::path(source_directory) / "core" / "include" / "vigil";
  if (!fs::is_directory(root))
    throw std::runtime_error("the reasons for orders stand in " + root.string() + ", which is not there");
  TableNotes notes;
  for (const auto& file : fs::recursive_directory_iterator(root)) {
    if (file.path().extension() != ".hpp") continue;
    std::ifstream header(file.path());
    auto tables = tables_in(header);
    if (!tables.empty())
      notes[fs::relative(file.path(), root).replace_extension().generic_string()] = std::move(tables);
  }
  return notes;
}

}  // namespace vigil::program
