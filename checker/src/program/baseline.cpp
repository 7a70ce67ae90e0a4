#include "baseline.hpp"

#include "exit_status.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

namespace vigil::checker {
namespace {

using nlohmann::json;

constexpr std::string_view kSchema = "vigil-baseline";
constexpr unsigned kVersion = 1;

// The members that are compared, in the order in which they are written.
constexpr std::array<std::pair<const char*, std::string AcceptedFinding::*>, 6> kCompared{
    {{"model", &AcceptedFinding::model},
     {"engine", &AcceptedFinding::engine},
     {"bounds", &AcceptedFinding::bounds},
     {"verdict", &AcceptedFinding::verdict},
     {"what", &AcceptedFinding::what},
     {"place", &AcceptedFinding::place}}};

auto key_of(const AcceptedFinding& finding) {
  return std::tie(finding.model, finding.engine, finding.bounds, finding.verdict, finding.what, finding.place);
}

bool same(const AcceptedFinding& one, const AcceptedFinding& other) { return key_of(one) == key_of(other); }

bool is_about(const Answered& answered, const AcceptedFinding& finding) {
  return answered.model == finding.model && answered.engine == finding.engine;
}

bool confirms(const Answered& answered, const AcceptedFinding& finding) {
  return answered.finding && same(*answered.finding, finding);
}

AcceptedFinding finding_from(const json& in) {
  if (!in.is_object()) throw WrongUsage("an entry of \"accepted\" is no object");
  AcceptedFinding finding;
  std::size_t members = 0;
  const auto take = [&](const char* name, std::string& text) {
    const auto found = in.find(name);
    if (found == in.end()) return false;
    if (!found->is_string()) throw WrongUsage(std::string("\"") + name + "\" of an entry is no string");
    text = found->get<std::string>();
    ++members;
    return true;
  };
  for (const auto& [name, member] : kCompared)
    if (!take(name, finding.*member)) throw WrongUsage(std::string("an entry has no \"") + name + "\"");
  take("note", finding.note);
  if (members != in.size()) throw WrongUsage("the entry of " + finding.model + " has a member that is not known");
  return finding;
}

std::vector<AcceptedFinding> findings_from(const std::string& text) {
  const json in = json::parse(text);
  if (!in.is_object() || in.value("schema", json()) != std::string(kSchema))
    throw WrongUsage("its schema is not vigil-baseline");
  if (in.value("version", json()) != kVersion) throw WrongUsage("its version is not 1");
  if (in.size() != 3 || !in.contains("accepted") || !in["accepted"].is_array())
    throw WrongUsage("its members are not schema, version and a list that is called accepted");
  std::vector<AcceptedFinding> findings;
  for (const auto& entry : in["accepted"]) findings.push_back(finding_from(entry));
  return findings;
}

}  // namespace

Baseline Baseline::from(const std::string& text, const std::string& file) {
  try {
    return Baseline(findings_from(text));
  } catch (const json::exception& exception) {
    throw WrongUsage("\"" + file + "\" is no baseline: " + exception.what());
  } catch (const WrongUsage& wrong) {
    throw WrongUsage("\"" + file + "\" is no baseline: " + wrong.what());
  }
}

bool Baseline::accepts(const AcceptedFinding& finding) const {
  return std::ranges::any_of(accepted_, [&](const AcceptedFinding& each) { return same(each, finding); });
}

std::vector<AcceptedFinding> Baseline::stale(std::span<const Answered> answered) const {
  std::vector<AcceptedFinding> found;
  for (const auto& each : accepted_) {
    const auto about = [&](const Answered& one) { return is_about(one, each); };
    const auto confirmed = [&](const Answered& one) { return confirms(one, each); };
    if (std::ranges::any_of(answered, about) && std::ranges::none_of(answered, confirmed)) found.push_back(each);
  }
  return found;
}

Baseline Baseline::updated(std::span<const Answered> answered) const {
  const auto old = stale(answered);
  std::vector<AcceptedFinding> findings;
  for (const auto& each : accepted_)
    if (std::ranges::none_of(old, [&](const AcceptedFinding& one) { return same(one, each); }))
      findings.push_back(each);
  for (const auto& one : answered)
    if (one.finding && !accepts(*one.finding)) findings.push_back(*one.finding);
  return Baseline(std::move(findings));
}

std::string Baseline::text() const {
  auto sorted = accepted_;
  std::ranges::sort(sorted, {}, key_of);
  // clang 14 cannot use std::ranges::unique of libstdc++ 12.
  const auto repeated = std::unique(sorted.begin(), sorted.end(), same);
  sorted.erase(repeated, sorted.end());
  nlohmann::ordered_json entries = nlohmann::ordered_json::array();
  for (const auto& finding : sorted) {
    nlohmann::ordered_json entry;
    for (const auto& [name, member] : kCompared) entry[name] = finding.*member;
    entry["note"] = finding.note;
    entries.push_back(std::move(entry));
  }
  const nlohmann::ordered_json out{{"schema", kSchema}, {"version", kVersion}, {"accepted", std::move(entries)}};
  return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

std::string engine_with_bound(std::string engine, std::optional<unsigned> preemptions) {
  return preemptions ? std::move(engine) + ".preemptions-" + std::to_string(*preemptions) : engine;
}

std::string without_numbers(const std::string& what) {
  constexpr std::string_view kDecimal = "0123456789", kHexadecimal = "0123456789abcdefABCDEF";
  std::string out;
  for (std::size_t i = 0; i != what.size();) {
    if (kDecimal.find(what[i]) == std::string_view::npos) {
      out += what[i++];
      continue;
    }
    const bool is_address = what.compare(i, 2, "0x") == 0;
    i = what.find_first_not_of(is_address ? kHexadecimal : kDecimal, is_address ? i + 2 : i);
    i = std::min(i, what.size());
    out += '#';
  }
  return out;
}

std::string in_words(const AcceptedFinding& finding) {
  return finding.model + ", " + finding.engine + ": " + finding.verdict +
         (finding.what.empty() ? "" : " (" + finding.what + ")");
}

}  // namespace vigil::checker
