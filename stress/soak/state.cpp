#include "state.hpp"

#include "parts.hpp"

#include <vigil/version.hpp>

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace vigil::soak {
namespace {

using Json = nlohmann::json;

// The second part grows with each change of the rounds: a seed then stands for another round.
constexpr const char* kFormat = "vigil-soak 1";

Json written(const PartState& part) {
  Json faults = Json::object();
  for (std::size_t fault = 0; fault != kFaults; ++fault) faults[std::string(kFaultNames[fault])] = part.faults[fault];
  return {{"rounds", part.rounds},   {"begun", part.begun}, {"jobs", part.jobs},
          {"seconds", part.seconds}, {"faults", faults},    {"last-seed", part.last_seed}};
}

Json written(const State& state) {
  Json parts = Json::object();
  for (const auto& [name, part] : state.parts) parts[name] = written(part);
  Json findings = Json::array();
  for (const Finding& finding : state.findings)
    findings.push_back(
        {{"part", finding.part}, {"round", finding.round}, {"seed", finding.seed}, {"what", finding.what}});
  return {{"format", kFormat},
          {"version", VIGIL_VERSION_STRING},
          {"seed", state.seed},
          {"parts", parts},
          {"findings", findings}};
}

std::uint64_t number(const Json& object, const std::string& name) {
  const Json& value = object.at(name);
  if (!value.is_number_unsigned()) throw NoState("'" + name + "' is no whole number");
  return value.get<std::uint64_t>();
}

PartState read_part(const Json& object) {
  PartState part;
  part.rounds = number(object, "rounds");
  part.begun = number(object, "begun");
  part.jobs = number(object, "jobs");
  part.last_seed = number(object, "last-seed");
  part.seconds = object.at("seconds").get<double>();
  if (!(part.seconds >= 0) || !std::isfinite(part.seconds)) throw NoState("'seconds' is no length of time");
  for (std::size_t fault = 0; fault != kFaults; ++fault)
    part.faults[fault] = number(object.at("faults"), std::string(kFaultNames[fault]));
  return part;
}

State read(const Json& object) {
  if (!object.is_object() || object.value("format", "") != kFormat)
    throw NoState(std::string("its format is not '") + kFormat + "'");
  State state;
  state.seed = number(object, "seed");
  for (const auto& [name, part] : object.at("parts").items()) {
    if (std::none_of(kParts.begin(), kParts.end(), [&name = name](const Part& known) { return known.name == name; }))
      throw NoState("there is no part '" + name + "'");
    state.parts[name] = read_part(part);
  }
  for (const Json& finding : object.at("findings"))
    state.findings.push_back({finding.at("part").get<std::string>(), number(finding, "round"), number(finding, "seed"),
                              finding.at("what").get<std::string>()});
  return state;
}

std::string cell(double value) {
  std::ostringstream text;
  text.setf(std::ios::fixed);
  text.precision(1);
  text << value;
  return text.str();
}

// With a comma between thousands.
std::string cell(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
  return text;
}

void print_row(std::ostream& out, std::string_view name, const PartState& part) {
  out << "| " << name << " | " << cell(part.rounds) << " | " << cell(part.jobs) << " | " << cell(part.seconds);
  for (const std::uint64_t times : part.faults) out << " | " << (times == 0 ? "–" : cell(times));
  out << " |";
}

}  // namespace

PartState State::total() const {
  PartState sum;
  for (const auto& [name, part] : parts) {
    sum.rounds += part.rounds;
    sum.jobs += part.jobs;
    sum.seconds += part.seconds;
    for (std::size_t fault = 0; fault != kFaults; ++fault) sum.faults[fault] += part.faults[fault];
  }
  return sum;
}

std::optional<State> read_state(const std::string& file) {
  if (!std::filesystem::exists(std::filesystem::symlink_status(file))) return std::nullopt;
  std::ifstream in(file);
  std::ostringstream text;
  if (!std::filesystem::is_regular_file(file) || !in || !(text << in.rdbuf()))
    throw NoState(file + " is no state of vigil_soak: it cannot be read as a file");
  try {
    return read(Json::parse(text.str()));
  } catch (const std::exception& error) {
    throw NoState(file + " is no state of vigil_soak: " + error.what());
  }
}

void write_state(const std::string& file, const State& state) {
  const std::string beside = file + "." + std::to_string(getpid());
  const auto fail = [&](int error) {
    std::remove(beside.c_str());
    throw NotWritten("cannot write the state to " + file + ": " + std::strerror(error));
  };
  std::FILE* const out = std::fopen(beside.c_str(), "w");
  if (out == nullptr) fail(errno);
  const std::string text = written(state).dump(2) + "\n";
  const bool is_whole =
      std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0 && fsync(fileno(out)) == 0;
  const int error = errno;
  if (std::fclose(out) != 0 || !is_whole) fail(is_whole ? errno : error);
  if (std::rename(beside.c_str(), file.c_str()) != 0) fail(errno);
}

void print_table(std::ostream& out, const State& state) {
  out << "| part | rounds | jobs | seconds";
  for (const std::string_view fault : kFaultNames) out << " | " << fault;
  out << " | last seed |\n|---|---|---|---|";
  for (std::size_t fault = 0; fault != kFaults; ++fault) out << "---|";
  out << "---|\n";
  for (const Part& part : kParts) {
    const auto found = state.parts.find(std::string(part.name));
    if (found == state.parts.end()) continue;
    print_row(out, part.name, found->second);
    out << ' ' << found->second.last_seed << " |\n";
  }
  print_row(out, "all", state.total());
  out << " |\n\nSeed " << state.seed << ", " << state.findings.size() << " findings.\n";
  for (const Finding& finding : state.findings)
    out << "- " << finding.part << ", round " << finding.round << ", seed " << finding.seed << ": " << finding.what
        << '\n';
}

}  // namespace vigil::soak
