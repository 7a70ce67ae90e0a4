#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace vigil {

/// Numbers of processors, as the system counts them.
using Processors = std::vector<unsigned>;

/// A number of a processor is below this one. Linux has at most 8,192 processors.
inline constexpr unsigned kProcessorNumbers = 1U << 16;

namespace detail {

struct ProcessorRange {
  unsigned first;
  unsigned last;
};

// Takes a number off the front of the text.
inline std::optional<unsigned> take_processor(std::string_view& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number >= kProcessorNumbers) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// Takes a number, or two with a hyphen between them.
inline std::optional<ProcessorRange> take_processor_range(std::string_view& text) {
  const auto first = take_processor(text);
  if (!first.has_value() || !text.starts_with('-'))
    return first.has_value() ? ProcessorRange{*first, *first} : std::optional<ProcessorRange>();
  text.remove_prefix(1);
  const auto last = take_processor(text);
  if (!last.has_value() || *last < *first) return std::nullopt;
  return ProcessorRange{*first, *last};
}

}  // namespace detail

/// Reads a list of processors as Linux writes it, and as `taskset --cpu-list` takes it: `0-3,8,10-11`. Space and line
/// ends may follow. An empty list names no processor.
///
/// \return the numbers, ascending, each of them once; nullopt if the text is no such list, or a number is not below
///   kProcessorNumbers.
/// \threads Any thread.
/// \throws std::bad_alloc
///
/// \snippet common/processor_list.cpp example
[[nodiscard]] inline std::optional<Processors> parse_processor_list(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  std::vector<detail::ProcessorRange> ranges;
  while (!text.empty()) {
    const auto range = detail::take_processor_range(text);
    if (!range.has_value()) return std::nullopt;
    ranges.push_back(*range);
    if (text.empty()) break;
    // A comma stands between two ranges, and not behind the last one.
    if (text.front() != ',' || text.size() == 1) return std::nullopt;
    text.remove_prefix(1);
  }
  std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Processors numbers;
  for (const auto [first, last] : ranges)
    for (unsigned number = numbers.empty() ? first : std::max(first, numbers.back() + 1); number <= last; ++number)
      numbers.push_back(number);
  return numbers;
}

}  // namespace vigil
