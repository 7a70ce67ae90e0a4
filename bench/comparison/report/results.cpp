#include <algorithm>
#include <comparison/report/results.hpp>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace vigil::comparison {
namespace {

using nlohmann::json;

const json& member(const json& object, const std::string& key) {
  if (!object.is_object() || !object.contains(key)) throw std::runtime_error("there is no '" + key + "'");
  return object[key];
}

std::string text(const json& object, const std::string& key) {
  const json& value = member(object, key);
  if (!value.is_string()) throw std::runtime_error("'" + key + "' is no text: " + value.dump());
  return value.get<std::string>();
}

std::string text_or_unknown(const json& object, const std::string& key) {
  return object.contains(key) ? text(object, key) : "unknown";
}

const json& list(const json& object, const std::string& key) {
  const json& value = member(object, key);
  if (!value.is_array()) throw std::runtime_error("'" + key + "' is no list: " + value.dump());
  return value;
}

std::string row_name(std::string name, const std::string& room) {
  if (name.starts_with(room + "/")) name = name.substr(room.size() + 1);
  for (const char* const appended : {"/min_time:", "/iterations:", "/manual_time", "/real_time"})
    name = name.substr(0, name.find(appended));
  return name;
}

// Of the row "MEASURE/PEER...".
std::string peer_of(const std::string& row) {
  const std::string rest = row.substr(row.find('/') + 1);
  return rest.substr(0, rest.find('/'));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// The library's own entries of a row have known names. All others are our counters.
bool is_counter(const std::string& key, const json& value) {
  static const std::vector<std::string> kOwn{"family_index", "per_family_instance_index",
                                             "repetitions",  "repetition_index",
                                             "threads",      "iterations",
                                             "real_time",    "cpu_time"};
  return value.is_number() && std::find(kOwn.begin(), kOwn.end(), key) == kOwn.end();
}

// One measurement of a row.
struct Round {
  std::map<std::string, double> counters;

  [[nodiscard]] std::optional<double> others() const {
    const auto found = counters.find("others");
    return found == counters.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] bool is_disturbed() const { return others().value_or(0) > kMostOthers; }
};

Round round_of(const json& entry) {
  Round round;
  for (const auto& [key, value] : entry.items())
    if (is_counter(key, value)) round.counters[key] = value.get<double>();
  return round;
}

// Where a benchmark stands among those that are registered.
using Position = std::pair<double, double>;

Position position_of(const json& entry) {
  const auto index = [&](const char* key) {
    return entry.contains(key) && entry[key].is_number() ? entry[key].get<double>() : 0;
  };
  return {index("family_index"), index("per_family_instance_index")};
}

struct Measured {
  std::string name;
  Position position;
  std::vector<Round> rounds;
  std::size_t failed = 0;
};

void add_rounds(std::vector<Measured>& all, const json& run, const std::string& room) {
  for (const json& entry : list(run, "benchmarks")) {
    if (text(entry, "run_type") != "iteration") continue;
    const std::string name = row_name(text(entry, "name"), room);
    auto row = std::find_if(all.begin(), all.end(), [&](const Measured& each) { return each.name == name; });
    if (row == all.end()) row = all.insert(row, {name, position_of(entry), {}, 0});
    if (entry.contains("error_message"))
      ++row->failed;
    else
      row->rounds.push_back(round_of(entry));
  }
}

Row row_of(const Measured& measured) {
  Row row;
  row.name = measured.name;
  row.rounds = measured.rounds.size() + measured.failed;
  row.failed = measured.failed;
  std::vector<Round> kept;
  for (const Round& round : measured.rounds) {
    if (const auto others = round.others())
      row.others = row.others ? std::pair(std::min(row.others->first, *others), std::max(row.others->second, *others))
                              : std::pair(*others, *others);
    else
      ++row.unknown;
    if (!round.is_disturbed()) kept.push_back(round);
  }
  row.is_disturbed = kept.empty() && !measured.rounds.empty();
  // A row without a figure would hide that it was measured.
  if (row.is_disturbed)
    kept.push_back(*std::min_element(measured.rounds.begin(), measured.rounds.end(),
                                     [](const Round& a, const Round& b) { return a.others() < b.others(); }));
  row.dropped = measured.rounds.size() - kept.size();
  for (const Round& round : kept)
    for (const auto& [key, value] : round.counters) row.counters[key].push_back(value);
  return row;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::uint64_t processors(const json& context) {
  const json& number = member(context, "num_cpus");
  if (!number.is_number_unsigned()) throw std::runtime_error("'num_cpus' is no whole number: " + number.dump());
  return number.get<std::uint64_t>();
}

// Of the last minute. Not every system tells it.
std::string load(const json& context) {
  const json loads = context.contains("load_avg") ? list(context, "load_avg") : json::array();
  if (loads.empty()) return "unknown";
  if (!loads[0].is_number()) throw std::runtime_error("'load_avg' is no list of numbers: " + loads.dump());
  char number[32];
  std::snprintf(number, sizeof number, "%.2f", loads[0].get<double>());
  return number;
}

std::string machine_of(const json& context) {
  return processor() + ", " + std::to_string(processors(context)) + " processors; " +
         text_or_unknown(context, "compiler");
}

// Of the peers that have a row.
std::vector<std::pair<std::string, std::string>> versions_of(const json& context, const std::vector<Measured>& rows) {
  static const std::string kPrefix = "version of ";
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [key, version] : context.items()) {
    if (!key.starts_with(kPrefix)) continue;
    const std::string peer = key.substr(kPrefix.size());
    if (std::any_of(rows.begin(), rows.end(), [&](const Measured& row) { return peer_of(row.name) == peer; }))
      all.emplace_back(peer, text(context, key));
  }
  return all;
}

// Calls `read` with the JSON of the file. An error names the file.
template <class Read>
void read_run(const std::string& path, Read read) {
  try {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read it");
    read(json::parse(file));
  } catch (const std::exception& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

}  // namespace

Results Results::read(const std::vector<std::string>& paths, const std::string& room) {
  Results results;
  std::vector<Measured> all;
  std::string where;
  for (const std::string& path : paths)
    read_run(path, [&](const json& run) {
      const json& context = member(run, "context");
      const std::string here = machine_of(context);
      const std::string when = text(context, "date") + ", load " + load(context) + " at the beginning";
      add_rounds(all, run, room);
      if (where.empty()) {
        where = here;
        results.machine_ = here + "; " + when;
        results.versions_ = versions_of(context, all);
        results.missing_peers_ = text_or_unknown(context, room + " peers not found");
      }
      if (here != where) throw std::runtime_error("it is of " + here + ", another one of " + where);
    });
  if (all.empty()) throw std::runtime_error("there is no measurement");
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
  for (const Measured& measured : all) results.rows_.push_back(row_of(measured));
  return results;
}

const Row* Results::row(const std::string& name) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.name == name; });
  return found == rows_.end() ? nullptr : &*found;
}

std::optional<Figure> Results::find(const std::string& name, const std::string& counter) const {
  const Row* const found = row(name);
  if (found == nullptr) return std::nullopt;
  const auto values = found->counters.find(counter);
  if (values == found->counters.end()) return std::nullopt;
  const auto [least, most] = std::minmax_element(values->second.begin(), values->second.end());
  return Figure{median(values->second), *least, *most, found->is_disturbed};
}

std::optional<Figure> Results::find(const std::string& measure, const std::string& peer, int workers,
                                    const std::string& counter, const std::string& more) const {
  const std::string name = measure + "/" + peer;
  if (row(name) == nullptr) return find(name + "/workers:" + std::to_string(workers) + more, counter);
  return workers == 1 ? find(name, counter) : std::nullopt;
}

std::vector<std::string> Results::peers(const std::string& measure) const {
  std::vector<std::string> names;
  for (const Row& row : rows_) {
    if (!row.name.starts_with(measure + "/")) continue;
    const std::string name = peer_of(row.name);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace vigil::comparison
