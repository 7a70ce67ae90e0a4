#include "tree.hpp"

#include "namespaces.hpp"
#include "schemata.hpp"
#include "tokens.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace vigil::mutation {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Mistake(file.string() + ": cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A file of the project, and where its copy goes.
struct Source {
  std::string path;  // "core/include/vigil/deque/chase_lev.hpp"
  std::string copy;  // "include/vigil/deque/chase_lev.hpp"
  std::string text;
  bool is_mutated = false;  // and no longer one thing with the original
};

class Tree {
 public:
  Tree(const fs::path& source, const std::string& origin) : root_(source), origin_(origin) {}

  Copies copies() {
    read_specifications();
    for (const auto* folder : {"core/include", "testing/include", "models/framework/include"}) read_headers(folder);
    read_models();
    find_includers();
    expect_headers();
    auto copies = copy_all();
    copies["mutants.cpp"] = switches();
    return copies;
  }

 private:
  // Says of every header what is wrong with its mutants.
  [[nodiscard]] Copies copy_all() const {
    Copies copies;
    std::string mistakes;
    for (const auto& source : sources_) {
      try {
        copies[source.copy] = copy_of(source);
      } catch (const Mistake& mistake) {
        mistakes += (mistakes.empty() ? "" : "\n") + std::string(mistake.what());
      }
    }
    if (!mistakes.empty()) throw Mistake(mistakes);
    return copies;
  }

  // Files below the folder, by their paths in the project.
  [[nodiscard]] std::vector<std::string> files_in(const std::string& folder, std::string_view extension) const {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(root_ / folder))
      if (entry.path().extension() == extension)
        files.push_back(entry.path().lexically_relative(root_).generic_string());
    std::sort(files.begin(), files.end());
    return files;
  }

  void read_specifications() {
    std::map<std::string, std::string> known;
    for (const auto& file : files_in("models", ".mutants")) {
      auto [models, mutants] = read_specification(contents(root_ / file), file);
      models_.insert(models.begin(), models.end());
      for (auto& mutant : mutants) {
        const auto [other, is_new] = known.emplace(mutant.name, mutant.where);
        if (!is_new) refuse(mutant, other->second + " has one of the same name");
        mutants_[mutant.header].push_back(std::move(mutant));
      }
    }
  }

  void add(const std::string& path, const std::string& copy, bool is_mutated) {
    sources_.push_back({path, copy, contents(root_ / path), is_mutated});
  }

  void read_headers(const std::string& folder) {
    for (const auto& file : files_in(folder, ".hpp"))
      add(file, "include" + file.substr(folder.size()),
          file.starts_with("core/") && !file.starts_with("core/include/vigil/atomics/"));
  }

  void read_models() {
    for (const auto& file : files_in("models", ".hpp"))
      if (std::count(file.begin(), file.end(), '/') == 2) add(file, file, true);
    std::set<std::string> killers;
    for (const auto& model : models_) {
      if (!fs::exists(root_ / "models" / model))
        throw Mistake("models/" + model + ": a specification names it, and it is not there");
      add("models/" + model, "models/" + model, true);
      const auto& text = sources_.back().text;
      for (const auto& [header, mutants] : mutants_)
        for (const auto& mutant : mutants)
          if (text.find('"' + mutant.killer + '"') != std::string::npos) killers.insert(mutant.killer);
    }
    for (const auto& [header, mutants] : mutants_)
      for (const auto& mutant : mutants)
        if (!mutant.killer.empty() && !killers.contains(mutant.killer))
          refuse(mutant, "no source in a line \"models:\" has the model \"" + mutant.killer + "\" that kills it");
  }

  // A header is mutated if it includes one that is.
  void find_includers() {
    for (bool found = true; found;) {
      found = false;
      for (auto& source : sources_) {
        if (source.is_mutated || !includes_a_mutated_one(source)) continue;
        source.is_mutated = found = true;
      }
    }
  }
  [[nodiscard]] bool includes_a_mutated_one(const Source& includer) const {
    return std::any_of(sources_.begin(), sources_.end(), [&](const Source& source) {
      return source.is_mutated && includer.text.find("#include <" + name_of(source) + ">") != std::string::npos;
    });
  }

  void expect_headers() const {
    for (const auto& [header, mutants] : mutants_)
      if (find(header) == nullptr || !find(header)->is_mutated)
        refuse(mutants.front(),
               "core has no header " + header + " outside vigil/atomics/; name another one, or remove its mutants");
  }

  // As it is included: "vigil/deque/chase_lev.hpp".
  [[nodiscard]] static std::string name_of(const Source& source) {
    return source.copy.substr(source.copy.find('/') + 1);
  }
  [[nodiscard]] const Source* find(const std::string& header) const {
    const auto found = std::find_if(sources_.begin(), sources_.end(),
                                    [&](const Source& each) { return each.copy == "include/" + header; });
    return found == sources_.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string copy_of(const Source& source) const {
    const auto tokens = tokens_of(source.text);
    Insertions insertions;
    std::string declarations;
    if (source.is_mutated) put_into_inline_namespaces(tokens, insertions);
    if (const auto mutants = mutants_.find(name_of(source)); mutants != mutants_.end()) {
      insert_mutants(mutants->second, tokens, insertions);
      for (const auto& mutant : mutants->second) declarations += "extern bool " + mutant.name + ";\n";
      declarations = "namespace vigil::mutants {\n" + declarations + "}\n";
    }
    return declarations + "#line 1 \"" + origin_ + "/" + source.path + "\"\n" + insertions.into(source.text);
  }

  [[nodiscard]] unsigned line_of(const Mutant& mutant) const {
    return place_of(mutant, mutant.changes.front(), tokens_of(find(mutant.header)->text)).line;
  }

  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) result += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
    return result + '"';
  }

  [[nodiscard]] std::string switches() const {
    std::string definitions, rows;
    for (const auto& [header, mutants] : mutants_)
      for (const auto& mutant : mutants) {
        definitions += "extern bool " + mutant.name + ";\nbool " + mutant.name + " = false;\n";
        rows += "    {" + quoted(mutant.name) + ", " + quoted(mutant.header) + ", " + std::to_string(line_of(mutant)) +
                ", " + quoted(mutant.sentence) + ", " + quoted(mutant.killer) + ", " + quoted(mutant.equivalent) +
                ", &vigil::mutants::" + mutant.name + "},\n";
      }
    return "#include <vigil/mutation/mutants.hpp>\n\nnamespace vigil::mutants {\n" + definitions +
           "}  // namespace vigil::mutants\n\n[[maybe_unused]] static const bool known = "
           "vigil::models::Mutants::instance().add({\n" +
           rows + "});\n";
  }

  fs::path root_;
  std::string origin_;
  std::map<std::string, std::vector<Mutant>> mutants_;  // of each header
  std::set<std::string> models_;
  std::vector<Source> sources_;
};

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  if (fs::exists(file) && contents(file) == text) return;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Mistake(file.string() + ": cannot be written");
}

}  // namespace

Copies copies_of(const fs::path& source, const std::string& origin) { return Tree(source, origin).copies(); }

void write_copies(const Copies& copies, const fs::path& directory) {
  fs::create_directories(directory);
  std::vector<fs::path> others;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.is_regular_file() && !copies.contains(entry.path().lexically_relative(directory).generic_string()))
      others.push_back(entry.path());
  for (const auto& other : others) fs::remove(other);
  for (const auto& [path, text] : copies) write(directory / path, text);
}

}  // namespace vigil::mutation
