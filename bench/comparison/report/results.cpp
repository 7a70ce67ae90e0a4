#include <algorithm>
#include <comparison/report/results.hpp>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace vigil::comparison {
namespace {

using nlohmann::json;

std::string row_name(std::string name, const std::string& room) {
  if (name.starts_with(room + "/")) name = name.substr(room.size() + 1);
  for (const char* const appended : {"/iterations:", "/manual_time", "/real_time"})
    name = name.substr(0, name.find(appended));
  return name;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[(values.size() - 1) / 2];
}

// The library's own entries of a row have known names. All others are our counters.
bool is_counter(const std::string& key, const json& value) {
  static const std::vector<std::string> kOwn{"family_index", "per_family_instance_index",
                                             "repetitions",  "repetition_index",
                                             "threads",      "iterations",
                                             "real_time",    "cpu_time"};
  return value.is_number() && std::find(kOwn.begin(), kOwn.end(), key) == kOwn.end();
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::uint64_t processors(const json& context) {
  const json& number = context.at("num_cpus");
  if (!number.is_number_unsigned()) throw std::runtime_error("num_cpus is no whole number: " + number.dump());
  return number.get<std::uint64_t>();
}

}  // namespace

Results Results::read(const std::string& path, const std::string& room) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  const json run = json::parse(file);
  Results results;
  std::map<std::string, std::map<std::string, std::vector<double>>> all;
  for (const json& row : run.at("benchmarks")) {
    if (row.at("run_type") != "iteration" || row.contains("error_message")) continue;
    const std::string name = row_name(row.at("name"), room);
    if (!all.contains(name)) results.order_.push_back(name);
    for (const auto& [key, value] : row.items())
      if (is_counter(key, value)) all[name][key].push_back(value);
  }
  for (const auto& [name, counters] : all)
    for (const auto& [key, values] : counters) results.rows_[name][key] = median(values);
  const json& context = run.at("context");
  results.machine_ = processor() + ", " + std::to_string(processors(context)) + " processors, load " +
                     json(context.at("load_avg").at(0)).dump().substr(0, 4) + " at the beginning; " +
                     context.value("compiler", "unknown compiler") + "; " + context.at("date").get<std::string>();
  results.is_busy_ = context.at("load_avg").at(0).get<double>() > 1;
  results.missing_peers_ = context.value(room + " peers not found", "unknown");
  return results;
}

std::optional<double> Results::find(const std::string& row, const std::string& counter) const {
  const auto found = rows_.find(row);
  if (found == rows_.end()) return std::nullopt;
  const auto value = found->second.find(counter);
  if (value == found->second.end()) return std::nullopt;
  return value->second;
}

std::optional<double> Results::find(const std::string& measure, const std::string& peer, int workers,
                                    const std::string& counter, const std::string& more) const {
  const std::string name = measure + "/" + peer;
  if (!rows_.contains(name)) return find(name + "/workers:" + std::to_string(workers) + more, counter);
  return workers == 1 ? find(name, counter) : std::nullopt;
}

std::vector<std::string> Results::peers(const std::string& measure) const {
  std::vector<std::string> names;
  for (const std::string& row : order_) {
    if (!row.starts_with(measure + "/")) continue;
    const std::string rest = row.substr(measure.size() + 1);
    const std::string name = rest.substr(0, rest.find('/'));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace vigil::comparison
