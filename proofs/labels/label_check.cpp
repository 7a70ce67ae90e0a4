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
constexpr std::string_view kOrderPages = "docs/orders/";
constexpr std::string_view kTables = "_tables.hpp";

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
std::vector<std::string_view> texts_given(const Grounds& grounds) {
  std::vector<std::string_view> texts;
  for (const auto text :
       {grounds.reason, grounds.performance_only, grounds.uniformity, grounds.beyond_the_models, grounds.equivalent})
    if (!text.empty()) texts.push_back(text);
  return texts;
}

// "As [flag.set]." and nothing more: the label that it names.
std::string named_instead_of_a_reason(const Grounds& grounds) {
  static const std::regex kAs(R"(As \[([a-z0-9_.]+)\]\.)");
  const auto texts = texts_given(grounds);
  std::smatch found;
  const std::string text(texts.empty() ? "" : texts.front());
  return texts.size() == 1 && std::regex_match(text, found, kAs) ? found[1].str() : "";
}

// Begins as a sentence does, ends as one, and has some words, or names the entry whose reason it shares.
bool is_sentence(const std::string& text) {
  static const std::regex kSentence(R"((?:[A-Z`]\S*|\[[a-z0-9_.]+\])(?: \S+){2,}\.)");
  static const std::regex kAs(R"(As \[[a-z0-9_.]+\](?:,[^.]+)?\.)");
  return std::regex_match(text, kSentence) || std::regex_match(text, kAs);
}

int kind_of(const Grounds& grounds) {
  return grounds.partner_count != 0 ? 0 : !grounds.performance_only.empty() ? 1 : !grounds.uniformity.empty() ? 2 : 3;
}

Entries::const_iterator find(const Entries& entries, std::string_view label) {
  return std::find_if(entries.begin(), entries.end(), [&](const Grounds& entry) { return entry.label == label; });
}

// Every label in the texts of an entry.
std::set<std::string> labels_of(const Grounds& grounds) {
  std::set<std::string> labels;
  for (const auto text : texts_given(grounds)) labels.merge(labels_in(std::string(text)));
  return labels;
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

}  // namespace

Tree read_tree(const std::string& root) {
  namespace fs = std::filesystem;
  Tree tree;
  for (const char* const part : {"core", "docs/protocols", "docs/orders"}) {
    if (!fs::exists(fs::path(root) / part)) continue;
    for (const auto& file : fs::recursive_directory_iterator(fs::path(root) / part)) {
      if (!file.is_regular_file()) continue;
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

Problems grounds_of_another_order(const Entries& entries, const std::vector<std::memory_order>& shipped) {
  Problems problems;
  for (std::size_t i = 0; i != entries.size(); ++i) {
    const bool is_relaxed = shipped.at(i) == std::memory_order_relaxed;
    if (is_relaxed == entries[i].performance_only.empty())
      problems.push_back(
          bracketed(entries[i].label) +
          (is_relaxed ? " is relaxed, and its grounds are not" : " is not relaxed, and its grounds are") +
          " PerformanceOnly");
  }
  return problems;
}

Problems reasons_that_say_nothing(const Entries& entries) {
  Problems problems;
  for (const Grounds& entry : entries)
    for (const auto text : texts_given(entry))
      if (!is_sentence(std::string(text)))
        problems.push_back(bracketed(entry.label) + " has no sentence for its reason: " + std::string(text));
  for (const Grounds& entry : entries) {
    const auto other = find(entries, named_instead_of_a_reason(entry));
    if (other == entries.end()) continue;
    if (!named_instead_of_a_reason(*other).empty())
      problems.push_back(bracketed(entry.label) + " refers to " + bracketed(other->label) +
                         ", which refers to another");
    else if (kind_of(*other) != kind_of(entry))
      problems.push_back(bracketed(entry.label) + " refers to " + bracketed(other->label) +
                         ", which has other grounds");
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
  Problems problems;
  for (const Grounds& entry : entries) {
    for (const std::string& label : labels_of(entry))
      if (find(entries, label) == entries.end())
        problems.push_back(bracketed(entry.label) + " mentions " + bracketed(label) + ", which no table has");
    for (std::size_t i = 0; i != entry.partner_count; ++i) {
      const auto answer = find(entries, entry.partners[i]);
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

Problems entries_in_no_list(const Entries& entries, const Tree& tree) {
  static const std::regex kEntry(R"re(\b(?:Order|Choice)<\s*"([^"]*)")re");
  std::set<std::string> listed;
  for (const Grounds& entry : entries) listed.emplace(entry.label);
  Problems problems;
  for (const auto& [path, text] : tree) {
    if (!is_core(path)) continue;
    const std::string code = code_of(text);
    for (std::sregex_iterator found(code.begin(), code.end(), kEntry), end; found != end; ++found) {
      if (!path.ends_with(kTables))
        problems.push_back(path + ": [" + (*found)[1].str() + "] stands outside of an order table");
      else if (!listed.contains((*found)[1]))
        problems.push_back(path + ": [" + (*found)[1].str() + "] is in no list of tables");
    }
  }
  return problems;
}

Problems primitives_that_no_page_judges(const std::set<std::string>& primitives, const Tree& tree) {
  Problems problems;
  for (const auto& primitive : primitives) {
    const auto marker = "<!-- printed by: vigil orders " + primitive + " --format markdown -->\n";
    const bool is_judged = std::any_of(tree.begin(), tree.end(), [&](const auto& file) {
      return file.first.starts_with(kOrderPages) && file.second.find(marker) != std::string::npos;
    });
    if (!is_judged)
      problems.push_back(std::string(kOrderPages) + " does not print what `vigil orders " + primitive + "` finds");
  }
  return problems;
}

}  // namespace vigil::proofs
