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

struct Entry {
  std::string path;
  std::string label;
  std::string comment;
};

constexpr std::string_view kDocs = "docs/protocols/";
constexpr std::string_view kLayers = "core/include/vigil/atomics/";

std::string trimmed(const std::string& line) {
  const auto first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first);
}

bool is_comment(const std::string& line) { return line.starts_with("//"); }

bool is_core(const std::string& path) { return path.starts_with("core/"); }

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
  return lines;
}

// The entries of all tables, each with the comment lines right above it as one line of text.
std::vector<Entry> entries_of(const Tree& tree) {
  static const std::regex kEntry(R"re(^Order<"([^"]*)">\s)re");
  std::vector<Entry> entries;
  for (const auto& [path, text] : tree) {
    if (!is_core(path)) continue;
    std::string comment;
    for (const std::string& line : lines_of(text)) {
      std::smatch found;
      if (is_comment(line)) {
        comment.append(comment.empty() ? "" : " ").append(trimmed(line.substr(2)));
        continue;
      }
      if (std::regex_search(line, found, kEntry)) entries.push_back({path, found[1], comment});
      comment.clear();
    }
  }
  return entries;
}

std::set<std::string> labels_in(const std::string& text) {
  static const std::regex kLabel(R"(\[([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)\])");
  std::set<std::string> labels;
  for (std::sregex_iterator found(text.begin(), text.end(), kLabel), end; found != end; ++found) {
    labels.insert((*found)[1]);
  }
  return labels;
}

// The labels of "pairs with [a], [b] and [c]".
std::set<std::string> partners_in(const std::string& comment) {
  static const std::regex kPairs(R"(pairs with (\[[^\]]*\](?:(?:,| and|, and) \[[^\]]*\])*))");
  std::set<std::string> partners;
  for (std::sregex_iterator found(comment.begin(), comment.end(), kPairs), end; found != end; ++found) {
    partners.merge(labels_in((*found)[1]));
  }
  return partners;
}

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

Problems entries_without_a_reason(const Tree& tree) {
  Problems problems;
  for (const Entry& entry : entries_of(tree)) {
    const std::string opening = "[" + entry.label + "] ";
    if (!entry.comment.starts_with(opening)) {
      problems.push_back(entry.path + ": the comment of [" + entry.label + "] does not open with its label");
      continue;
    }
    const std::string reason = entry.comment.substr(opening.size());
    const bool has_partner = reason.starts_with("pairs with [") && !partners_in(reason).empty();
    const bool has_none = reason.starts_with("uniformity: ") || reason.starts_with("performance only: ");
    if (!has_partner && !has_none) {
      problems.push_back(entry.path + ": [" + entry.label +
                         "] says none of \"pairs with [...]\", \"uniformity: ...\", \"performance only: ...\"");
    }
  }
  return problems;
}

Problems labels_used_twice(const Tree& tree) {
  Problems problems;
  std::map<std::string, std::string> path_of;
  for (const Entry& entry : entries_of(tree)) {
    const auto [first, is_new] = path_of.emplace(entry.label, entry.path);
    if (!is_new) problems.push_back("[" + entry.label + "] is in " + first->second + " and again in " + entry.path);
  }
  return problems;
}

Problems partners_that_do_not_answer(const Tree& tree) {
  const std::vector<Entry> entries = entries_of(tree);
  const auto find = [&](const std::string& label) {
    return std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.label == label; });
  };
  Problems problems;
  for (const Entry& entry : entries) {
    for (const std::string& label : labels_in(entry.comment)) {
      if (find(label) == entries.end()) {
        problems.push_back(entry.path + ": [" + entry.label + "] speaks of [" + label + "], which no table has");
      }
    }
    for (const std::string& partner : partners_in(entry.comment)) {
      const auto answer = find(partner);
      if (answer == entries.end() || labels_in(answer->comment).contains(entry.label)) continue;
      problems.push_back(entry.path + ": [" + entry.label + "] pairs with [" + partner + "], whose comment in " +
                         answer->path + " does not mention it");
    }
  }
  return problems;
}

Problems labels_that_the_docs_lack(const Tree& tree) {
  std::set<std::string> documented;
  for (const auto& [path, text] : tree) {
    if (path.starts_with(kDocs)) documented.merge(labels_in(text));
  }
  Problems problems;
  for (const Entry& entry : entries_of(tree)) {
    if (!documented.contains(entry.label)) {
      problems.push_back(std::string(kDocs) + " does not mention [" + entry.label + "] of " + entry.path);
    }
  }
  return problems;
}

Problems orders_outside_tables(const Tree& tree) {
  static const std::regex kTableEntry(R"re(Order<"[^"]*">\s+\w+\s*=\s*std::memory_order_\w+\s*;)re");
  static const std::regex kOrder(R"(memory_order(_|::)\w+)");
  Problems problems;
  for (const auto& [path, text] : tree) {
    if (!is_core(path) || path.starts_with(kLayers)) continue;
    const std::string code = std::regex_replace(code_of(text), kTableEntry, "");
    for (std::sregex_iterator found(code.begin(), code.end(), kOrder), end; found != end; ++found) {
      problems.push_back(path + ": " + found->str() + " is spelled outside an order table");
    }
  }
  return problems;
}

// What the standard library has nothing for: threads with stacks of a chosen size, started without an allocation.
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
