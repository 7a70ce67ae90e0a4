#include "labels/label_check.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>

namespace vigil::proofs {
namespace {

constexpr std::string_view kDocs = "docs/protocols/";
constexpr std::string_view kLayers = "core/include/vigil/atomics/";

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first);
}

bool is_core(const std::string& path) { return path.starts_with("core/"); }

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
  return lines;
}

std::set<std::string> labels_in(const std::string& text) {
  static const std::regex kLabel(R"(\[([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)\])");
  std::set<std::string> labels;
  for (std::sregex_iterator found(text.begin(), text.end(), kLabel), end; found != end; ++found) {
    labels.insert((*found)[1]);
  }
  return labels;
}

// All texts in the grounds of an entry.
std::string texts_of(const Grounds& grounds) {
  std::string text;
  for (const auto part : {grounds.reason, grounds.performance_only, grounds.uniformity, grounds.beyond_the_models})
    text.append(part).append(" ");
  return text;
}

bool has_partner(const Grounds& entry, std::string_view label) {
  return std::find(entry.partners, entry.partners + entry.partner_count, label) != entry.partners + entry.partner_count;
}

std::string bracketed(std::string_view label) { return "[" + std::string(label) + "]"; }

std::string code_of(const std::string& text) {
  std::string code;
  for (const std::string& line : lines_of(text)) code.append(line.substr(0, line.find("//"))).append("\n");
  return code;
}

const std::set<std::string>& standard_headers() {
  static const std::set<std::string> kHeaders{"algorithm",
                                              "any",
                                              "array",
                                              "atomic",
                                              "barrier",
                                              "bit",
                                              "bitset",
                                              "cassert",
                                              "cerrno",
                                              "charconv",
                                              "chrono",
                                              "climits",
                                              "cmath",
                                              "compare",
                                              "complex",
                                              "concepts",
                                              "coroutine",
                                              "condition_variable",
                                              "cstddef",
                                              "cstdint",
                                              "cstdio",
                                              "cstdlib",
                                              "cstring",
                                              "ctime",
                                              "deque",
                                              "exception",
                                              "execution",
                                              "expected",
                                              "filesystem",
                                              "forward_list",
                                              "functional",
                                              "future",
                                              "initializer_list",
                                              "iosfwd",
                                              "istream",
                                              "iterator",
                                              "latch",
                                              "limits",
                                              "list",
                                              "map",
                                              "memory",
                                              "memory_resource",
                                              "mutex",
                                              "new",
                                              "numbers",
                                              "numeric",
                                              "optional",
                                              "ostream",
                                              "queue",
                                              "random",
                                              "ranges",
                                              "ratio",
                                              "semaphore",
                                              "set",
                                              "shared_mutex",
                                              "source_location",
                                              "span",
                                              "sstream",
                                              "stack",
                                              "stdexcept",
                                              "stop_token",
                                              "string",
                                              "string_view",
                                              "system_error",
                                              "thread",
                                              "tuple",
                                              "type_traits",
                                              "typeindex",
                                              "typeinfo",
                                              "unordered_map",
                                              "unordered_set",
                                              "utility",
                                              "variant",
                                              "vector",
                                              "version"};
  return kHeaders;
}

}  // namespace

Tree read_tree(const std::string& root) {
  namespace fs = std::filesystem;
  Tree tree;
  for (const char* const part : {"core", "docs/protocols"}) {
    if (!fs::exists(fs::path(root) / part)) continue;
    for (const auto& file : fs::recursive_directory_iterator(fs::path(root) / part)) {
      if (file.path().extension() != ".hpp" && file.path().extension() != ".md") continue;
      std::ifstream stream(file.path());
      tree[fs::relative(file.path(), root).generic_string()] = {std::istreambuf_iterator<char>(stream), {}};
    }
  }
  return tree;
}

Problems entries_without_a_reason(const Entries& entries) {
  Problems problems;
  for (const Grounds& entry : entries) {
    const bool has_partners = entry.partner_count != 0;
    if (has_partners == entry.reason.empty())
      problems.push_back(bracketed(entry.label) + " has PairsWith without Because, or Because without PairsWith");
    const int kinds = (has_partners ? 1 : 0) + (entry.performance_only.empty() ? 0 : 1) +
                      (!has_partners && !entry.uniformity.empty() ? 1 : 0);
    if (kinds != 1)
      problems.push_back(bracketed(entry.label) + " needs exactly one of PairsWith, PerformanceOnly, Uniformity");
  }
  return problems;
}

Problems labels_used_twice(const Entries& entries) {
  Problems problems;
  std::set<std::string_view> labels;
  for (const Grounds& entry : entries)
    if (!labels.insert(entry.label).second) problems.push_back(bracketed(entry.label) + " names two entries");
  return problems;
}

Problems partners_that_do_not_answer(const Entries& entries) {
  const auto find = [&](std::string_view label) {
    return std::find_if(entries.begin(), entries.end(), [&](const Grounds& entry) { return entry.label == label; });
  };
  Problems problems;
  for (const Grounds& entry : entries) {
    for (const std::string& label : labels_in(texts_of(entry)))
      if (find(label) == entries.end())
        problems.push_back(bracketed(entry.label) + " mentions " + bracketed(label) + ", which no table has");
    for (std::size_t i = 0; i != entry.partner_count; ++i) {
      const auto answer = find(entry.partners[i]);
      if (answer == entries.end())
        problems.push_back(bracketed(entry.label) + " pairs with " + bracketed(entry.partners[i]) +
                           ", which no table has");
      else if (!has_partner(*answer, entry.label))
        problems.push_back(bracketed(entry.label) + " pairs with " + bracketed(answer->label) +
                           ", which does not pair with it");
    }
  }
  return problems;
}

Problems labels_that_the_docs_lack(const Entries& entries, const Tree& tree) {
  std::set<std::string> documented;
  for (const auto& [path, text] : tree) {
    if (path.starts_with(kDocs)) documented.merge(labels_in(text));
  }
  Problems problems;
  for (const Grounds& entry : entries)
    if (!documented.contains(std::string(entry.label)))
      problems.push_back(std::string(kDocs) + " does not mention " + bracketed(entry.label));
  return problems;
}

Problems choices_called_otherwise(const Tree& tree) {
  static const std::regex kChoice(R"re(Choice<\s*"([^"]*)"[^;]*>\s*(\w+)\s*=\s*(?:true|false);)re");
  Problems problems;
  for (const auto& [path, text] : tree) {
    if (!is_core(path)) continue;
    const std::string code = code_of(text);
    for (std::sregex_iterator found(code.begin(), code.end(), kChoice), end; found != end; ++found)
      if ((*found)[1] != (*found)[2])
        problems.push_back(path + ": the choice " + (*found)[2].str() + " is labelled " + (*found)[1].str());
  }
  return problems;
}

std::size_t tables_in(const Tree& tree) {
  static const std::regex kTable(R"(\nstruct \w+(?:Orders|Protocol) \{)");
  std::size_t count = 0;
  for (const auto& [path, text] : tree)
    if (is_core(path))
      count += static_cast<std::size_t>(
          std::distance(std::sregex_iterator(text.begin(), text.end(), kTable), std::sregex_iterator()));
  return count;
}

Problems orders_outside_tables(const Tree& tree) {
  static const std::regex kOrder(R"(memory_order(_|::)\w+)");
  Problems problems;
  for (const auto& [path, text] : tree) {
    if (!is_core(path) || path.starts_with(kLayers) || path.ends_with("_tables.hpp")) continue;
    const std::string code = code_of(text);
    for (std::sregex_iterator found(code.begin(), code.end(), kOrder), end; found != end; ++found) {
      problems.push_back(path + ": " + found->str() + " is spelled outside an order table");
    }
  }
  return problems;
}

// The standard library has no threads with a chosen stack size that start without an allocation.
bool is_of_the_system(const std::string& path, const std::string& header) {
  return path == "core/include/vigil/lean/posix_thread.hpp" && header == "pthread.h";
}

Problems foreign_includes(const Tree& tree) {
  static const std::regex kInclude(R"re(^#\s*include\s*([<"])([^>"]*)[>"])re");
  Problems problems;
  for (const auto& [path, text] : tree) {
    if (!is_core(path)) continue;
    for (const std::string& line : lines_of(text)) {
      std::smatch found;
      if (!std::regex_search(line, found, kInclude)) continue;
      const std::string header = found[2];
      const bool is_own = tree.contains(std::string("core/include/").append(header));
      const bool is_allowed = is_own || standard_headers().contains(header) || is_of_the_system(path, header);
      if (found[1] == "<" && is_allowed) continue;
      problems.push_back(path + ": " + line + " is neither a header of core nor of the standard library");
    }
  }
  return problems;
}

}  // namespace vigil::proofs
