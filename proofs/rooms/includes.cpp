#include "rooms/includes.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

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

// The file that an include names; empty if it is no file of the project.
std::string included_file(const std::string& name, const Sources& sources) {
  for (const auto& directory : include_directories())
    if (sources.contains(directory + name)) return directory + name;
  if (sources.contains("examples/" + name)) return "examples/" + name;
  return {};
}

std::vector<std::string> includes_of(const std::string& text) {
  static const std::regex kInclude(R"re(^#\s*include\s*[<"]([^>"]*)[>"])re");
  std::vector<std::string> names;
  std::istringstream lines(text);
  std::smatch found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, found, kInclude)) names.push_back(found[1]);
  return names;
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
  for (const char* const room : {"core", "checker", "testing", "models", "proofs", "stress", "bench", "examples"}) {
    for (const auto& file : fs::recursive_directory_iterator(fs::path(root) / room)) {
      const auto extension = file.path().extension();
      if (extension != ".hpp" && extension != ".cpp" && extension != ".h" && extension != ".c") continue;
      std::ifstream stream(file.path());
      sources[fs::relative(file.path(), root).generic_string()] = {std::istreambuf_iterator<char>(stream), {}};
    }
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
      {core + "execution", {core + "atomics", core + "latch"}},
      {core + "pool",
       {core + "atomics", core + "common", core + "deque", core + "injector", core + "latch", core + "sleep",
        core + "execution"}},
      {core + "parallel", {core + "atomics", core + "pool"}},
      {core + "lean", {core + "atomics", core + "common", core + "latch"}},
      {"core", {}},
      {"checker", {"core"}},
      {"testing", {"core"}},
      {"examples", {"core", "checker"}},
      {"models", {"core", "checker", "testing"}},
      {"proofs", {"core", "checker", "testing", "examples"}},
      {"stress", {"core", "testing"}},
      {"bench", {"core", "checker", "testing", "models", "examples"}},
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
    for (const auto& name : includes_of(text)) {
      const auto other = room_of(included_file(name, sources), plan);
      if (other.empty() || other == room || plan.at(room).contains(other)) continue;
      // The C interface, and the rooms that may include core, may include all of it.
      if (other.starts_with("core/") && (room == "core" || plan.at(room).contains("core"))) continue;
      problems.push_back(path + " includes " + name + ": " + room + " must not know " + other);
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
