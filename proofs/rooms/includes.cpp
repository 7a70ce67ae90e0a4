#include "rooms/includes.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace vigil::proofs {
namespace {

namespace fs = std::filesystem;

// The directories in which `<vigil/...>` is searched, as the targets name them.
const std::vector<std::string>& include_directories() {
  static const std::vector<std::string> kDirectories{"core/include/",
                                                     "checker/include/",
                                                     "testing/include/",
                                                     "models/framework/include/",
                                                     "models/mutation/include/",
                                                     "models/relacy/include/"};
  return kDirectories;
}

// The files that an include may mean. Each target has directories of its own, so one that is not found from the file
// or in a public directory is any file whose path ends so.
std::vector<std::string> included_files(const std::string& header, const std::string& path, const Sources& sources) {
  const auto name = header.substr(1, header.size() - 2);
  std::vector<std::string> found;
  const auto is_found = [&](const fs::path& candidate) {
    const auto file = candidate.lexically_normal().generic_string();
    if (sources.contains(file)) found.push_back(file);
    return !found.empty();
  };
  if (header.front() == '"' && is_found(fs::path(path).parent_path() / name)) return found;
  for (const auto& directory : include_directories())
    if (is_found(directory + name)) return found;
  if (is_found("examples/" + name)) return found;
  const auto end = "/" + fs::path(name).lexically_normal().generic_string();
  for (const auto& [file, text] : sources)
    if (file.ends_with(end)) found.push_back(file);
  return found;
}

// Whether files of a room may include one of the other.
bool may_include(const std::string& room, const std::string& other, const Plan& plan) {
  if (other == room || plan.at(room).contains(other)) return true;
  // The C interface, and the rooms that may include core, may include all of it.
  return other.starts_with("core/") && (room == "core" || plan.at(room).contains("core"));
}

// Why a file must not include a header; empty if it may.
std::string wrong_include(const std::string& header, const std::string& path, const Plan& plan,
                          const Sources& sources) {
  if (header.empty()) return "its header is not spelled in the directive";
  const auto room = room_of(path, plan);
  const auto files = included_files(header, path, sources);
  if (files.empty())
    return header.front() == '<' && header.find("..") == std::string::npos ? "" : "there is no such file";
  std::string other;
  for (const auto& file : files) {
    other = room_of(file, plan);
    if (!other.empty() && may_include(room, other, plan)) return {};
  }
  return room + " must not know " + (other.empty() ? files.front() : other);
}

bool reaches(const Plan& plan, const std::string& from, const std::string& to, std::set<std::string>& seen) {
  const auto room = plan.find(from);
  if (room == plan.end() || !seen.insert(from).second) return false;
  for (const auto& next : room->second)
    if (next == to || reaches(plan, next, to, seen)) return true;
  return false;
}

}  // namespace

Sources read_sources(const std::string& root) {
  Sources sources;
  for (auto file = fs::recursive_directory_iterator(root); file != fs::recursive_directory_iterator(); ++file) {
    const auto name = file->path().filename().string();
    if (file->is_directory() && (name.starts_with(".") || (file.depth() == 0 && name == "build")))
      file.disable_recursion_pending();
    const auto extension = file->path().extension();
    if (!file->is_regular_file() ||
        (extension != ".hpp" && extension != ".cpp" && extension != ".h" && extension != ".c"))
      continue;
    std::ifstream stream(file->path());
    sources[fs::relative(file->path(), root).generic_string()] = {std::istreambuf_iterator<char>(stream), {}};
  }
  return sources;
}

const Plan& plan_of_vigil() {
  const std::string core = "core/include/vigil/";
  static const Plan kPlan{
      {core + "atomics", {}},
      {core + "common", {core + "atomics"}},
      {core + "deque", {core + "atomics", core + "common"}},
      {core + "injector", {core + "atomics", core + "common"}},
      {core + "latch", {core + "atomics", core + "common"}},
      {core + "sleep", {core + "atomics", core + "common"}},
      {core + "execution", {core + "atomics", core + "common", core + "latch"}},
      {core + "pool",
       {core + "atomics", core + "common", core + "deque", core + "injector", core + "latch", core + "sleep",
        core + "execution"}},
      {core + "parallel", {core + "atomics", core + "common", core + "pool"}},
      {core + "lean", {core + "atomics", core + "common", core + "latch", core + "execution"}},
      {"core", {}},
      {"checker", {"core"}},
      // Tests that run programs from the examples as they are.
      {"checker/unmodified/tests", {"core", "checker", "examples"}},
      // These use what is installed, as programs of other projects do.
      {"examples/ci", {"core", "checker", "testing", "models"}},
      {"examples/reference", {"core", "checker", "testing", "models"}},
      {"frontier", {"checker"}},
      {"testing", {"core"}},
      {"examples", {"core", "checker", "testing"}},
      {"litmus", {"core", "checker"}},
      {"playground", {"checker", "litmus"}},
      // The ladder has variants that are modelled.
      {"models", {"core", "checker", "testing", "litmus", "examples", "frontier"}},
      {"proofs", {"core", "checker", "testing", "examples", "litmus"}},
      {"stress", {"core", "testing"}},
      {"bench", {"core", "checker", "testing", "models", "examples"}},
      {"platforms", {"core"}},
      {"fuzz", {"core", "checker", "litmus", "models", "bench"}},
  };
  return kPlan;
}

std::string room_of(const std::string& path, const Plan& plan) {
  std::string room;
  for (const auto& [name, allowed] : plan)
    if (path.starts_with(name + "/") && name.size() > room.size()) room = name;
  return room;
}

std::vector<std::string> includes_against(const Plan& plan, const Sources& sources) {
  std::vector<std::string> problems;
  for (const auto& [path, text] : sources) {
    const auto room = room_of(path, plan);
    if (room.empty()) {
      problems.push_back(path + " lies in no room of the plan");
      continue;
    }
    for (const auto& directive : read_code(text).directives) {
      if (!directive.name.starts_with("include") && directive.name != "import" && directive.name != "embed") continue;
      const auto header = header_in(directive);
      if (const auto what = wrong_include(header, path, plan, sources); !what.empty())
        problems.push_back(path + " includes " + (header.empty() ? directive.rest : header) + ": " + what);
    }
  }
  return problems;
}

std::vector<std::string> circles_of(const Plan& plan) {
  std::vector<std::string> rooms;
  for (const auto& [room, allowed] : plan) {
    std::set<std::string> seen;
    if (reaches(plan, room, room, seen)) rooms.push_back(room);
  }
  return rooms;
}

}  // namespace vigil::proofs
