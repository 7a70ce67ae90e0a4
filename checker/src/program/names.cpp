// The names of options and results in command lines, JSON and tables.

#include <vigil/checker/options.hpp>
#include <vigil/checker/result.hpp>
#include <vigil/checker/sampling.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace vigil::checker {
namespace {

template <class Value, std::size_t Size>
using Names = std::array<std::pair<Value, std::string_view>, Size>;

constexpr Names<Sampling, 2> kNamesOfSamplings{{{Sampling::uniform, "uniform"}, {Sampling::priorities, "pct"}}};
constexpr Names<Spins, 2> kNamesOfSpins{{{Spins::recurring, "recurring"}, {Spins::unrolled, "unrolled"}}};
constexpr Names<Stop, 8> kNamesOfStops{{{Stop::none, "none"},
                                        {Stop::violation, "violation"},
                                        {Stop::executions, "executions"},
                                        {Stop::deadline, "deadline"},
                                        {Stop::interrupted, "interrupted"},
                                        {Stop::limit, "limit"},
                                        {Stop::broken, "broken"},
                                        {Stop::preemptions, "preemptions"}}};

template <class Value, std::size_t Size>
std::string_view name_in(const Names<Value, Size>& names, Value value) {
  for (const auto& [each, name] : names)
    if (each == value) return name;
  return "unknown";
}

template <class Value, std::size_t Size>
std::optional<Value> value_in(const Names<Value, Size>& names, std::string_view name) {
  for (const auto& [value, each] : names)
    if (each == name) return value;
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Sampling sampling) { return name_in(kNamesOfSamplings, sampling); }
std::optional<Sampling> sampling_named(std::string_view name) { return value_in(kNamesOfSamplings, name); }

std::string_view name_of(Spins spins) { return name_in(kNamesOfSpins, spins); }

std::string_view name_of(Stop stop) { return name_in(kNamesOfStops, stop); }
std::optional<Stop> stop_named(std::string_view name) { return value_in(kNamesOfStops, name); }

}  // namespace vigil::checker
